import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/overview.ts';
import { paths } from '../../../paths.ts';
import { Section } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { PlatformMark } from '../../../ui/platform/PlatformMark.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useCompany } from '../company-context.ts';
import { connectionStateInCompany } from '../company-state.ts';

type Info = Answer<'listInfo'>['results'][number];

/** Who the company is, as its platform knows it, and the platforms that it is linked to. */
export function CompanyFacts() {
  const { companyId, created, tags } = useCompany();
  const status = useQuery(read('getDataStatus', { companyId }));
  const hasInfo = (status.data?.info?.generation ?? 0) > 0;
  const info = useQuery({ ...read('listInfo', { companyId, pageSize: 1 }), enabled: hasInfo });
  const known = info.data?.results[0];
  const isLoading = status.isPending || (hasInfo && info.isPending);
  const tagTexts = Object.entries(tags ?? {}).map(([name, value]) => `${name}: ${value}`);
  const facts: [string, ReactNode][] = [
    ...(known ? infoFacts(known) : []),
    ...(tagTexts.length > 0 ? [[t('tags'), tagTexts.join(', ')] satisfies [string, ReactNode]] : []),
    [t('addedToDaybook'), <Time key="created" at={created} />],
  ];
  return (
    <div className="company-facts">
      <Section title={t('about')}>
        {isLoading ? (
          <SkeletonRows />
        ) : (
          <dl className="facts">
            {facts.map(([name, value]) => (
              <div key={name} className="company-fact">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Section>
      <Connections />
    </div>
  );
}

function infoFacts(info: Info): [string, ReactNode][] {
  const [address] = info.addresses ?? [];
  const place = [address?.postalCode, address?.city, address?.country].filter(Boolean).join(' ');
  const all: [string, string | undefined][] = [
    [t('legalName'), info.companyLegalName ?? info.companyName],
    [t('registrationNumber'), info.registrationNumber],
    [t('taxNumber'), info.taxNumber],
    [t('baseCurrency'), info.baseCurrency],
    [t('place'), place],
  ];
  return all.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function Connections() {
  const { companyId } = useCompany();
  const connections = useQuery(read('listConnections', { companyId, pageSize: 100 }));
  const status = useQuery(read('getDataStatus', { companyId }));
  const results = connections.data?.results ?? [];
  return (
    <Section title={t('connections')}>
      {connections.isPending && <Skeleton height={40} radius="sm" />}
      <ul className="platforms">
        {results.map((connection) => {
          const state = connectionStateInCompany(connection, { connections: results, dataStatus: status.data });
          return (
            <li key={connection.connectionId}>
              <PlatformMark name={connection.platformName} size={36} />
              <div className="shrink">
                <TextLink to={paths.companyConnections(companyId)} fw={600}>
                  {connection.platformName}
                </TextLink>
                <div className="platform-state">
                  <ToneBadge tone={state.tone} label={state.label} title={state.meaning} />
                  <span className="dimmed">{t.rich('lastSync', { time: <Time at={connection.lastSync} /> })}</span>
                </div>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

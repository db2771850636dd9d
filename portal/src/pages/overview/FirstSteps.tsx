import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api.ts';
import { t } from '../../messages/overview.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

/** The checklist for a new account. */
export function FirstSteps() {
  const companies = useQuery(read('listCompanies', { pageSize: 1, orderBy: '-created' }));
  const keys = useQuery(read('listApiKeys', { pageSize: 1 }));
  const consumers = useQuery(read('listConsumers', { pageSize: 1 }));
  const first = companies.data?.results[0];
  const isLinked = first?.dataConnections.some(({ status }) => status === 'Linked') ?? false;
  return (
    <Section title={t('getStarted')}>
      <ol className="steps">
        <Step isDone={Boolean(first)}>
          {t.rich('createCompanyWhoseAccountingData', {
            link: (text) => (
              <TextLink inText to={paths.companies()} search={{ create: 'yes' }}>
                {text}
              </TextLink>
            ),
          })}
        </Step>
        <Step isDone={isLinked}>
          {t.rich('linkCompanyPlatform', {
            link: (text) =>
              first ? (
                <TextLink inText to={paths.companyConnections(first.companyId)}>
                  {text}
                </TextLink>
              ) : (
                text
              ),
          })}
        </Step>
        <Step isDone={(keys.data?.totalResults ?? 0) > 0}>
          {t.rich('createApiKeySoProgram', {
            link: (text) => (
              <TextLink inText to={paths.apiKeys()}>
                {text}
              </TextLink>
            ),
          })}
        </Step>
        <Step isDone={(consumers.data?.totalResults ?? 0) > 0}>
          {t.rich('createConsumerSoProgramIs', {
            link: (text) => (
              <TextLink inText to={paths.consumers()}>
                {text}
              </TextLink>
            ),
          })}
        </Step>
      </ol>
    </Section>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li>
      <Icon
        size={20}
        stroke={1.6}
        aria-label={isDone ? t('done') : t('toDo')}
        className={isDone ? 'status-good' : 'dimmed'}
      />
      <span>{children}</span>
    </li>
  );
}

import { Button, Group, Text } from '@mantine/core';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/company.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { LinkLine } from '../../ui/code/LinkLine.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import type { CompanyState } from './company-state.ts';
import { connectionAdvice } from './connection-advice.ts';
import { UploadedFiles } from './uploads/UploadedFiles.tsx';

type Connection = Answer<'listConnections'>['results'][number];

/** Shows a connection with its status, its errors, and how to fix the errors. */
export function ConnectionCard({
  companyId,
  connection,
  state,
  link,
}: {
  companyId: string;
  connection: Connection;
  state: CompanyState;
  /** The URL of the company's link page. Undefined if the person may not see it. */
  link: string | undefined;
}) {
  const { connectionId, platformName, sourceType, status, errors } = connection;
  const advice = connectionAdvice(status);
  const unresolved = errors.filter(({ resolvedAt }) => resolvedAt === undefined);
  return (
    <Section
      title={
        <Group gap="sm">
          {platformName}
          <ToneBadge tone={state.tone} label={state.label} title={state.meaning} />
        </Group>
      }
      actions={<ConnectionActions companyId={companyId} connection={connection} />}
    >
      <Text size="sm">{state.meaning}</Text>
      {unresolved.map((error) => (
        <Text key={error.at + error.code} size="sm">
          {error.message}{' '}
          <Text component="span" size="sm" c="dimmed">
            (<Time at={error.at} />)
          </Text>
        </Text>
      ))}
      {advice && link && (
        <div className="mend">
          <Text size="sm" fw={600}>
            {advice}
          </Text>
          <LinkLine url={link} />
        </div>
      )}
      <dl className="facts mt">
        <dt>{t('type')}</dt>
        <dd>{sourceType}</dd>
        <dt>{t('lastSync')}</dt>
        <dd>
          <Time at={connection.lastSync} />
          {status === 'Linked' && (
            <>
              {' · '}
              <TextLink inText to={paths.companyRecords(companyId)}>
                {t('dataStatus')}
              </TextLink>
            </>
          )}
        </dd>
        <dt>{t('callsToThePlatform')}</dt>
        <dd>
          <TextLink inText to={paths.calls(companyId, connectionId)}>
            {t('viewCalls')}
          </TextLink>
        </dd>
        <dt>{t('created')}</dt>
        <dd>
          <Time at={connection.created} />
        </dd>
        <dt>{t('connectionId')}</dt>
        <dd>
          <CopyText value={connectionId} what={t('connectionIdNoun')} />
        </dd>
      </dl>
      {connection.platformKey === 'files' && <UploadedFiles companyId={companyId} connectionId={connectionId} />}
      {errors.length > unresolved.length && (
        <details className="quiet-details">
          <summary>{t('earlierErrors', { count: errors.length - unresolved.length })}</summary>
          <ul>
            {errors
              .filter(({ resolvedAt }) => resolvedAt !== undefined)
              .map((error) => (
                <li key={error.at + error.code}>
                  {t.rich('resolvedTimeMessageTime', {
                    time: <Time at={error.at} />,
                    message: error.message,
                    time2: <Time at={error.resolvedAt} />,
                  })}
                </li>
              ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function ConnectionActions({ companyId, connection }: { companyId: string; connection: Connection }) {
  const { connectionId, platformName, status } = connection;
  const shown = ['listConnections', 'getCompany', 'listCompanies', 'getDataStatus', 'getOverview'] as const;
  const unlink = useChange('unlinkConnection', { refreshes: [...shown], done: t('unlinked', { platformName }) });
  const remove = useChange('deleteConnection', { refreshes: [...shown], done: t('connectionDeleted') });
  if (!useMay('developer')) return null;
  return (
    <>
      {(status === 'Linked' || status === 'Deauthorized') && (
        <Confirm
          title={t('unlinkPlatformName', { platformName })}
          action={t('unlink')}
          isDangerous
          run={() => unlink.mutateAsync({ companyId, connectionId, body: { status: 'Unlinked' } })}
          trigger={(open) => (
            <Button variant="default" size="compact-sm" onClick={open}>
              {t('unlink')}
            </Button>
          )}
        >
          {t('syncsFromPushesStopData', { platformName })}
        </Confirm>
      )}
      {status !== 'Linked' && (
        <Confirm
          title={t('deleteTheConnectionTo', { platformName })}
          action={t('deleteConnection')}
          isDangerous
          run={() => remove.mutateAsync({ companyId, connectionId })}
          trigger={(open) => (
            <Button variant="default" size="compact-sm" onClick={open}>
              {t('deleteIt')}
            </Button>
          )}
        >
          {t('theConnectionAllDataWas')}
        </Confirm>
      )}
    </>
  );
}

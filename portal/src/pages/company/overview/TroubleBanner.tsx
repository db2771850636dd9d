import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../../api.ts';
import { locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/overview.ts';
import { paths } from '../../../paths.ts';
import { LinkLine } from '../../../ui/code/LinkLine.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { spaced, wordsFor } from '../../../ui/state-words.ts';
import { ButtonLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useCompany } from '../company-context.ts';
import { failedTypes } from '../company-state.ts';
import { syncAdvice } from '../sync-advice.ts';

/** What is wrong with a company, and how to fix it: a lost authorization first, otherwise failed syncs. */
export function TroubleBanner() {
  const { companyId } = useCompany();
  const connections = useQuery(read('listConnections', { companyId, pageSize: 100 }));
  const status = useQuery(read('getDataStatus', { companyId }));
  if (connections.isPending || status.isPending) return <SkeletonRows count={1} />;
  const lost = connections.data?.results.find(({ status }) => status === 'Deauthorized');
  const isLinked = connections.data?.results.some(({ status }) => status === 'Linked');
  if (lost && !isLinked) return <LostAuthorization platformName={lost.platformName} lastSync={lost.lastSync} />;
  return connections.data ? <FailedSyncs /> : null;
}

function LostAuthorization({ platformName, lastSync }: { platformName: string; lastSync: string | undefined }) {
  const { companyId } = useCompany();
  const mayChange = useMay('developer');
  const link = useQuery({ ...read('getCompanyLink', { companyId }), enabled: mayChange });
  return (
    <Banner title={t('noLongerAuthorized', { platformName })}>
      <Text size="sm">
        {t.rich('figuresAreFrom', { time: <Time at={lastSync} exact /> })} {t('ownerMustAuthorize')}
      </Text>
      {link.data && <LinkLine url={link.data.link} />}
      {!mayChange && (
        <ButtonLink to={paths.companyConnections(companyId)} size="compact-sm" variant="default">
          {t('viewConnections')}
        </ButtonLink>
      )}
    </Banner>
  );
}

function FailedSyncs() {
  const { companyId } = useCompany();
  const mayChange = useMay('developer');
  const status = useQuery(read('getDataStatus', { companyId }));
  const again = useChange('requestData', { refreshes: ['getDataStatus', 'listSyncs'], done: t('syncQueued') });
  const failed = failedTypes(status.data ?? {}).flatMap((dataType) => status.data?.[dataType] ?? []);
  const [first] = failed;
  if (!first) return null;
  const names = failed.map(({ dataType }) => spaced(dataType));
  return (
    <Banner title={t('notUpToDate', { names: new Intl.ListFormat(locale()).format(names) })}>
      <Text size="sm">
        {wordsFor('sync', first.status).meaning} {syncAdvice(first)?.text}
      </Text>
      <Group gap="xs">
        {first.latestSyncId && (
          <ButtonLink to={paths.sync(companyId, first.latestSyncId)} size="compact-sm" variant="default">
            {t('viewSync')}
          </ButtonLink>
        )}
        {mayChange && (
          <Button
            size="compact-sm"
            variant="default"
            loading={again.isPending}
            onClick={() => {
              for (const { dataType } of failed) again.mutate({ companyId, dataType });
            }}
          >
            {t('syncAgain')}
          </Button>
        )}
      </Group>
      <ErrorNote error={again.error} title={t('couldNotQueue')} />
    </Banner>
  );
}

function Banner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert variant="outline" color="red" icon={<IconAlertTriangle />} title={title} mb="md" className="trouble">
      <div className="trouble-body">{children}</div>
    </Alert>
  );
}

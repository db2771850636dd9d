import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { IconDatabase, IconDots, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { locale } from '../../messages/catalogue.ts';
import { t } from '../../messages/company.ts';
import { paths } from '../../paths.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section, usePageTitle } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { Progress } from '../../ui/Progress.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { spaced, unfinishedSyncs, wordsFor } from '../../ui/state-words.ts';
import { ButtonLink, TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';
import { isAhead } from '../../ui/time-words.ts';
import { useCompany } from './company-context.ts';
import { syncWord } from './sync-advice.ts';

type Status = Answer<'getDataStatus'>[string];
type Sync = Answer<'listSyncs'>['results'][number];
const shown = ['getDataStatus', 'listSyncs', 'getCompany'] as const;
const underWay = unfinishedSyncs.map((status) => `status=${status}`).join(' || ');

/** Shows the data types of a company, with their status, number of records, last sync and next sync. */
export function DataPage() {
  const { companyId, name, dataConnections } = useCompany();
  usePageTitle(t('dataName', { name }));
  const mayChange = useMay('developer');
  const status = useQuery(read('getDataStatus', { companyId }));
  const isEverLinked = dataConnections.some((connection) => connection.status !== 'PendingAuth');
  // Before the company is first linked, no data types are shown, because all of them would be "Not requested".
  const types = isEverLinked ? Object.values(status.data ?? {}) : [];
  const isBusy = types.some((type) => unfinishedSyncs.includes(type.status));
  // The live stream reports progress; polling is the fallback when the stream is down.
  const running = useQuery({
    ...read('listSyncs', { companyId, query: underWay, pageSize: 100 }),
    enabled: isBusy,
    refetchInterval: isBusy ? 5000 : false,
  });
  const all = useChange('requestAllData', { refreshes: [...shown], done: t('syncAllDataTypesQueued') });
  const isLinked = dataConnections.some((connection) => connection.status === 'Linked');
  const syncs = new Map((isBusy ? (running.data?.results ?? []) : []).map((sync) => [sync.dataType, sync]));
  const rows = types.map((type) => ({
    companyId,
    type,
    sync: syncs.get(type.dataType),
    maySync: mayChange && isLinked,
  }));
  return (
    <>
      <ErrorNote error={status.error} title={t('couldNotLoadDataStatus')} retry={() => void status.refetch()} />
      <ErrorNote error={all.error} title={t('couldNotQueueSyncs')} />
      {status.isPending && <SkeletonRows count={8} />}
      {status.data && types.length === 0 && (
        <EmptyState
          icon={IconDatabase}
          title={t('noDataYet')}
          action={<ButtonLink to={paths.companyConnections(companyId)}>{t('goToConnections')}</ButtonLink>}
        >
          {t('theFirstSyncStartsAs')}
        </EmptyState>
      )}
      {types.length > 0 && (
        <Section
          title={t('dataTypes')}
          actions={
            mayChange && (
              <Button
                leftSection={<IconRefresh size={16} />}
                loading={all.isPending}
                disabled={!isLinked}
                title={isLinked ? undefined : t('theCompanyIsNotLinked')}
                onClick={() => all.mutate({ companyId })}
              >
                {t('syncAll')}
              </Button>
            )
          }
        >
          <RowTable
            label={t('dataTypes')}
            columns={columns}
            rows={rows}
            rowKey={({ type }) => type.dataType}
            cards={(row) => <DataCard {...row} />}
          />
        </Section>
      )}
      <CurlLine operation="getDataStatus" input={{ companyId }} />
    </>
  );
}

type Row = { companyId: string; type: Status; sync: Sync | undefined; maySync: boolean };

const columns: Column<Row>[] = [
  { id: 'dataType', header: t('dataType'), cell: (row) => <TypeName {...row} /> },
  { id: 'status', header: t('status'), cell: (row) => <State {...row} /> },
  {
    id: 'records',
    header: t('records'),
    align: 'right',
    cell: ({ type }) => new Intl.NumberFormat(locale()).format(type.totalRecords),
  },
  { id: 'lastSync', header: t('lastSync'), cell: ({ type }) => <Time at={type.lastSuccessfulSync} /> },
  { id: 'nextSync', header: t('nextSync'), cell: ({ type }) => <Time at={type.nextSync} /> },
  { id: 'actions', header: t('actions'), isHeaderHidden: true, align: 'right', cell: (row) => <SyncNow {...row} /> },
];

function DataCard(row: Row) {
  return (
    <>
      <Group justify="space-between" gap="xs">
        <strong>
          <TypeName {...row} />
        </strong>
        <State {...row} />
      </Group>
      <Group justify="space-between" gap="xs" mt={6}>
        <Text size="xs" c="dimmed">
          {t.rich('syncedNext', {
            records: row.type.totalRecords,
            time: <Time at={row.type.lastSuccessfulSync} />,
            time2: <Time at={row.type.nextSync} />,
          })}
        </Text>
        <SyncNow {...row} />
      </Group>
    </>
  );
}

function TypeName({ companyId, type }: Row) {
  const name = spaced(type.dataType);
  if (type.generation === 0) return <span className="nowrap">{name}</span>;
  return (
    <span className="nowrap">
      <TextLink to={paths.companyBrowse(companyId, type.dataType)}>{name}</TextLink>
    </span>
  );
}

function State({ companyId, type, sync }: Row) {
  const { tone, meaning } = wordsFor('sync', type.status);
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <StatusBadge kind="sync" state={sync ? syncWord(sync) : type.status} />
        {type.latestSyncId && (
          <TextLink
            to={paths.sync(companyId, type.latestSyncId)}
            size="xs"
            aria-label={t('detailsLatestSync', { dataType: spaced(type.dataType) })}
          >
            {t('details')}
          </TextLink>
        )}
      </Group>
      {sync && <SyncProgress sync={sync} known={type.totalRecords} />}
      {!sync && tone === 'bad' && (
        <Text size="xs" c="dimmed">
          {meaning}
        </Text>
      )}
    </>
  );
}

function SyncNow({ companyId, type, maySync }: Row) {
  const { dataType, status } = type;
  const request = useChange('requestData', { refreshes: [...shown] });
  const name = spaced(dataType);
  if (!maySync) return null;
  return (
    <>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          variant="default"
          size="compact-sm"
          loading={request.isPending}
          disabled={unfinishedSyncs.includes(status)}
          onClick={() => request.mutate({ companyId, dataType })}
          aria-label={t('syncNowName', { name })}
        >
          {t('syncNow')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('moreActionsFor', { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => request.mutate({ companyId, dataType, full: true })}>
              {t('fullSync')}
              <Text size="xs" c="dimmed">
                {t('alsoDetectsRecordsWereDeleted')}
              </Text>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ErrorNote error={request.error} title={t('couldNotQueueSync', { name: name.toLowerCase() })} />
    </>
  );
}

/** Shows the progress of a sync. For a full sync, the total is estimated from the number of records already stored. */
export function SyncProgress({ sync, known }: { sync: Sync; known?: number }) {
  if (sync.status === 'Waiting')
    return (
      <Text size="xs" c="dimmed">
        {sync.error?.message}{' '}
        {isAhead(sync.error?.retryAt, Date.now())
          ? t.rich('retriesAutomaticallyTime', { time: <Time at={sync.error.retryAt} /> })
          : sync.error?.retryAt && t('retryingNow')}
      </Text>
    );
  if (sync.status === 'Queued') return null;
  const label = t('recordsAndPages', { records: sync.progress.records, pages: sync.progress.pages });
  const end = sync.isFull && known ? { value: sync.progress.records, max: known } : {};
  return <Progress label={label} {...end} />;
}

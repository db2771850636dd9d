import { ActionIcon, Button, Group, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDatabase, IconDots, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { CurlLine } from '../../ui/CurlLine.tsx';
import { countOf } from '../../ui/count-of.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section, usePageTitle } from '../../ui/Page.tsx';
import { SkeletonRows } from '../../ui/PageLoading.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { spaced, unfinishedSyncs, wordsFor } from '../../ui/state-words.ts';
import { ButtonLink, TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { isAhead } from '../../ui/time-words.ts';
import { useChange } from '../../ui/use-change.ts';
import { useMay } from '../../ui/use-session.ts';
import { useCompany } from './company-context.ts';
import { syncWord } from './sync-advice.ts';

type Status = Answer<'getDataStatus'>[string];
type Sync = Answer<'listSyncs'>['results'][number];
const shown = ['getDataStatus', 'listSyncs', 'getCompany'] as const;
const underWay = unfinishedSyncs.map((status) => `status=${status}`).join(' || ');

/** Shows the data types of a company, with their status, number of records, last sync and next sync. */
export function DataPage() {
  const { companyId, name, dataConnections } = useCompany();
  usePageTitle(`Data · ${name}`);
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
  const all = useChange('requestAllData', { refreshes: [...shown], done: 'Sync of all data types queued.' });
  const isLinked = dataConnections.some((connection) => connection.status === 'Linked');
  const isNarrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const syncs = new Map((isBusy ? (running.data?.results ?? []) : []).map((sync) => [sync.dataType, sync]));
  const rows = types.map((type) => ({
    companyId,
    type,
    sync: syncs.get(type.dataType),
    maySync: mayChange && isLinked,
  }));
  return (
    <>
      <ErrorNote error={status.error} title="Could not load the data status" retry={() => void status.refetch()} />
      <ErrorNote error={all.error} title="Could not queue the syncs" />
      {status.isPending && <SkeletonRows count={8} />}
      {status.data && types.length === 0 && (
        <EmptyState
          icon={IconDatabase}
          title="No data yet"
          action={<ButtonLink to={paths.companyConnections(companyId)}>Go to connections</ButtonLink>}
        >
          The first sync starts as soon as the company is linked to a platform.
        </EmptyState>
      )}
      {types.length > 0 && (
        <Section
          title="Data types"
          actions={
            mayChange && (
              <Button
                leftSection={<IconRefresh size={16} />}
                loading={all.isPending}
                disabled={!isLinked}
                title={isLinked ? undefined : 'The company is not linked to a platform.'}
                onClick={() => all.mutate({ companyId })}
              >
                Sync all
              </Button>
            )
          }
        >
          {isNarrow ? (
            <ul className="cards" aria-label="Data types">
              {rows.map((row) => (
                <DataCard key={row.type.dataType} {...row} />
              ))}
            </ul>
          ) : (
            <DataTable rows={rows} />
          )}
        </Section>
      )}
      <CurlLine operation="getDataStatus" input={{ companyId }} />
    </>
  );
}

type Row = { companyId: string; type: Status; sync: Sync | undefined; maySync: boolean };

function DataTable({ rows }: { rows: Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="table-scroll" aria-label="Data types" tabIndex={0}>
      <Table aria-label="Data types">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Data type</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right">Records</Table.Th>
            <Table.Th>Last sync</Table.Th>
            <Table.Th>Next sync</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.type.dataType}>
              <Table.Td>
                <TypeName {...row} />
              </Table.Td>
              <Table.Td>
                <State {...row} />
              </Table.Td>
              <Table.Td ta="right">{new Intl.NumberFormat('en').format(row.type.totalRecords)}</Table.Td>
              <Table.Td>
                <Time at={row.type.lastSuccessfulSync} />
              </Table.Td>
              <Table.Td>
                <Time at={row.type.nextSync} />
              </Table.Td>
              <Table.Td ta="right">
                <SyncNow {...row} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function DataCard(row: Row) {
  return (
    <li className="card">
      <Group justify="space-between" gap="xs">
        <strong>
          <TypeName {...row} />
        </strong>
        <State {...row} />
      </Group>
      <Group justify="space-between" gap="xs" mt={6}>
        <Text size="xs" c="dimmed">
          {countOf(row.type.totalRecords, 'record')} · synced <Time at={row.type.lastSuccessfulSync} /> · next{' '}
          <Time at={row.type.nextSync} />
        </Text>
        <SyncNow {...row} />
      </Group>
    </li>
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
            aria-label={`Details of the latest sync of ${spaced(type.dataType)}`}
          >
            Details
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
          aria-label={`Sync now: ${name}`}
        >
          Sync now
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`More actions for ${name}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => request.mutate({ companyId, dataType, full: true })}>
              Full sync
              <Text size="xs" c="dimmed">
                also detects records that were deleted on the platform
              </Text>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ErrorNote error={request.error} title={`Could not queue the sync of ${name.toLowerCase()}`} />
    </>
  );
}

/** Shows the progress of a sync. For a full sync, the total is estimated from the number of records already stored. */
export function SyncProgress({ sync, known }: { sync: Sync; known?: number }) {
  if (sync.status === 'Waiting')
    return (
      <Text size="xs" c="dimmed">
        {sync.error?.message}{' '}
        {isAhead(sync.error?.retryAt, Date.now()) ? (
          <>
            Retries automatically <Time at={sync.error.retryAt} />.
          </>
        ) : (
          sync.error?.retryAt && 'Retrying now.'
        )}
      </Text>
    );
  if (sync.status === 'Queued') return null;
  const label = `${countOf(sync.progress.records, 'record')}, ${countOf(sync.progress.pages, 'page')}`;
  const end = sync.isFull && known ? { value: sync.progress.records, max: known } : {};
  return <Progress label={label} {...end} />;
}

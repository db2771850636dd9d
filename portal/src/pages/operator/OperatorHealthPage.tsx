import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';
import { duration } from '../../ui/time-words.ts';

type Health = Answer<'getCellHealth'>;

/** If a delivery or an alert is overdue by more seconds than this, the workers have a problem. */
const lateSeconds = 30;

/** Shows the processes, deliveries and job queues. This is the page that an operator checks first. */
export function OperatorHealthPage() {
  const { data, error, refetch } = useQuery({ ...read('getCellHealth', {}), refetchInterval: 5000 });
  if (error)
    return (
      <Page title="Health">
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page
      title="Health"
      lead={
        <>
          Status of this installation, refreshed every 5 seconds. Last update: <Time at={data.at} exact />
        </>
      }
    >
      <Section>
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
          <Figure label="Processes" value={`${data.processes.filter(({ isAlive }) => isAlive).length}`} />
          <Late label="Pending deliveries" value={data.lanes.pending} seconds={data.lanes.oldestDueSeconds} />
          <Late label="Pending alerts (rules)" value={data.alerts.pending} seconds={data.alerts.oldestDueSeconds} />
          <Figure
            label="Syncs in progress"
            value={String(data.syncs.underWay.reduce((sum, { count }) => sum + count, 0))}
            note={`${data.syncs.failedLastHour} failed in the last hour`}
            isBad={false}
          />
          <Figure
            label="Pushes with unknown outcome"
            value={String(data.pushes.unknown)}
            note={data.pushes.unknown > 0 ? 'must be resolved by a person' : ''}
            isBad={data.pushes.unknown > 0}
          />
          <Figure
            label="Database"
            value={sizeText(data.database.sizeBytes)}
            note={`${data.database.connections.used} of ${data.database.connections.max} connections`}
          />
        </SimpleGrid>
      </Section>
      <div className="columns">
        <Processes processes={data.processes} />
        <Queues queues={data.queues} />
      </div>
      <BusiestLanes lanes={data.lanes.busiest} />
      <Text size="sm" c="dimmed">
        PostgreSQL {data.database.version}. Metrics for your monitoring are at <code>/metrics</code>.
      </Text>
    </Page>
  );
}

function Figure({
  label,
  value,
  note,
  isBad = false,
}: {
  label: string;
  value: string;
  note?: string;
  isBad?: boolean;
}) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600} size="lg" {...(isBad && { c: 'var(--db-bad)' })}>
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}

function Late({ label, value, seconds }: { label: string; value: number; seconds: number | undefined }) {
  const isBad = (seconds ?? 0) > lateSeconds;
  const note = seconds === undefined ? 'none due' : `oldest overdue by ${duration(seconds * 1000)}`;
  return <Figure label={label} value={value.toLocaleString('en')} note={note} isBad={isBad} />;
}

const processColumns: Column<Health['processes'][number]>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  {
    id: 'status',
    header: 'Status',
    cell: ({ isAlive, lastSeen }) =>
      isAlive ? (
        <ToneBadge tone="good" label="Running" />
      ) : (
        <span>
          <ToneBadge tone="bad" label="Not responding" /> last seen <Time at={lastSeen} />
        </span>
      ),
  },
  { id: 'role', header: 'Role', cell: ({ role }) => role },
  { id: 'version', header: 'Version', cell: ({ version }) => version },
  { id: 'started', header: 'Started', cell: ({ started }) => <Time at={started} /> },
];

function Processes({ processes }: { processes: Health['processes'] }) {
  return (
    <Section title="Processes">
      <RowTable label="Processes" columns={processColumns} rows={processes} rowKey={({ name }) => name} />
    </Section>
  );
}

const queueColumns: Column<Health['queues'][number]>[] = [
  { id: 'name', header: 'Queue', cell: ({ name }) => name },
  { id: 'waiting', header: 'Pending', align: 'right', cell: ({ waiting }) => waiting.toLocaleString('en') },
  { id: 'active', header: 'Running', align: 'right', cell: ({ active }) => active.toLocaleString('en') },
  { id: 'failed', header: 'Failed', align: 'right', cell: ({ failed }) => failed.toLocaleString('en') },
];

function Queues({ queues }: { queues: Health['queues'] }) {
  return (
    <Section title="Job queues" lead="The numbers can be a few seconds old.">
      <RowTable label="Job queues" columns={queueColumns} rows={queues} rowKey={({ name }) => name} />
    </Section>
  );
}

const laneColumns: Column<Health['lanes']['busiest'][number]>[] = [
  { id: 'name', header: 'Consumer', cell: ({ name }) => name },
  {
    id: 'account',
    header: 'Account',
    cell: ({ accountId, accountName }) => <TextLink to={paths.operatorAccount(accountId)}>{accountName}</TextLink>,
  },
  { id: 'pending', header: 'Pending', align: 'right', cell: ({ pending }) => pending.toLocaleString('en') },
  { id: 'oldestDue', header: 'Oldest delivery due', cell: ({ oldestDue }) => <Time at={oldestDue} /> },
  { id: 'failingSince', header: 'Started failing', cell: ({ failingSince }) => <Time at={failingSince} /> },
];

function BusiestLanes({ lanes }: { lanes: Health['lanes']['busiest'] }) {
  return (
    <Section title="Slowest consumers" lead="Consumers with the longest overdue deliveries.">
      {lanes.length === 0 ? (
        <Text size="sm" c="dimmed">
          None. All due deliveries have been sent.
        </Text>
      ) : (
        <RowTable
          label="Slowest consumers"
          columns={laneColumns}
          rows={lanes}
          rowKey={({ consumerId }) => consumerId}
        />
      )}
    </Section>
  );
}

function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

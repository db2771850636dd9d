import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { locale } from '../../messages/catalogue.ts';
import { t } from '../../messages/operator.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { bytesText } from '../../ui/size-words.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';
import { duration } from '../../ui/time-words.ts';

type Health = Answer<'getCellHealth'>;

/** If a delivery or an alert is overdue by more than this many seconds, the workers have a problem. */
const lateSeconds = 30;

/** Shows the processes, deliveries and job queues. This is the page that an operator checks first. */
export function OperatorHealthPage() {
  const { data, error, refetch } = useQuery({ ...read('getCellHealth', {}), refetchInterval: 5000 });
  if (error)
    return (
      <Page title={t('health')}>
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page
      title={t('health')}
      lead={t.rich('statusThisInstallationRefreshedEvery', { time: <Time at={data.at} exact /> })}
    >
      <Section>
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
          <Figure label={t('processes')} value={`${data.processes.filter(({ isAlive }) => isAlive).length}`} />
          <Late label={t('pendingDeliveries')} value={data.lanes.pending} seconds={data.lanes.oldestDueSeconds} />
          <Late label={t('pendingAlertsRules')} value={data.alerts.pending} seconds={data.alerts.oldestDueSeconds} />
          <Figure
            label={t('syncsInProgress')}
            value={String(data.syncs.underWay.reduce((sum, { count }) => sum + count, 0))}
            note={t('failedLastHour', { failedLastHour: data.syncs.failedLastHour })}
            isBad={false}
          />
          <Figure
            label={t('pushesWithUnknownOutcome')}
            value={String(data.pushes.unknown)}
            note={data.pushes.unknown > 0 ? t('mustBeResolvedPerson') : ''}
            isBad={data.pushes.unknown > 0}
          />
          <Figure
            label={t('database')}
            value={bytesText(data.database.sizeBytes)}
            note={t('ofConnections', { used: data.database.connections.used, max: data.database.connections.max })}
          />
        </SimpleGrid>
      </Section>
      <div className="columns">
        <Processes processes={data.processes} />
        <Queues queues={data.queues} />
      </div>
      <BusiestLanes lanes={data.lanes.busiest} />
      <Text size="sm" c="dimmed">
        {t.rich('postgresqlMetricsMonitoringAreAt', {
          version: data.database.version,
          code: (text) => <code>{text}</code>,
        })}
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
  const note = seconds === undefined ? t('noneDue') : t('oldestOverdueBy', { duration: duration(seconds * 1000) });
  return <Figure label={label} value={value.toLocaleString(locale())} note={note} isBad={isBad} />;
}

const processColumns: Column<Health['processes'][number]>[] = [
  { id: 'name', header: t('name'), cell: ({ name }) => name },
  {
    id: 'status',
    header: t('status'),
    cell: ({ isAlive, lastSeen }) =>
      isAlive ? (
        <ToneBadge tone="good" label={t('running')} />
      ) : (
        <span>
          <ToneBadge tone="bad" label={t('notResponding')} /> {t.rich('lastSeen', { time: <Time at={lastSeen} /> })}
        </span>
      ),
  },
  { id: 'role', header: t('role'), cell: ({ role }) => role },
  { id: 'version', header: t('version'), cell: ({ version }) => version },
  { id: 'started', header: t('started'), cell: ({ started }) => <Time at={started} /> },
];

function Processes({ processes }: { processes: Health['processes'] }) {
  return (
    <Section title={t('processes')}>
      <RowTable label={t('processes')} columns={processColumns} rows={processes} rowKey={({ name }) => name} />
    </Section>
  );
}

const queueColumns: Column<Health['queues'][number]>[] = [
  { id: 'name', header: t('queue'), cell: ({ name }) => name },
  { id: 'waiting', header: t('pending'), align: 'right', cell: ({ waiting }) => waiting.toLocaleString(locale()) },
  { id: 'active', header: t('running'), align: 'right', cell: ({ active }) => active.toLocaleString(locale()) },
  { id: 'failed', header: t('failed'), align: 'right', cell: ({ failed }) => failed.toLocaleString(locale()) },
];

function Queues({ queues }: { queues: Health['queues'] }) {
  return (
    <Section title={t('jobQueues')} lead={t('theNumbersCanBeFew')}>
      <RowTable label={t('jobQueues')} columns={queueColumns} rows={queues} rowKey={({ name }) => name} />
    </Section>
  );
}

const laneColumns: Column<Health['lanes']['busiest'][number]>[] = [
  { id: 'name', header: t('consumer'), cell: ({ name }) => name },
  {
    id: 'account',
    header: t('account'),
    cell: ({ accountId, accountName }) => <TextLink to={paths.operatorAccount(accountId)}>{accountName}</TextLink>,
  },
  { id: 'pending', header: t('pending'), align: 'right', cell: ({ pending }) => pending.toLocaleString(locale()) },
  { id: 'oldestDue', header: t('oldestDeliveryDue'), cell: ({ oldestDue }) => <Time at={oldestDue} /> },
  { id: 'failingSince', header: t('startedFailing'), cell: ({ failingSince }) => <Time at={failingSince} /> },
];

function BusiestLanes({ lanes }: { lanes: Health['lanes']['busiest'] }) {
  return (
    <Section title={t('slowestConsumers')} lead={t('consumersLongestOverdueDeliveries')}>
      {lanes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noneAllDueDeliveriesHave')}
        </Text>
      ) : (
        <RowTable
          label={t('slowestConsumers')}
          columns={laneColumns}
          rows={lanes}
          rowKey={({ consumerId }) => consumerId}
        />
      )}
    </Section>
  );
}

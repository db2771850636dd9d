import { SimpleGrid, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
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

function Processes({ processes }: { processes: Health['processes'] }) {
  return (
    <Section title="Processes">
      <TableScroll label="Processes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Version</Table.Th>
            <Table.Th>Started</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {processes.map(({ name, role, version, started, lastSeen, isAlive }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>
                {isAlive ? (
                  <ToneBadge tone="good" label="Running" />
                ) : (
                  <span>
                    <ToneBadge tone="bad" label="Not responding" /> last seen <Time at={lastSeen} />
                  </span>
                )}
              </Table.Td>
              <Table.Td>{role}</Table.Td>
              <Table.Td>{version}</Table.Td>
              <Table.Td>
                <Time at={started} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableScroll>
    </Section>
  );
}

function Queues({ queues }: { queues: Health['queues'] }) {
  return (
    <Section title="Job queues" lead="The numbers can be a few seconds old.">
      <TableScroll label="Job queues">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Queue</Table.Th>
            <Table.Th ta="right">Pending</Table.Th>
            <Table.Th ta="right">Running</Table.Th>
            <Table.Th ta="right">Failed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {queues.map(({ name, waiting, active, failed }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">{waiting.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{active.toLocaleString('en')}</Table.Td>
              <Table.Td ta="right">{failed.toLocaleString('en')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </TableScroll>
    </Section>
  );
}

function BusiestLanes({ lanes }: { lanes: Health['lanes']['busiest'] }) {
  return (
    <Section title="Slowest consumers" lead="Consumers with the longest overdue deliveries.">
      {lanes.length === 0 ? (
        <Text size="sm" c="dimmed">
          None. All due deliveries have been sent.
        </Text>
      ) : (
        <TableScroll label="Slowest consumers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Consumer</Table.Th>
              <Table.Th>Account</Table.Th>
              <Table.Th ta="right">Pending</Table.Th>
              <Table.Th>Oldest delivery due</Table.Th>
              <Table.Th>Started failing</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lanes.map(({ consumerId, name, accountId, accountName, pending, oldestDue, failingSince }) => (
              <Table.Tr key={consumerId}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>
                  <TextLink to={paths.operatorAccount(accountId)}>{accountName}</TextLink>
                </Table.Td>
                <Table.Td ta="right">{pending.toLocaleString('en')}</Table.Td>
                <Table.Td>
                  <Time at={oldestDue} />
                </Table.Td>
                <Table.Td>
                  <Time at={failingSince} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableScroll>
      )}
    </Section>
  );
}

function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

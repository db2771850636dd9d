import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/migration.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';
import { duration } from '../../ui/time-words.ts';
import type { Migration } from './migration.ts';

export type RehearsalReport = Answer<'getMigrationRehearsal'>;

/**
 * Compares what the rules and the consumers sent during a rehearsal, and explains the differences. With `accountId`, it
 * shows the report of that client account to the operator. Without `accountId`, it shows the client's own report.
 */
export function Rehearsal({ migration, accountId }: { migration: Migration; accountId?: string }) {
  const { rehearsal } = migration;
  const report =
    accountId === undefined ? read('getMigrationRehearsal', {}) : read('getClientRehearsal', { accountId });
  const { data, error } = useQuery<RehearsalReport>({
    ...report,
    enabled: rehearsal !== undefined,
    refetchInterval: rehearsal && !rehearsal.ended ? 3000 : false,
  });
  if (!rehearsal) return null;
  return (
    <Section
      title={t('rehearsal')}
      lead={
        rehearsal.ended
          ? t.rich('ended', { time: <Time at={rehearsal.ended} /> })
          : t.rich('runningUntilIgnoreDeliveriesHeader', {
              time: <Time at={rehearsal.until} exact />,
              code: (text) => <code>{text}</code>,
            })
      }
    >
      <ErrorNote error={error} />
      {!data && !error && <SkeletonRows count={3} />}
      {data && <RehearsalTable report={data} />}
    </Section>
  );
}

const columns: Column<RehearsalReport['perEvent'][number]>[] = [
  { id: 'ruleType', header: t('event'), cell: ({ ruleType }) => ruleType },
  {
    id: 'comparison',
    header: t('comparison'),
    cell: ({ isSame, differences }) => (
      <>
        {isSame ? <ToneBadge tone="good" label={t('same')} /> : <ToneBadge tone="wait" label={t('different')} />}
        {differences.map(({ text }) => (
          <Text key={text} size="xs" c="dimmed">
            {text}
          </Text>
        ))}
      </>
    ),
  },
  { id: 'older', header: t('byRules'), cell: ({ older }) => sentText(older) },
  { id: 'newer', header: t('byConsumers'), cell: ({ newer }) => sentText(newer) },
];

export function RehearsalTable({ report }: { report: RehearsalReport }) {
  const { events, same, different, olderMs, newerMs, perEvent } = report;
  return (
    <>
      <Text size="sm" mb="sm">
        {events === 0 ? t('noEventsSoFar') : t('eventsCompared', { events, same, different })}
        {olderMs &&
          newerMs &&
          ` ${t('medianDeliveryTimeRulesConsumers', { duration: duration(olderMs.median), duration2: duration(newerMs.median) })}`}
      </Text>
      {perEvent.length > 0 && (
        <RowTable
          label={t('rehearsalEvents')}
          columns={columns}
          rows={perEvent.slice(0, 200)}
          rowKey={({ eventId }) => eventId}
        />
      )}
      {perEvent.length > 200 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('showingFirst200', { perEventCount: perEvent.length })}
        </Text>
      )}
    </>
  );
}

type Sent = { url: string; outcome: string; statusCode?: number; ms?: number };

function sentText(sent: readonly Sent[]) {
  return sent.map(({ url, outcome, statusCode, ms }) => (
    <Text key={url} size="xs">
      {outcome}
      {statusCode !== undefined && ` (${statusCode})`}
      {ms !== undefined && `, ${duration(ms)}`} <span className="dimmed mono">{url}</span>
    </Text>
  ));
}

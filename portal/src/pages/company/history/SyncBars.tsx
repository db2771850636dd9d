import { Group, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RowOf, read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { spaced, type Tone, unfinishedSyncs, wordsFor } from '../../../ui/state-words.ts';
import { duration } from '../../../ui/time-words.ts';
import { formatTime } from '../../../ui/zone/time-zone.ts';
import { syncWord } from '../sync-advice.ts';
import { axisOf, percentOf, spansOf } from './sync-spans.ts';
import { UnfinishedSyncs } from './UnfinishedSyncs.tsx';
import './history.css';

type Sync = RowOf<'listSyncs'>;

const shownMax = 60;
const legend: { tone: Tone; label: string }[] = [
  { tone: 'idle', label: t('queued') },
  { tone: 'busy', label: t('running') },
  { tone: 'wait', label: t('waiting') },
  { tone: 'good', label: t('complete') },
  { tone: 'bad', label: t('failed') },
];

/** The newest syncs of a company as bars on one time axis: when each was queued, ran, and waited. */
export function SyncBars({ companyId }: { companyId: string }) {
  const { data, isPending } = useQuery({
    ...read('listSyncs', { companyId, pageSize: shownMax }),
    refetchInterval: 5000,
  });
  const syncs = data?.results ?? [];
  if (isPending) return <SkeletonRows />;
  if (syncs.length === 0) return null;
  const nowMs = Date.now();
  // Only the hour before the newest request: older syncs would make the bars too narrow to see.
  const newestMs = Math.max(...syncs.map(({ requested }) => Date.parse(requested)));
  const recent = syncs.filter(({ requested }) => Date.parse(requested) > newestMs - 3_600_000);
  const axis = axisOf(recent, nowMs);
  const byType = [...Map.groupBy(recent, ({ dataType }) => dataType)].sort(([a], [b]) => a.localeCompare(b));
  const isLong = axis.toMs - axis.fromMs > 12 * 3_600_000;
  const label = (ms: number) =>
    formatTime(ms, {
      ...(isLong && { day: 'numeric', month: 'short' }),
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  return (
    <section className="sync-bars" aria-label={t('syncsOverTime')}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm" fw={600}>
          {t('syncsOverTime')}
        </Text>
        <Group gap="sm" className="sync-legend" aria-hidden="true">
          {legend.map(({ tone, label: name }) => (
            <span key={tone} className="chart-key">
              <span className={`chart-swatch back-${tone}`} />
              {name}
            </span>
          ))}
        </Group>
      </Group>
      <UnfinishedSyncs syncs={recent.filter(({ status }) => unfinishedSyncs.includes(status))} />
      <ul className="sync-rows">
        {byType.map(([dataType, inside]) => (
          <li key={dataType} className="sync-row">
            <span className="sync-type">{spaced(dataType)}</span>
            <span className="sync-track">
              {inside.map((sync) => (
                <Bar key={sync.syncId} sync={sync} axis={axis} nowMs={nowMs} />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div className="sync-axis" aria-hidden="true">
        <span>{label(axis.fromMs)}</span>
        <span>{label((axis.fromMs + axis.toMs) / 2)}</span>
        <span>{label(axis.toMs)}</span>
      </div>
    </section>
  );
}

type BarProps = { sync: Sync; axis: { fromMs: number; toMs: number }; nowMs: number };

function Bar({ sync, axis, nowMs }: BarProps) {
  const spans = spansOf(sync, nowMs);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return null;
  const left = percentOf(first.fromMs, axis);
  const width = percentOf(last.toMs, axis) - left;
  const state = wordsFor('sync', syncWord(sync)).label;
  const parts = spans.map(({ state: name, fromMs, toMs, message }) =>
    [`${wordsFor('sync', name).label} ${duration(toMs - fromMs)}`, message].filter(Boolean).join(': '),
  );
  const counted = t('recordsRead', { count: sync.progress.records });
  return (
    <Tooltip
      multiline
      maw={340}
      label={[`${spaced(sync.dataType)}: ${state}`, counted, ...parts].map((line) => <div key={line}>{line}</div>)}
    >
      <Link
        to={paths.sync(sync.companyId, sync.syncId)}
        className="sync-bar"
        style={{ left: `${left}%`, width: `max(6px, ${width}%)` }}
        aria-label={t('syncBar', { dataType: spaced(sync.dataType), state, parts: parts.join(', ') })}
      >
        {spans.map(({ fromMs, toMs, tone }) => (
          <span key={fromMs} className={`sync-span back-${tone}`} style={{ flexGrow: toMs - fromMs }} />
        ))}
      </Link>
    </Tooltip>
  );
}

import { locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/company.ts';
import { duration } from '../../../ui/time-words.ts';

type SyncFigures = {
  status: string;
  started?: string;
  isFull?: boolean;
  progress: { records: number; total?: number };
};

/** A rate that was measured for a shorter time says nothing about the time that is left. */
const measuredMsMin = 3000;

export type Progress = { percent?: number; leftMs?: number };

/** Percent and time left, where the platform has told how many records there are. */
export function progressOf({ status, started, progress: { records, total } }: SyncFigures, nowMs: number): Progress {
  if (!total || records > total) return {};
  const percent = Math.floor((100 * records) / total);
  const ranMs = started ? nowMs - Date.parse(started) : 0;
  if (status !== 'Fetching' || records === 0 || records === total || ranMs < measuredMsMin) return { percent };
  return { percent, leftMs: (ranMs / records) * (total - records) };
}

/**
 * How far a sync is, in one line: "1,240 of 3,000 records · 41% · about 2 min left". Without a count of the platform it
 * says what is known: "1,240 records read so far · 3,000 at the last sync".
 */
export function progressText(
  sync: SyncFigures,
  { nowMs, known }: { nowMs: number; known?: number | undefined },
): string {
  const { records, total } = sync.progress;
  const { percent, leftMs } = progressOf(sync, nowMs);
  const number = new Intl.NumberFormat(locale());
  if (percent === undefined)
    return [t('recordsReadSoFar', { count: records }), sync.isFull && known ? t('atTheLastSync', { count: known }) : '']
      .filter(Boolean)
      .join(' · ');
  return [
    t('recordsOf', { records: number.format(records), total: number.format(total ?? 0) }),
    t('percentDone', { percent }),
    leftMs === undefined ? '' : t('timeLeft', { time: duration(roundedMs(leftMs)) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** An estimate is not exact to the second: 10 s steps up to 2 minutes, then minutes. */
function roundedMs(ms: number): number {
  const stepMs = ms < 120_000 ? 10_000 : 60_000;
  return Math.max(stepMs, Math.round(ms / stepMs) * stepMs);
}

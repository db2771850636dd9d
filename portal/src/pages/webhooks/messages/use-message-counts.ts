import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { type Period, timesOf } from '../../../ui/filter/period.ts';
import { type Division, divide } from './histogram-period.ts';

type Counts = { stepMs: number; counts: Answer<'countMessages'> | undefined };

/**
 * The counts of the messages of a filter. Without a period, they begin with the first message of the last 30 days, so
 * that the bars of a young log fill the chart.
 */
export function useMessageCounts(query: string | undefined, period: Period): Counts {
  // Rounded to a minute, so that the request stays the same while people look at the page.
  const nowMs = Math.ceil(Date.now() / 60_000) * 60_000;
  const division = divide(timesOf(period, nowMs), nowMs);
  const whole = useQuery(optionsFor(division, query));
  const first = whole.data?.buckets.find(
    (bucket) => bucket.delivered + bucket.failed + bucket.pending + bucket.unmatched,
  );
  const isOpen = !period.hours && !period.since && !period.until;
  const closer = divide({ since: first?.at ?? division.since }, nowMs);
  const isZoomed = isOpen && first !== undefined && closer.stepMs < division.stepMs;
  const zoomed = useQuery({ ...optionsFor(closer, query), enabled: isZoomed });
  if (isZoomed && zoomed.data) return { stepMs: closer.stepMs, counts: zoomed.data };
  return { stepMs: division.stepMs, counts: whole.data };
}

function optionsFor({ since, until, buckets }: Division, query: string | undefined) {
  return {
    ...read('countMessages', { since, until, buckets, ...(query && { query }) }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  };
}

import { Group, Skeleton, Text } from '@mantine/core';
import type { Answer } from '../../../api.ts';
import { locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/webhooks.ts';
import { TimeChart, type TimeSeries } from '../../../ui/chart/TimeChart.tsx';
import type { Period } from '../../../ui/filter/period.ts';
import { useMessageCounts } from './use-message-counts.ts';
import './messages.css';

const series: TimeSeries[] = [
  { key: 'delivered', label: t('delivered'), tone: 'good' },
  { key: 'failed', label: t('failed'), tone: 'bad' },
  { key: 'pending', label: t('pending'), tone: 'busy' },
  { key: 'unmatched', label: t('noConsumers'), tone: 'idle' },
];
type Bucket = Answer<'countMessages'>['buckets'][number];

type HistogramProps = {
  /** The filter of the list, without the period. */
  query: string | undefined;
  period: Period;
  onPeriod: (period: { since: string; until: string }) => void;
};

/** Messages over time, by status. Dragging over bars limits the list to their time. */
export function MessageHistogram({ query, period, onPeriod }: HistogramProps) {
  const { stepMs, counts: data } = useMessageCounts(query, period);
  const buckets = data?.buckets ?? [];
  const number = new Intl.NumberFormat(locale());
  const totals = series.map(({ key, label }) => {
    const sum = buckets.reduce((all, bucket) => all + Number(bucket[key as keyof Bucket]), 0);
    return { label, sum, text: t('countOf', { count: number.format(sum), label: label.toLowerCase() }) };
  });
  const shown = totals.filter(({ sum }) => sum > 0);
  return (
    <div className="histogram">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} aria-live="polite" className="histogram-total">
          {!data
            ? t('counting')
            : shown.length === 0
              ? t('noMessagesInPeriod')
              : shown.map(({ text }) => text).join(' · ')}
          {data?.isEstimated && (
            <Text span size="sm" c="dimmed" fw={400}>
              {' '}
              {t('estimated')}
            </Text>
          )}
        </Text>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {t('dragToFilter')}
        </Text>
      </Group>
      {data ? (
        <TimeChart
          points={buckets}
          series={series}
          stepMs={stepMs}
          summary={t('histogramSummary', { totals: shown.map(({ text }) => text).join(', ') })}
          onSelect={onPeriod}
        />
      ) : (
        <Skeleton height={200} radius="sm" />
      )}
    </div>
  );
}

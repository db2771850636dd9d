import { Group, Text } from '@mantine/core';
import { type PointerEvent, useState } from 'react';
import type { Answer } from '../../../api.ts';
import { dateLocale, locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/webhooks.ts';
import { ChartFrame, chart, innerHeight, type Series } from '../../../ui/chart/ChartFrame.tsx';
import { niceMax } from '../../../ui/chart/chart-scale.ts';
import type { Period } from '../../../ui/filter/period.ts';
import { useMessageCounts } from './use-message-counts.ts';
import './messages.css';

const series: Series[] = [
  { key: 'delivered', label: t('delivered'), tone: 'good' },
  { key: 'failed', label: t('failed'), tone: 'bad' },
  { key: 'pending', label: t('pending'), tone: 'busy' },
  { key: 'unmatched', label: t('noConsumers'), tone: 'idle' },
];
type Bucket = Answer<'countMessages'>['buckets'][number];
type Drag = { from: number; to: number };

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
      <Bars
        buckets={buckets}
        stepMs={stepMs}
        summary={t('histogramSummary', { totals: shown.map(({ text }) => text).join(', ') })}
        onSelect={({ from, to }) => {
          const [first, last] = [buckets[from], buckets[to]];
          if (first && last) onPeriod({ since: first.at, until: new Date(Date.parse(last.at) + stepMs).toISOString() });
        }}
      />
    </div>
  );
}

type BarsProps = { buckets: Bucket[]; stepMs: number; summary: string; onSelect: (drag: Drag) => void };

function Bars({ buckets, stepMs, summary, onSelect }: BarsProps) {
  const [drag, setDrag] = useState<Drag>();
  const heights = buckets.map((bucket) =>
    series.reduce((sum, { key }) => sum + Number(bucket[key as keyof Bucket]), 0),
  );
  const max = niceMax(Math.max(0, ...heights));
  const isDaily = stepMs >= 720 * 60_000;
  const timeLabel = (at: string) =>
    new Date(at).toLocaleString(dateLocale(), {
      ...(stepMs >= 60 * 60_000 && { day: 'numeric', month: 'short' }),
      ...(!isDaily && { hour: '2-digit', minute: '2-digit' }),
    });
  const ordered = drag && { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) };
  return (
    <ChartFrame points={buckets} series={series} summary={summary} timeLabel={timeLabel} max={max}>
      {(width) => {
        const step = width / Math.max(1, buckets.length);
        const placeOf = (event: PointerEvent<SVGRectElement>) => {
          const inside = event.clientX - event.currentTarget.getBoundingClientRect().left;
          return Math.min(buckets.length - 1, Math.max(0, Math.floor(inside / step)));
        };
        return (
          <>
            {ordered && (
              <rect
                x={chart.left + step * ordered.from}
                y={chart.top}
                width={step * (ordered.to - ordered.from + 1)}
                height={innerHeight}
                className="histogram-selection"
              />
            )}
            {buckets.map((bucket, place) => {
              let base = 0;
              return series.map(({ key, tone }) => {
                const height = (Number(bucket[key as keyof Bucket]) / max) * innerHeight;
                base += height;
                if (height === 0) return null;
                return (
                  <rect
                    key={`${bucket.at} ${key}`}
                    x={chart.left + step * (place + 0.12)}
                    y={chart.top + innerHeight - base}
                    width={Math.max(1, step * 0.76)}
                    height={height}
                    className={`fill-${tone}`}
                  />
                );
              });
            })}
            <rect
              x={chart.left}
              y={chart.top}
              width={width}
              height={innerHeight}
              className="histogram-area"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                const place = placeOf(event);
                setDrag({ from: place, to: place });
              }}
              onPointerMove={(event) => {
                if (drag) setDrag({ from: drag.from, to: placeOf(event) });
              }}
              onPointerUp={() => {
                setDrag(undefined);
                if (ordered) onSelect(ordered);
              }}
              onPointerCancel={() => setDrag(undefined)}
            />
          </>
        );
      }}
    </ChartFrame>
  );
}

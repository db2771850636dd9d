import { Group, SegmentedControl, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api.ts';
import { dateLocale } from '../../messages/catalogue.ts';
import { t } from '../../messages/overview.ts';
import { BarChart } from '../../ui/chart/BarChart.tsx';
import type { Series } from '../../ui/chart/ChartFrame.tsx';
import { joinPoints } from '../../ui/chart/chart-scale.ts';

type Point = Answer<'getOverview'>['activity'][number];
type Topic = { label: string; noun: string; series: Series[] };

const topics: Record<string, Topic> = {
  syncs: {
    label: t('syncs'),
    noun: t('syncsUnit'),
    series: [
      { key: 'syncsCompleted', label: t('completed'), tone: 'good' },
      { key: 'syncsFailed', label: t('failed'), tone: 'bad' },
    ],
  },
  messages: {
    label: t('deliveries'),
    noun: t('attemptsUnit'),
    series: [
      { key: 'delivered', label: t('delivered'), tone: 'good' },
      { key: 'failedAttempts', label: t('failedAttempts'), tone: 'bad' },
    ],
  },
  pushes: {
    label: t('pushes'),
    noun: t('pushesUnit'),
    series: [
      { key: 'pushesSucceeded', label: t('succeeded'), tone: 'good' },
      { key: 'pushesFailed', label: t('failed'), tone: 'bad' },
    ],
  },
};

export function Activity({ activity, hours, control }: { activity: Point[]; hours: number; control: ReactNode }) {
  const [topic, setTopic] = useState('syncs');
  // A week of hourly bars is too dense to read, so six hours are joined into one bar.
  const points = hours > 48 ? joinPoints(activity, 6) : activity;
  const { label, noun, series } = topics[topic] as Topic;
  const total = (key: string) => activity.reduce((sum, point) => sum + Number(point[key as keyof Point]), 0);
  const counts = series.map(({ key, label: name }) => `${total(key)} ${name.toLowerCase()}`).join(', ');
  const summary = t('activitySummary', { label, hours, counts });
  return (
    <>
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} size="h5">
          {t('activity')}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            value={topic}
            onChange={setTopic}
            data={Object.entries(topics).map(([value, { label: name }]) => ({ value, label: name }))}
            aria-label={t('chartData')}
          />
          {control}
        </Group>
      </Group>
      <BarChart summary={summary} points={points} series={series} unit={noun} timeLabel={timeLabel(hours)} />
    </>
  );
}

function timeLabel(hours: number) {
  const options: Intl.DateTimeFormatOptions =
    hours <= 48 ? { hour: '2-digit', minute: '2-digit' } : { weekday: 'short', day: 'numeric', month: 'short' };
  const format = new Intl.DateTimeFormat(dateLocale(), options);
  return (at: string) => format.format(new Date(at));
}

import { Group, SegmentedControl, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/overview.ts';
import { paths } from '../../paths.ts';
import { joinPoints } from '../../ui/chart/chart-numbers.ts';
import { TimeChart, type TimeSeries } from '../../ui/chart/TimeChart.tsx';

type Point = Answer<'getOverview'>['activity'][number];
type Topic = { label: string; noun: string; series: TimeSeries[]; list: () => string };

const topics: Record<string, Topic> = {
  syncs: {
    label: t('syncs'),
    noun: t('syncsUnit'),
    list: paths.syncs,
    series: [
      { key: 'syncsCompleted', label: t('completed'), tone: 'good' },
      { key: 'syncsFailed', label: t('failed'), tone: 'bad' },
    ],
  },
  messages: {
    label: t('deliveries'),
    noun: t('attemptsUnit'),
    list: paths.messages,
    series: [
      { key: 'delivered', label: t('delivered'), tone: 'good' },
      { key: 'failedAttempts', label: t('failedAttempts'), tone: 'bad' },
    ],
  },
  pushes: {
    label: t('pushes'),
    noun: t('pushesUnit'),
    list: paths.pushes,
    series: [
      { key: 'pushesSucceeded', label: t('succeeded'), tone: 'good' },
      { key: 'pushesFailed', label: t('failed'), tone: 'bad' },
    ],
  },
};

type ActivityProps = { activity: Point[]; hours: number; stepMs: number; control: ReactNode };

/** What happened over time. A click on a bar opens the list of its time. */
export function Activity({ activity, hours, stepMs, control }: ActivityProps) {
  const [topic, setTopic] = useState('syncs');
  const navigate = useNavigate();
  // A week of hourly bars is too dense to read, so six hours are joined into one bar.
  const joined = hours > 48 ? 6 : 1;
  const { label, noun, series, list } = topics[topic] as Topic;
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
      <TimeChart
        summary={summary}
        points={joinPoints(activity, joined)}
        stepMs={stepMs * joined}
        series={series}
        unit={noun}
        onSelect={(search) => void navigate({ to: list(), search: search as never })}
      />
    </>
  );
}

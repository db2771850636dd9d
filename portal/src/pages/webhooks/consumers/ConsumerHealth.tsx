import { Alert, Group, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { BarChart } from '../../../ui/chart/BarChart.tsx';
import { LineChart } from '../../../ui/chart/LineChart.tsx';
import { countOf } from '../../../ui/count-of.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Section } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { duration } from '../../../ui/time-words.ts';
import { answerText, diagnose } from '../messages/diagnose.ts';

type Consumer = Answer<'getConsumer'>;

/** Shows the current problem, if there is one, and then the delivery statistics. */
export function ConsumerHealth({ consumer }: { consumer: Consumer }) {
  return (
    <>
      <WhatIsWrong consumer={consumer} />
      <DeliveryStats consumerId={consumer.consumerId} />
    </>
  );
}

const disabledReasons: Record<string, string> = {
  client: 'It was disabled by your team or through the API.',
  failing: 'It was disabled automatically because no delivery succeeded for 5 days.',
  gone: 'It was disabled automatically because your endpoint returned 410 Gone.',
};

function WhatIsWrong({ consumer }: { consumer: Consumer }) {
  const { consumerId, status, failingSince, disabledAt, disabledReason } = consumer;
  const isDisabled = status === 'disabled';
  const last = useLastFailure(consumerId, isDisabled || failingSince !== undefined);
  if (!isDisabled && !failingSince) return null;
  const diagnosis = last && diagnose(last.attempt);
  return (
    <Alert
      variant="outline"
      color={isDisabled ? 'gray' : 'red'}
      icon={isDisabled ? <IconPlayerPause /> : <IconAlertTriangle />}
      title={isDisabled ? 'Disabled: no events are delivered' : 'Deliveries are failing'}
      className="diagnosis"
    >
      {isDisabled && (
        <Text size="sm">
          {disabledReasons[disabledReason ?? ''] ?? 'It was disabled.'} Disabled <Time at={disabledAt} />. After you fix
          your endpoint, enable the consumer, recover failed messages and replay missed messages.
        </Text>
      )}
      {!isDisabled && (
        <Text size="sm">
          No delivery has succeeded since <Time at={failingSince} exact />. Failed deliveries are retried automatically
          for 28 hours after the first attempt. After you fix your endpoint, use the button below to retry them at once.
        </Text>
      )}
      {last && diagnosis && (
        <Text size="sm" mt={4}>
          Last response: <b>{answerText(last.attempt)}</b>, <Time at={last.attempt.started} />. {diagnosis.what}{' '}
          {diagnosis.advice}{' '}
          <TextLink to={paths.message(last.messageId)} underline="always">
            View message and attempts
          </TextLink>
        </Text>
      )}
    </Alert>
  );
}

/** Returns the newest failed attempt of the newest message that has not been delivered. */
function useLastFailure(consumerId: string, isWanted: boolean) {
  const failed = useQuery({
    ...read('listMessages', { query: `consumerId=${consumerId} && status=failed`, pageSize: 1 }),
    enabled: isWanted,
  });
  const pending = useQuery({
    ...read('listMessages', { query: `consumerId=${consumerId} && status=pending`, pageSize: 1 }),
    enabled: isWanted,
  });
  const newest = [failed.data?.results[0], pending.data?.results[0]]
    .flatMap((message) => message ?? [])
    .sort((a, b) => b.created.localeCompare(a.created))[0];
  const messageId = newest?.messageId ?? '';
  const attempts = useQuery({ ...read('listAttempts', { messageId, pageSize: 200 }), enabled: messageId !== '' });
  const attempt = attempts.data?.results.findLast(
    (one) => one.consumerId === consumerId && one.outcome !== 'delivered',
  );
  return attempt && { attempt, messageId };
}

function DeliveryStats({ consumerId }: { consumerId: string }) {
  const [hours, setHours] = useState('24');
  const { data, error, refetch } = useQuery({
    ...read('getConsumerStats', { consumerId, hours: Number(hours) }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  return (
    <Section
      title="Deliveries"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={hours}
          onChange={setHours}
          data={[
            { value: '24', label: '24 hours' },
            { value: '168', label: '7 days' },
          ]}
        />
      }
    >
      {error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={4} />
      ) : (
        <Stats stats={data} hours={Number(hours)} />
      )}
    </Section>
  );
}

function Stats({ stats, hours }: { stats: Answer<'getConsumerStats'>; hours: number }) {
  const { totals, pending, oldestPending, buckets } = stats;
  const timeLabel = (at: string) =>
    new Date(at).toLocaleString(
      'en-GB',
      hours > 48 ? { weekday: 'short', hour: '2-digit', minute: '2-digit' } : { hour: '2-digit', minute: '2-digit' },
    );
  const rate =
    totals.successRate === undefined
      ? '–'
      : `${(totals.successRate * 100).toFixed(totals.successRate === 1 ? 0 : 1)} %`;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} mb="md">
        <Figure label="Success rate" value={rate} />
        <Figure
          label="Attempts"
          value={totals.attempts.toLocaleString('en')}
          note={`${totals.failed.toLocaleString('en')} failed`}
        />
        <Figure
          label="Response time (p50)"
          value={totals.p50Ms === undefined ? '–' : duration(totals.p50Ms)}
          {...(totals.p95Ms !== undefined && { note: `p95: ${duration(totals.p95Ms)}` })}
        />
        <Figure
          label="Pending"
          value={pending.toLocaleString('en')}
          {...(oldestPending && {
            note: (
              <>
                {Date.parse(oldestPending) > Date.now() ? 'next attempt' : 'oldest due'} <Time at={oldestPending} />
              </>
            ),
          })}
        />
      </SimpleGrid>
      {totals.attempts > 0 ? (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <BarChart
            summary={`${countOf(totals.attempts, 'attempt')}, ${totals.failed} failed`}
            points={buckets}
            series={[
              { key: 'delivered', label: 'Delivered', tone: 'good' },
              { key: 'failed', label: 'Failed', tone: 'bad' },
            ]}
            timeLabel={timeLabel}
          />
          <LineChart
            summary="Response time of your endpoint"
            points={buckets}
            unit="ms"
            series={[
              { key: 'p50Ms', label: 'Response time in ms: p50', tone: 'busy' },
              { key: 'p95Ms', label: 'p95', tone: 'wait' },
            ]}
            timeLabel={timeLabel}
          />
        </SimpleGrid>
      ) : (
        <Text size="sm" c="dimmed">
          No deliveries in this period. Use “Send test event” to check your endpoint.
        </Text>
      )}
    </>
  );
}

export function Figure({ label, value, note }: { label: string; value: string; note?: React.ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap={6} align="baseline">
        <Text fw={600} size="lg">
          {value}
        </Text>
      </Group>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}

import { Alert, Group, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../../api.ts';
import { locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { TimeChart } from '../../../ui/chart/TimeChart.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Section } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { percentText } from '../../../ui/percent.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { duration } from '../../../ui/time-words.ts';
import { useAddress } from '../../../ui/use-address.ts';
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
  client: t('itWasDisabledTeamOr'),
  failing: t('itWasDisabledAutomaticallyBecause'),
  gone: t('itWasDisabledAutomaticallyBecauseEndpoint'),
};

function WhatIsWrong({ consumer }: { consumer: Consumer }) {
  const { consumerId, status, failingSince, disabledAt, disabledReason } = consumer;
  const isDisabled = status === 'disabled';
  const { last, isPending } = useLastFailure(consumerId, isDisabled || failingSince !== undefined);
  if (!isDisabled && !failingSince) return null;
  const diagnosis = last && diagnose(last.attempt);
  return (
    <Alert
      variant="outline"
      color={isDisabled ? 'gray' : 'red'}
      icon={isDisabled ? <IconPlayerPause /> : <IconAlertTriangle />}
      title={isDisabled ? t('disabledNoEventsAreDelivered') : t('deliveriesAreFailing')}
      className="diagnosis"
    >
      {isDisabled && (
        <Text size="sm">
          {disabledReasons[disabledReason ?? ''] ?? t('itWasDisabled')}{' '}
          {t.rich('disabledAfterFixEndpointEnable', { time: <Time at={disabledAt} /> })}
        </Text>
      )}
      {!isDisabled && (
        <Text size="sm">{t.rich('noDeliveryHasSucceededSince', { time: <Time at={failingSince} exact /> })}</Text>
      )}
      {isPending && <SkeletonRows count={1} />}
      {last && diagnosis && (
        <Text size="sm" mt={4}>
          {t.rich('lastResponseViewMessageAttempts', {
            b: <b>{answerText(last.attempt)}</b>,
            time: <Time at={last.attempt.started} />,
            what: diagnosis.what,
            advice: diagnosis.advice,
            link: (text) => (
              <TextLink to={paths.message(last.messageId)} underline="always">
                {text}
              </TextLink>
            ),
          })}
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
  const isPending = [failed, pending, attempts].some(({ isLoading }) => isLoading);
  return { last: attempt && { attempt, messageId }, isPending };
}

function DeliveryStats({ consumerId }: { consumerId: string }) {
  const [hours, setHours] = useState('24');
  const every = hours === '24' ? 'quarter' : 'hour';
  const { data, error, refetch } = useQuery({
    ...read('getConsumerStats', { consumerId, hours: Number(hours), every }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  return (
    <Section
      title={t('deliveries')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('period')}
          value={hours}
          onChange={setHours}
          data={[
            { value: '24', label: t('n24Hours') },
            { value: '168', label: t('n7Days') },
          ]}
        />
      }
    >
      {error ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={4} />
      ) : (
        <Stats stats={data} every={every} />
      )}
    </Section>
  );
}

function Stats({ stats, every }: { stats: Answer<'getConsumerStats'>; every: 'hour' | 'quarter' }) {
  const { totals, pending, oldestPending, buckets } = stats;
  const [, setAddress] = useAddress();
  const stepMs = (every === 'quarter' ? 15 : 60) * 60_000;
  const rate = totals.successRate === undefined ? '–' : percentText(totals.successRate);
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} mb="md">
        <Figure label={t('successRate')} value={rate} />
        <Figure
          label={t('attempts')}
          value={totals.attempts.toLocaleString(locale())}
          note={t('failedFailed', { failed: totals.failed.toLocaleString(locale()) })}
        />
        <Figure
          label={t('responseTimeP50')}
          value={totals.p50Ms === undefined ? '–' : duration(totals.p50Ms)}
          {...(totals.p95Ms !== undefined && { note: t('p95Duration', { duration: duration(totals.p95Ms) }) })}
        />
        <Figure
          label={t('pending')}
          value={pending.toLocaleString(locale())}
          {...(oldestPending && {
            note: (
              <>
                {t.rich(Date.parse(oldestPending) > Date.now() ? 'nextAttemptAt' : 'oldestDueAt', {
                  time: <Time at={oldestPending} />,
                })}
              </>
            ),
          })}
        />
      </SimpleGrid>
      {totals.attempts > 0 ? (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <TimeChart
            summary={t('attemptsSummary', { attempts: totals.attempts, failed: totals.failed })}
            points={buckets}
            stepMs={stepMs}
            series={[
              { key: 'delivered', label: t('delivered'), tone: 'good' },
              { key: 'failed', label: t('failed'), tone: 'bad' },
            ]}
            onSelect={({ since, until }) => setAddress({ since, until, hours: undefined, page: undefined })}
          />
          <TimeChart
            summary={t('responseTimeEndpoint')}
            points={buckets}
            stepMs={stepMs}
            kind="line"
            unit={t('ms')}
            series={[
              { key: 'p50Ms', label: t('responseTimeMsP50'), tone: 'busy' },
              { key: 'p95Ms', label: t('p95'), tone: 'wait' },
            ]}
          />
        </SimpleGrid>
      ) : (
        <Text size="sm" c="dimmed">
          {t('noDeliveriesThisPeriodUse')}
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

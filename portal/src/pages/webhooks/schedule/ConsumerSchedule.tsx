import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Section } from '../../../ui/frame/Page.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { exactTime } from '../../../ui/time-words.ts';
import { AboutTime } from './AboutTime.tsx';
import { UpcomingAttempts } from './UpcomingAttempts.tsx';
import './schedule.css';

type Delivery = Answer<'getConsumerSchedule'>['deliveries'][number];

const shownMax = 10;

const columns: Column<Delivery>[] = [
  {
    id: 'message',
    header: t('message'),
    cell: ({ messageId, eventType }) => <TextLink to={paths.message(messageId)}>{eventType}</TextLink>,
  },
  {
    id: 'attempts',
    header: t('attemptsMade'),
    cell: ({ attempts, upcoming }) =>
      upcoming.length === 0 ? attempts : t('attemptsOf', { attempts, all: upcoming.at(-1)?.number }),
  },
  {
    id: 'next',
    header: t('nextAttempt'),
    cell: ({ upcoming: [next], waitsFor }) =>
      next ? (
        <>
          <AboutTime attempt={next} />{' '}
          <span className="dimmed">
            <Time at={next.earliest} />
          </span>
        </>
      ) : waitsFor ? (
        t.rich('waitsForMessage', { link: (text) => <TextLink to={paths.message(waitsFor)}>{text}</TextLink> })
      ) : (
        <span className="dimmed">–</span>
      ),
  },
  {
    id: 'all',
    header: t('allAttemptsToCome'),
    cell: (delivery) =>
      delivery.upcoming.length > 1 && (
        <details className="upcoming-details">
          <summary>{t('attemptsToCome', { count: delivery.upcoming.length })}</summary>
          <UpcomingAttempts delivery={delivery} />
        </details>
      ),
  },
];

/** When the pending deliveries of a consumer will be attempted. Hidden if nothing is pending. */
export function ConsumerSchedule({ consumerId }: { consumerId: string }) {
  const { data, error } = useQuery({ ...read('getConsumerSchedule', { consumerId }), refetchInterval: 15_000 });
  if (error) return <ErrorNote error={error} />;
  const retries = data?.deliveries.filter(({ attempts, waitsFor }) => attempts > 0 || waitsFor) ?? [];
  if (!data || retries.length === 0) return null;
  const hidden = retries.length - shownMax;
  return (
    <Section title={t('retrySchedule')} lead={t('retryScheduleLead')}>
      <RowTable
        label={t('retrySchedule')}
        columns={columns}
        rows={retries.slice(0, shownMax)}
        rowKey={({ messageId }) => messageId}
        cards
      />
      {(hidden > 0 || data.hasMore) && (
        <Text size="sm" c="dimmed" mt={6}>
          {data.hasMore ? t('andMoreThan', { count: hidden }) : t('andMore', { count: hidden })}
        </Text>
      )}
      {data.disablesAt && (
        <Text size="sm" mt={6}>
          {t('disablesAt', { time: exactTime(data.disablesAt) })}
        </Text>
      )}
      <CurlLine operation="getConsumerSchedule" input={{ consumerId }} />
    </Section>
  );
}

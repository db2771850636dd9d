import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type Answer, read, refresh } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Section } from '../../../ui/frame/Page.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { UpcomingAttempts } from './UpcomingAttempts.tsx';

type Delivery = Answer<'getMessageSchedule'>['deliveries'][number];

/** The attempts still to come of a message that is pending, for each consumer. */
export function MessageSchedule({ messageId, nameOf }: { messageId: string; nameOf: (consumerId: string) => string }) {
  const { data, error } = useQuery({ ...read('getMessageSchedule', { messageId }), refetchInterval: 3000 });
  const pending = data?.deliveries.length;
  // The message was read while its delivery was pending. When that has ended, its status is read again.
  useEffect(() => {
    if (pending === 0) void refresh('getMessage');
  }, [pending]);
  if (error) return <ErrorNote error={error} />;
  const waiting = data?.deliveries.filter(({ attempts, waitsFor }) => attempts > 0 || waitsFor) ?? [];
  if (waiting.length === 0) return null;
  return (
    <Section title={t('upcomingAttempts')} lead={t('retryScheduleLead')}>
      {waiting.map((delivery) => (
        <div key={delivery.consumerId} className="upcoming-consumer">
          <TextLink to={paths.consumer(delivery.consumerId)}>{nameOf(delivery.consumerId)}</TextLink>
          <Plan delivery={delivery} />
        </div>
      ))}
    </Section>
  );
}

function Plan({ delivery }: { delivery: Delivery }): ReactNode {
  const { waitsFor } = delivery;
  if (waitsFor === undefined) return <UpcomingAttempts delivery={delivery} />;
  return (
    <p>{t.rich('waitsForMessage', { link: (text) => <TextLink to={paths.message(waitsFor)}>{text}</TextLink> })}</p>
  );
}

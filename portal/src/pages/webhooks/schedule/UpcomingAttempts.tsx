import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { Time } from '../../../ui/Time.tsx';
import { AboutTime } from './AboutTime.tsx';
import './schedule.css';

type Delivery = Answer<'getMessageSchedule'>['deliveries'][number];

/** The attempts still to come, with their times, and what happens after the last one. */
export function UpcomingAttempts({ delivery: { upcoming } }: { delivery: Delivery }) {
  const last = upcoming.at(-1);
  if (!last) return null;
  return (
    <>
      <ol className="upcoming">
        {upcoming.map((attempt) => (
          <li key={attempt.number} className="upcoming-attempt">
            <span className="upcoming-number">{t('attemptNumber', { number: attempt.number })}</span>
            <AboutTime attempt={attempt} />
            <span className="dimmed">
              <Time at={attempt.earliest} />
            </span>
          </li>
        ))}
      </ol>
      <p className="upcoming-end dimmed">{t('afterLastAttempt', { number: last.number })}</p>
    </>
  );
}

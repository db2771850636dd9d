import { Text } from '@mantine/core';
import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { Json } from '../../../ui/code/Json.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { Time } from '../../../ui/Time.tsx';
import { duration, isAhead } from '../../../ui/time-words.ts';
import { answerText, diagnose } from './diagnose.ts';
import { SentRequest } from './SentRequest.tsx';

type Attempt = Answer<'listAttempts'>['results'][number];

const causes: Record<string, string> = {
  event: t('newEvent'),
  test: t('test'),
  resent: t('manualResend'),
  recovered: t('recovery'),
  replayed: t('replay'),
};

/** Lists all HTTP requests for a message, with each response and what it means. */
export function AttemptList({
  messageId,
  attempts,
  nameOf,
  isPending = () => true,
}: {
  messageId: string;
  attempts: Attempt[];
  nameOf?: (consumerId: string) => string;
  /** Whether the delivery to a consumer is pending. The next attempt is shown only for pending deliveries. */
  isPending?: (consumerId: string) => boolean;
}) {
  return (
    <ol className="attempts">
      {attempts.map((attempt) => {
        const isGood = attempt.outcome === 'delivered';
        const { what, advice } = diagnose(attempt);
        return (
          <li key={attempt.attemptId} className="attempt">
            <div className="attempt-head">
              <ToneBadge
                tone={isGood ? 'good' : 'bad'}
                label={isGood ? t('deliveredStatusCode', { statusCode: attempt.statusCode }) : answerText(attempt)}
              />
              <Text size="sm" c="dimmed" component="span">
                {nameOf && <>{nameOf(attempt.consumerId)} · </>}
                {t.rich('attemptTook', {
                  number: attempt.number,
                  causes: causes[attempt.cause] ?? attempt.cause,
                  time: <Time at={attempt.started} exact />,
                  duration: duration(attempt.durationMs),
                })}
              </Text>
            </div>
            {!isGood && (
              <Text size="sm">
                <b>{what}</b> {advice}
              </Text>
            )}
            <SentRequest messageId={messageId} attemptId={attempt.attemptId} />
            {attempt.answer && <Json value={attempt.answer} what={t('response')} maxHeight={160} />}
            {isAhead(attempt.nextAttempt, Date.now()) && isPending(attempt.consumerId) && (
              <Text size="sm" c="dimmed">
                {t.rich('retriesAutomatically', { time: <Time at={attempt.nextAttempt} /> })}
              </Text>
            )}
            {attempt.outcome === 'exhausted' && (
              <Text size="sm" c="dimmed">
                {t('thisWasLastAttemptCan')}
              </Text>
            )}
          </li>
        );
      })}
    </ol>
  );
}

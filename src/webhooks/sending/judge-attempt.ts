import type { WebhookAnswer } from '../../outbound/webhook-sender.ts';
import { nextAttemptMs, readRetryAfterMs } from './retry-schedule.ts';

/** `failed`: will be retried; `exhausted`: failed, without a retry left; `gone`: the response was 410. */
export type Verdict =
  | { outcome: 'delivered'; statusCode: number }
  | {
      outcome: 'failed' | 'exhausted' | 'gone';
      statusCode: number | undefined;
      error: string | undefined;
      answer: string | undefined;
      /** Time of the next attempt. Set only for the outcome `failed`. */
      nextMs: number | undefined;
    };

const goneStatus = 410;

export function judgeAttempt(
  answer: WebhookAnswer,
  attempt: { number: number; startedMs: number; firstMs: number; jitter: number; isDisabledBy410: boolean },
): Verdict {
  if (answer.kind === 'answer' && answer.status >= 200 && answer.status < 300) {
    return { outcome: 'delivered', statusCode: answer.status };
  }
  const told =
    answer.kind === 'answer'
      ? { statusCode: answer.status, error: undefined, answer: answer.answer || undefined }
      : { statusCode: undefined, error: answer.error, answer: undefined };
  if (told.statusCode === goneStatus && attempt.isDisabledBy410) return { outcome: 'gone', ...told, nextMs: undefined };
  const retryAfter = answer.kind === 'answer' ? answer.retryAfter : undefined;
  const retryAfterMs = readRetryAfterMs(retryAfter, attempt.startedMs);
  const nextMs = nextAttemptMs({ ...attempt, retryAfterMs });
  return { outcome: nextMs === undefined ? 'exhausted' : 'failed', ...told, nextMs };
}

import type { WebhookAnswer } from '../../outbound/webhook-sender.ts';
import { nextAttemptMs, readRetryAfterMs } from './retry-schedule.ts';

/** The outcome of an attempt. d: delivered; f: failed, to be retried; x: failed, attempts exhausted; g: gone (410). */
export type Verdict =
  | { outcome: 'd'; statusCode: number }
  | {
      outcome: 'f' | 'x' | 'g';
      statusCode: number | undefined;
      error: string | undefined;
      answer: string | undefined;
      /** Time of the next attempt. Set only for the outcome f. */
      nextMs: number | undefined;
    };

const gone = 410;

export function judgeAttempt(
  answer: WebhookAnswer,
  attempt: { number: number; startedMs: number; firstMs: number; jitter: number; isDisabledBy410: boolean },
): Verdict {
  if (answer.kind === 'answer' && answer.status >= 200 && answer.status < 300) {
    return { outcome: 'd', statusCode: answer.status };
  }
  const told =
    answer.kind === 'answer'
      ? { statusCode: answer.status, error: undefined, answer: answer.answer || undefined }
      : { statusCode: undefined, error: answer.error, answer: undefined };
  if (told.statusCode === gone && attempt.isDisabledBy410) return { outcome: 'g', ...told, nextMs: undefined };
  const retryAfter = answer.kind === 'answer' ? answer.retryAfter : undefined;
  const retryAfterMs = readRetryAfterMs(retryAfter, attempt.startedMs);
  const nextMs = nextAttemptMs({ ...attempt, retryAfterMs });
  return { outcome: nextMs === undefined ? 'x' : 'f', ...told, nextMs };
}

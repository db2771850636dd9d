import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Span, Tracing } from '../../base/tracing.ts';
import type { WebhookSender } from '../../outbound/webhook-sender.ts';
import type { LaneConsumer } from '../lanes/lane-consumer.ts';
import type { ClaimedDelivery } from '../lanes/store/lane-store.ts';
import type { Attempt } from '../lanes/store/outcome-store.ts';
import { newAttemptId } from './attempt-id.ts';
import type { ConsumerTokens } from './consumer-tokens.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { requestHeaders } from './request-headers.ts';
import { windowStartMs } from './retry-schedule.ts';
import { sendAuthorized } from './send-authorized.ts';

export type AttemptContext = {
  clock: Clock;
  log: Log;
  sender: WebhookSender;
  consumerTokens: ConsumerTokens;
  tracing: Tracing;
  jitter: () => number;
};

/** Makes one attempt: signs the message, sends it, judges the response and logs it. Never rejects. */
export async function attemptDelivery(
  ctx: AttemptContext,
  { consumer, delivery, dueMs }: { consumer: LaneConsumer; delivery: ClaimedDelivery; dueMs: number | undefined },
): Promise<Attempt> {
  const startedMs = ctx.clock.nowMs();
  const startedAt = performance.now();
  const { messageId, cause } = delivery;
  const body = consumer.chooseFields ? consumer.chooseFields(delivery.body) : delivery.body;
  const number = delivery.attempts + 1;
  const firstMs = windowStartMs({ firstMs: delivery.firstMs, dueMs, startedMs });
  const span = ctx.tracing.resume(delivery.trace, 'deliver webhook', 'client');

  const headers = requestHeaders({ consumer, messageId, body, startedMs });
  // Send `traceparent` only if the client itself has started the trace. Other clients could not use it.
  const traceparent = span?.traceparentForClient();
  if (traceparent !== undefined) headers.push('traceparent', traceparent);
  const answer = await sendAuthorized(ctx, consumer, { url: consumer.url, headers, body });

  const { accountId, consumerId, version: consumerVersion, url, isOrdered, isDisabledBy410 } = consumer;
  const attemptId = newAttemptId(ctx.clock.nowMs());
  const durationMs = Math.round(performance.now() - startedAt);
  const facts = { number, startedMs, firstMs, jitter: ctx.jitter(), isDisabledBy410 };
  const verdict = judgeAttempt(answer, facts);
  const done = { accountId, consumerId, consumerVersion, messageId, attemptId, number, cause, startedMs, durationMs };
  const attempt: Attempt =
    verdict.outcome === 'delivered'
      ? { ...done, outcome: verdict.outcome, statusCode: verdict.statusCode }
      : { ...done, ...verdict, firstMs, isOrdered: isOrdered && verdict.outcome === 'failed', url };
  if (span) endSpan(span, attempt);
  logAttempt(ctx, { attempt, url });
  return attempt;
}

function endSpan(span: Span, { messageId, consumerId, number, outcome, statusCode }: Attempt): void {
  span.set('daybook.message_id', messageId);
  span.set('daybook.consumer_id', consumerId);
  span.set('daybook.attempt', number);
  span.set('daybook.outcome', outcome);
  if (statusCode !== undefined) span.set('http.response.status_code', statusCode);
  span.end(outcome === 'delivered' ? undefined : String(statusCode ?? 'no response'));
}

function logAttempt({ log }: { log: Log }, { attempt, url }: { attempt: Attempt; url: string }): void {
  if (attempt.outcome === 'delivered') {
    if (log.isLevelEnabled('debug')) log.debug({ ...attempt, url }, 'a delivery succeeded');
    return;
  }
  const { nextMs, answer: _, attemptId: __, url: ___, consumerVersion: ____, ...told } = attempt;
  const next = nextMs === undefined ? undefined : new Date(nextMs).toISOString();
  log.info({ ...told, next }, 'a delivery attempt failed');
}

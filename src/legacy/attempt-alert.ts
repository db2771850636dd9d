import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Sealer } from '../base/secrets.ts';
import { endAfter, type Span, type Tracing } from '../base/tracing.ts';
import type { Db } from '../db/db.ts';
import type { Mailer } from '../outbound/mail.ts';
import type { WebhookSender } from '../outbound/webhook-sender.ts';
import { attemptTimeoutMs, readRetryAfterMs } from '../webhooks/sending/retry-schedule.ts';
import { isWorthRetrying, nextAlertAttemptMs } from './alert-schedule.ts';
import { type AttemptOutcome, type DueDelivery, recordStatement } from './alert-store.ts';
import { openAuthorization } from './profile-routes.ts';

export type AttemptContext = {
  db: Db;
  clock: Clock;
  log: Log;
  sealer: Sealer;
  sender: WebhookSender;
  tracing: Tracing;
  /** Undefined if the operator has configured no mail server. */
  mailer: Mailer | undefined;
};

/** Result of one attempt. */
type Tried = { isDone: boolean; isFinal: boolean; statusCode?: number; error?: string; retryAfter?: string };

/** Makes one attempt and records its outcome: delivered, retry pending, or failed. */
export async function attemptAlert(ctx: AttemptContext, delivery: DueDelivery): Promise<void> {
  const span = ctx.tracing.resume(delivery.trace, `deliver ${delivery.kind}`, 'client');
  if (!span) return attempt(ctx, delivery);
  span.set('daybook.alert_id', delivery.alert_id);
  span.set('daybook.attempt', delivery.attempts.length + 1);
  return ctx.tracing.within(span, () => endAfter(span, () => attempt(ctx, delivery, span)));
}

async function attempt(ctx: AttemptContext, delivery: DueDelivery, span?: Span): Promise<void> {
  const startedMs = ctx.clock.nowMs();
  const tried = delivery.kind === 'webhook' ? await post(ctx, delivery) : await mail(ctx, delivery);
  const outcome = judge(delivery, tried, startedMs);
  span?.set('daybook.outcome', outcome.status);
  if (tried.statusCode !== undefined) span?.set('http.response.status_code', tried.statusCode);
  const { account_id: accountId, alert_id: alertId, kind, target } = delivery;
  const line = { accountId, alertId, kind, target, ...outcome.attempt, status: outcome.status, next: outcome.nextAt };
  if (outcome.status === 'delivered') ctx.log.debug(line, 'alert delivered');
  else ctx.log.info(line, 'alert delivery attempt failed');
  await ctx.db.write(accountId, recordStatement(delivery, outcome));
}

function judge(delivery: DueDelivery, tried: Tried, startedMs: number): AttemptOutcome {
  const attempt = {
    at: new Date(startedMs).toISOString(),
    ...(tried.statusCode !== undefined && { statusCode: tried.statusCode }),
    ...(tried.error !== undefined && { error: tried.error }),
  };
  if (tried.isDone) return { attempt, nextAt: undefined, status: 'delivered' };
  const nextMs = tried.isFinal
    ? undefined
    : nextAlertAttemptMs({
        number: delivery.attempts.length + 1,
        startedMs,
        firstMs: Date.parse(delivery.attempts[0]?.at ?? attempt.at),
        retryAfterMs: readRetryAfterMs(tried.retryAfter, startedMs),
      });
  if (nextMs === undefined) return { attempt, nextAt: undefined, status: 'failed' };
  return { attempt, nextAt: new Date(nextMs), status: 'pending' };
}

async function post(ctx: AttemptContext, delivery: DueDelivery): Promise<Tried> {
  const { account_id: accountId, target: url, body } = delivery;
  const authorization = openAuthorization(ctx, accountId, delivery.authorization_header);
  const headers = ['content-type', 'application/json', 'user-agent', 'Daybook', 'x-service-clientid', accountId];
  if (authorization !== undefined) headers.push('authorization', authorization);
  const answer = await ctx.sender.send({ url, headers, body, timeoutMs: attemptTimeoutMs });
  if (answer.kind === 'none') return { isDone: false, isFinal: false, error: answer.error };
  const { status: statusCode, retryAfter } = answer;
  const isDone = statusCode >= 200 && statusCode < 300;
  return { isDone, isFinal: !isWorthRetrying(statusCode), statusCode, ...(retryAfter !== undefined && { retryAfter }) };
}

async function mail(ctx: AttemptContext, delivery: DueDelivery): Promise<Tried> {
  if (!ctx.mailer) return { isDone: false, isFinal: false, error: 'DAYBOOK_SMTP_URL is not set.' };
  const { account_id: accountId, alert_id: alertId, notifier, body } = delivery;
  const event: { RuleType: string; Message: string } = JSON.parse(body);
  const { isSent, isFinal, statusCode, error } = await ctx.mailer.send({
    to: delivery.target,
    subject: `${event.RuleType}: ${event.Message}`.replaceAll(/\s+/g, ' ').slice(0, 200),
    text: `${event.Message}\n\n${body}\n`,
    messageId: `<${alertId}.${notifier}@daybook>`,
    date: ctx.clock.now(),
    headers: { 'X-Service-ClientId': accountId, 'Auto-Submitted': 'auto-generated' },
  });
  return {
    isDone: isSent,
    isFinal,
    ...(statusCode !== undefined && { statusCode }),
    ...(error !== undefined && { error }),
  };
}

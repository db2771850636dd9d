import type { Connector, Credentials, Push } from '@daybook/connector-kit';
import type { Sealer } from '../../base/secrets.ts';
import { endAfter, type Tracing } from '../../base/tracing.ts';
import { openCredentials } from '../../connections/credentials.ts';
import { connectionHttp } from '../../connections/oauth/connection-http.ts';
import type { Tokens } from '../../connections/oauth/tokens.ts';
import { secretsOf } from '../../connections/provider/call-log.ts';
import type { ProviderBudgets } from '../../connections/provider/provider-budget.ts';
import { lockConnection } from '../../connections/store.ts';
import type { Tx } from '../../db/db.ts';
import { accountClosed, codeOf } from '../../db/error-codes.ts';
import { LeaseLost } from '../../jobs/lease-lost.ts';
import type { Outbound } from '../../outbound/http.ts';
import { compareWithBooks, conditionOf, isCheckDue } from '../conditions/condition.ts';
import { changePush, findNext, isCompanyThere, keepLane, type PushRow, releaseLane, takeLane } from '../store.ts';
import { type Action, type Attempt, attemptPush, movedOn, settlesWithinMs } from './attempt-push.ts';
import { preparePush } from './prepare-push.ts';
import type { PushLaneData } from './push-lane-job.ts';
import { fail, giveUp, type SettleContext, settlePush, timeOut } from './settle-push.ts';

export type LaneContext = SettleContext & {
  sealer: Sealer;
  outbound: Outbound;
  budgets: ProviderBudgets;
  tokens: Tokens;
  tracing: Tracing;
};

/**
 * Length of the lease on a lane. A runner renews its lease every 2.5 s. If it dies, another runner can take the lane
 * when the lease ends.
 */
const leaseMs = 10_000;
/**
 * If the outcome of a push cannot be looked up because the connection is not linked, Daybook tries again after this
 * time.
 */
const unlinkedWaitMs = 60_000;
/**
 * After a push has timed out, Daybook looks up its outcome for at most this long. Then a person must resolve the push.
 */
const lookedUpMs = 7 * 86_400_000;

type Lane = PushLaneData & { fence: number };

/** Works through a connection's lane in order, one push at a time, until nothing more can be done now. */
export async function runLane(ctx: LaneContext, data: PushLaneData, isOver: () => boolean): Promise<void> {
  const lane = await begin(ctx, data);
  if (!lane) return;
  const lease = setInterval(() => {
    // The result of the renewal is not needed. If another runner has taken the lane, the next call of `chooseNext`
    // throws `LeaseLost`.
    ctx.db
      .transaction(lane.accountId, (tx) => keepLane(tx, lane, { fence: lane.fence, leaseUntil: leaseEnd(ctx) }))
      .catch((error) => ctx.log.warn({ err: error, ...data }, 'could not renew the lease of a push lane'));
  }, leaseMs / 4);
  try {
    while (!isOver()) {
      const chosenMs = performance.now();
      const attempt = await chooseNext(ctx, lane);
      if (attempt === 'nothing') return;
      if (attempt === 'again') continue;
      // If choosing took this long, another process may have taken the lane and may already be looking up the outcome.
      // So nothing is sent.
      const isTooLate = performance.now() - chosenMs > leaseMs / 2;
      if (!isTooLate) await attemptTraced(ctx, attempt);
      else if (attempt.action === 'send') await settlePush(ctx, attempt.row, { kind: 'notDone' });
    }
    await ctx.db.transaction(lane.accountId, (tx) =>
      releaseLane(tx, lane, { fence: lane.fence, wakeAt: ctx.clock.now() }),
    );
  } catch (error) {
    if (!(error instanceof LeaseLost) && codeOf(error) !== accountClosed) throw error;
  } finally {
    clearInterval(lease);
  }
}

/** Makes one attempt and stores its outcome, within a span in the trace of the request that created the push. */
async function attemptTraced(ctx: LaneContext, attempt: Attempt): Promise<void> {
  const { row, action } = attempt;
  const span = ctx.tracing.resume(row.trace, `push ${action}`, 'internal');
  const run = async () => {
    const outcome = await attemptPush(attempt);
    span?.set('daybook.outcome', outcome.kind);
    await settlePush(ctx, row, outcome);
  };
  if (!span) return run();
  span.set('daybook.push_id', row.push_id);
  span.set('daybook.platform', row.platform_key);
  span.set('daybook.data_type', row.data_type);
  span.set('daybook.attempt', row.attempts);
  return ctx.tracing.within(span, () => endAfter(span, run));
}

const leaseEnd = (ctx: LaneContext) => new Date(ctx.clock.nowMs() + leaseMs);

async function begin(ctx: LaneContext, data: PushLaneData): Promise<Lane | undefined> {
  const fence = await ctx.db.transaction(data.accountId, (tx) =>
    takeLane(tx, data, { now: ctx.clock.now(), leaseUntil: leaseEnd(ctx) }),
  );
  return fence === undefined ? undefined : { ...data, fence };
}

/**
 * Chooses the next action of the lane and stores it before it is performed. Returns `again` if it changed a push and no
 * request to the platform is needed. If no push is due, releases the lane, stores in `wake_at` when the lane is due
 * again, and returns `nothing`.
 */
async function chooseNext(ctx: LaneContext, lane: Lane): Promise<Attempt | 'again' | 'nothing'> {
  return ctx.db.transaction(lane.accountId, async (tx) => {
    const connection = await lockConnection(tx, lane);
    if (!(await keepLane(tx, lane, { fence: lane.fence, leaseUntil: leaseEnd(ctx) }))) throw new LeaseLost();
    const { head, late } = await findNext(tx, lane);
    const now = ctx.clock.now();
    if (head && head.times_out_at <= now) {
      await timeOut(ctx, tx, head);
      return 'again';
    }
    const isReady = (row: PushRow) => row.retry_at === null || row.retry_at <= now;
    const row = head && isReady(head) ? head : late && isReady(late) ? late : undefined;
    if (!row) {
      await releaseLane(tx, lane, { fence: lane.fence, wakeAt: nextLook(head, late) });
      return 'nothing';
    }
    const isLinked = connection?.status === 'Linked' && connection.credentials !== null;
    const connector = ctx.registry.find(row.platform_key);
    const push = connector?.push?.[row.data_type];
    const isDeleted = !connection || !(await isCompanyThere(tx, lane.companyId));
    if (isDeleted || !isLinked || !connector || !push)
      return withoutPlatform(ctx, tx, row, { isDeleted, isLinked, status: connection?.status });
    const credentials = openCredentials(ctx.sealer, lane, connection.credentials ?? '');
    return decide(ctx, tx, { row, connector, push, credentials });
  });
}

async function decide(
  ctx: LaneContext,
  tx: Tx,
  { row, connector, push, credentials }: { row: PushRow; connector: Connector; push: Push; credentials: Credentials },
): Promise<Attempt | 'again'> {
  const place = { companyId: row.company_id, pushId: row.push_id };
  const now = ctx.clock.now();
  const isLate = row.status === 'TimedOut';
  const action = actionFor(row, push, now);
  if (action === 'unknown') {
    await giveUp(ctx, tx, row);
    return 'again';
  }
  if (action instanceof Date) {
    await changePush(tx, place, { retry_at: action });
    return 'again';
  }
  if (row.step === 'waiting') {
    const errors = await compareWithBooks(tx, row);
    if (errors.length > 0) {
      await fail(ctx, tx, row, movedOn(errors));
      return 'again';
    }
  }
  const attempts = row.attempts + 1;
  const isSent = action === 'send' || action === 'sendAgain';
  const ready = await preparePush(tx, push, { row, credentials, platform: connector.platform });
  if (ready.kind === 'refused') {
    await fail(ctx, tx, row, ready);
    return 'again';
  }
  if (ready.kind === 'unknown') {
    await giveUp(ctx, tx, row);
    return 'again';
  }
  const { prepared, wish, custom } = ready;
  await changePush(tx, place, { attempts, prepared, ...(isSent && { step: 'sent', sent_at: now }) });
  const http = connectionHttp(ctx, {
    accountId: row.account_id,
    companyId: row.company_id,
    connectionId: row.connection_id,
    platformKey: connector.platform.key,
    reason: { purpose: 'push', pushId: row.push_id, dataType: row.data_type },
    secrets: secretsOf(connector.credentialFields, credentials),
  });
  const input = { http, credentials, wish, prepared: ready.request };
  return { row: { ...row, attempts }, action, push, input, custom, isLate };
}

/**
 * Returns the next action, the time before which no action is possible, or `unknown` if no action can determine the
 * outcome.
 */
function actionFor(row: PushRow, push: Push, now: Date): Action | 'unknown' | Date {
  const isLate = row.status === 'TimedOut';
  if (isLate && now.getTime() > row.times_out_at.getTime() + lookedUpMs) return 'unknown';
  if (row.step === 'waiting') return isCheckDue(row, push, now) ? 'check' : 'send';
  if (row.step === 'accepted') return push.poll ? 'poll' : 'unknown';
  const keyEndsMs = row.requested_at.getTime() + (push.keyLastsMs ?? Number.POSITIVE_INFINITY);
  // A push with a condition is not repeated if the platform can say whether it has carried it out.
  const isFound = conditionOf(row) !== undefined && push.find !== undefined;
  if (push.certainty === 'key' && !isFound && !isLate && now.getTime() < keyEndsMs) return 'sendAgain';
  if (push.certainty === 'none' || !push.find) return 'unknown';
  const settled = new Date((row.sent_at?.getTime() ?? 0) + settlesWithinMs(push));
  return settled <= now ? 'find' : settled;
}

/**
 * Handles a push that cannot be sent or looked up, because its connection is not linked or was deleted, or because this
 * server no longer supports the platform. If the push was not sent yet, it fails. If it was sent, its outcome is looked
 * up later, unless the connection was deleted.
 */
async function withoutPlatform(
  ctx: LaneContext,
  tx: Tx,
  row: PushRow,
  { isDeleted, isLinked, status }: { isDeleted: boolean; isLinked: boolean; status: string | undefined },
): Promise<'again'> {
  if (row.step === 'waiting') {
    const message = isDeleted
      ? 'The connection or its company was deleted, so nothing was sent.'
      : isLinked
        ? `This server no longer pushes ${row.data_type} to ${row.platform_key}, so nothing was sent. Ask its operator to enable the platform, then push again.`
        : `The connection is ${status}, so nothing was sent. Ask the company's owner to authorize the connection on the link page, then push again.`;
    await fail(ctx, tx, row, { statusCode: 403, message });
  } else if (isDeleted) await giveUp(ctx, tx, row);
  else {
    const place = { companyId: row.company_id, pushId: row.push_id };
    await changePush(tx, place, { retry_at: new Date(ctx.clock.nowMs() + unlinkedWaitMs) });
  }
  return 'again';
}

function nextLook(head: PushRow | undefined, late: PushRow | undefined): Date | null {
  const times = [head?.retry_at, head?.times_out_at, late?.retry_at].flatMap((time) => (time ? [time.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

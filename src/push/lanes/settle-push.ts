import type { PulledRecord, PushWarning } from '@daybook/connector-kit';
import type { Clock } from '../../base/clock.ts';
import type { ValidationItem } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { ConnectionChanged } from '../../connections/connection-changed.ts';
import { deauthorizeConnection } from '../../connections/deauthorize-connection.ts';
import { lockConnectionWithNext } from '../../connections/store.ts';
import type { Registry } from '../../connectors/registry.ts';
import { publishPushed } from '../../data/write/publish-pushed.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Emit } from '../../events/emit.ts';
import { type Condition, conditionOf } from '../conditions/condition.ts';
import { pushEnded } from '../push-ended.ts';
import { statusCodes } from '../states.ts';
import { changePush, enterState, lockPush, type PushRow } from '../store.ts';
import { failure, type Validation, withWarnings } from '../validation.ts';

/**
 * HTTP statuses of the platform's responses: `providerStatus` for the request itself, `lastPollStatus` for the last
 * poll or look-up.
 */
export type AnsweredStatus = { providerStatus?: number; lastPollStatus?: number };

/** The result of one exchange with the platform. */
export type PushOutcome =
  | (AnsweredStatus & { kind: 'success'; record: PulledRecord; warnings: readonly PushWarning[] })
  | (AnsweredStatus & {
      kind: 'failed';
      statusCode: number;
      message: string;
      errors?: readonly ValidationItem[];
      /** The record is no longer the version that the push was made from. */
      hasMovedOn?: boolean;
      isDeauthorized?: boolean;
    })
  | (AnsweredStatus & {
      kind: 'wait';
      step: 'waiting' | 'sent' | 'accepted';
      retryAtMs: number;
      message: string | null;
      ticket?: string;
      isDeauthorized?: boolean;
    })
  /** The record is still the version that the push was made from, so the push can be sent. */
  | { kind: 'checked'; condition: Condition }
  /** The platform certainly did not carry out the push, so the push is sent again. */
  | { kind: 'notDone' }
  /** Daybook cannot determine whether the platform carried out the push. */
  | { kind: 'unknown' };

export type SettleContext = {
  db: Db;
  clock: Clock;
  log: Log;
  emit: Emit;
  registry: Registry;
  connectionChanged: ConnectionChanged;
  config: { docsUrl: string };
};

const askAPerson =
  'Daybook cannot determine whether the platform carried out this push. Check on the platform, then report the outcome with POST …/push/{pushId}/resolve.';

/**
 * Stores the outcome of an attempt. If another runner has started a newer attempt since then, `attempts` has changed,
 * so this outcome is outdated and is dropped.
 */
export async function settlePush(ctx: SettleContext, before: PushRow, outcome: PushOutcome): Promise<void> {
  const place = { companyId: before.company_id, connectionId: before.connection_id, pushId: before.push_id };
  const row = await ctx.db.transaction(before.account_id, async (tx) => {
    lockConnectionWithNext(tx, place);
    const now = await lockPush(tx, place);
    if (!now || now.attempts !== before.attempts || !isOpen(now)) return undefined;
    if ('isDeauthorized' in outcome && outcome.isDeauthorized)
      await deauthorizeConnection(ctx, tx, { ...place, message: String(outcome.message) });
    await apply(ctx, tx, now, outcome);
    return now;
  });
  const { pushId } = place;
  if (row) ctx.log.info({ pushId, attempts: row.attempts, outcome: summary(outcome) }, 'push attempted');
  else ctx.log.warn({ pushId, outcome: summary(outcome) }, 'push outcome dropped: another runner has taken over');
}

const isOpen = (row: PushRow) => row.step !== 'known' && row.step !== 'unknown';
const summary = ({ kind, ...rest }: PushOutcome) => ('message' in rest ? { kind, message: rest.message } : { kind });

async function apply(ctx: SettleContext, tx: Tx, row: PushRow, outcome: PushOutcome): Promise<void> {
  const place = { companyId: row.company_id, pushId: row.push_id };
  switch (outcome.kind) {
    case 'success':
      return succeed(ctx, tx, row, outcome);
    case 'failed':
      return fail(ctx, tx, row, outcome);
    case 'checked':
      return changePush(tx, place, {
        condition: JSON.stringify(outcome.condition),
        retry_at: null,
        error_message: null,
      });
    case 'notDone':
      return changePush(tx, place, { step: 'waiting', retry_at: null, error_message: null, ...unchecked(row) });
    case 'unknown':
      return giveUp(ctx, tx, row);
    case 'wait':
      return changePush(tx, place, {
        step: outcome.step,
        retry_at: new Date(outcome.retryAtMs),
        ...(outcome.message !== null && { error_message: outcome.message }),
        ...(outcome.ticket !== undefined && { ticket: outcome.ticket }),
        ...statusColumns(outcome),
      });
  }
}

/** A check of the version counts for one request only. */
function unchecked(row: PushRow): { condition?: string } {
  const known = conditionOf(row);
  if (!known) return {};
  const { checkedAt: _, ...condition } = known;
  return { condition: JSON.stringify(condition) };
}

function statusColumns({ providerStatus, lastPollStatus }: AnsweredStatus) {
  return {
    ...(providerStatus !== undefined && { provider_status: providerStatus }),
    ...(lastPollStatus !== undefined && { last_poll_status: lastPollStatus }),
  };
}

async function succeed(
  ctx: SettleContext,
  tx: Tx,
  row: PushRow,
  { record, warnings, ...answered }: Extract<PushOutcome, { kind: 'success' }>,
): Promise<void> {
  const at = ctx.clock.now();
  const validation = withWarnings(ctx.config.docsUrl, warnings, knownOf(row));
  await enter(tx, row, 'Success', {
    at,
    set: {
      record_id: record.id,
      status_code: statusCodes.Success,
      error_message: null,
      ...(validation && { validation: JSON.stringify(validation) }),
      ...statusColumns(answered),
    },
  });
  const published = await publishPushed(tx, {
    companyId: row.company_id,
    connectionId: row.connection_id,
    dataType: row.data_type,
    pushId: row.push_id,
    record,
    at,
  });
  await pushEnded(
    ctx,
    tx,
    { ...row, status: 'Success', record_id: record.id },
    { wasTimedOut: row.status === 'TimedOut', published },
  );
}

const knownOf = ({ validation }: PushRow) => (validation ?? undefined) as Validation | undefined;

export async function fail(
  ctx: { clock: Clock; emit: Emit; config: { docsUrl: string } },
  tx: Tx,
  row: PushRow,
  failed: AnsweredStatus & {
    statusCode: number;
    message: string;
    errors?: readonly ValidationItem[];
    hasMovedOn?: boolean;
  },
): Promise<void> {
  await enter(tx, row, 'Failed', {
    at: ctx.clock.now(),
    set: {
      status_code: failed.statusCode,
      error_message: failed.message,
      ...statusColumns(failed),
      validation: JSON.stringify(failure(ctx.config.docsUrl, failed, knownOf(row))),
    },
  });
  await pushEnded(
    ctx,
    tx,
    { ...row, status: 'Failed', error_message: failed.message },
    { wasTimedOut: row.status === 'TimedOut' },
  );
}

/**
 * Marks a push as timed out. A push that was not sent yet will never be sent. The outcome of a push that was sent is
 * looked up later.
 */
export async function timeOut(ctx: { clock: Clock; emit: Emit }, tx: Tx, row: PushRow): Promise<void> {
  const at = ctx.clock.now();
  const wasSent = row.step !== 'waiting';
  const message = wasSent
    ? `The push did not finish within ${row.timeout_minutes} minutes. An event will report the outcome later.`
    : `The push could not be sent within ${row.timeout_minutes} minutes and will not be sent.${row.error_message ? ` ${row.error_message}` : ''}`;
  const place = { companyId: row.company_id, pushId: row.push_id };
  const told = { status_code: statusCodes.TimedOut, error_message: message, completed_at: at };
  await enterState(tx, place, 'TimedOut', { ...told, retry_at: at, ...(!wasSent && { step: 'known' }) });
  await pushEnded(ctx, tx, { ...row, status: 'TimedOut', error_message: message }, { wasTimedOut: false });
}

export async function giveUp(ctx: { clock: Clock; emit: Emit }, tx: Tx, row: PushRow): Promise<void> {
  const place = { companyId: row.company_id, pushId: row.push_id };
  const set = { step: 'unknown', error_message: askAPerson, retry_at: null } as const;
  if (row.status === 'TimedOut') return changePush(tx, place, set);
  const at = ctx.clock.now();
  await enterState(tx, place, 'TimedOut', { ...set, status_code: statusCodes.TimedOut, completed_at: at });
  await pushEnded(ctx, tx, { ...row, status: 'TimedOut', error_message: askAPerson }, { wasTimedOut: false });
}

/** Changes the push to a final state. If the push had timed out before, it now counts as resolved (`resolved_at`). */
export async function enter(
  tx: Tx,
  row: PushRow,
  state: 'Success' | 'Failed',
  { at, set }: { at: Date; set: Parameters<typeof enterState>[3] },
): Promise<void> {
  const place = { companyId: row.company_id, pushId: row.push_id };
  const wasTimedOut = row.status === 'TimedOut';
  await enterState(tx, place, state, {
    ...set,
    step: 'known',
    retry_at: null,
    ...(wasTimedOut ? { resolved_at: at } : { completed_at: at }),
  });
}

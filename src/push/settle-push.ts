import type { Clock } from '../clock.ts';
import type { ConnectionChanged } from '../connections/connection-changed.ts';
import { deauthorizeConnection } from '../connections/deauthorize-connection.ts';
import { findConnection } from '../connections/store.ts';
import type { PushWarning } from '../connectors/compare-kept.ts';
import type { PulledRecord } from '../connectors/connector.ts';
import type { Registry } from '../connectors/registry.ts';
import { publishPushed } from '../data/publish-pushed.ts';
import type { Db, Tx } from '../db/db.ts';
import type { ValidationItem } from '../errors.ts';
import type { Emit } from '../events/emit.ts';
import type { Log } from '../log.ts';
import { statusCodes } from './states.ts';
import { changePush, enterState, lockPush, type PushRow } from './store.ts';
import { tellPush } from './tell-push.ts';
import { failure, type Validation, withWarnings } from './validation.ts';

/** HTTP statuses of the platform: of the answer to the request itself, and of the last poll or look-up after it. */
export type AnsweredStatus = { providerStatus?: number; lastPollStatus?: number };

/** What one talk with the platform has brought. */
export type Outcome =
  | (AnsweredStatus & { kind: 'success'; record: PulledRecord; warnings: readonly PushWarning[] })
  | (AnsweredStatus & {
      kind: 'failed';
      statusCode: number;
      message: string;
      errors?: readonly ValidationItem[];
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
  /** It was certainly not done: it is sent anew. */
  | { kind: 'notDone' }
  /** Nobody can tell. */
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
  'It is not known whether the platform has done this, and there is no way to find out from here. Look at the platform, then tell by POST …/push/{pushId}/resolve.';

/**
 * Records what has come of an attempt. `attempts` is the fence: where somebody else has taken the push up since, what we
 * know is old.
 */
export async function settlePush(ctx: SettleContext, before: PushRow, outcome: Outcome): Promise<void> {
  const place = { companyId: before.company_id, connectionId: before.connection_id, pushId: before.push_id };
  const row = await ctx.db.transaction(before.account_id, async (tx) => {
    await findConnection(tx, place);
    const now = await lockPush(tx, place);
    if (!now || now.attempts !== before.attempts || !isOpen(now)) return undefined;
    if ('isDeauthorized' in outcome && outcome.isDeauthorized)
      await deauthorizeConnection(ctx, tx, { ...place, message: String(outcome.message) });
    await apply(ctx, tx, now, outcome);
    return now;
  });
  const { pushId } = place;
  if (row) ctx.log.info({ pushId, attempts: row.attempts, outcome: summary(outcome) }, 'a push was attempted');
  else ctx.log.warn({ pushId, outcome: summary(outcome) }, 'a push was taken up by another meanwhile');
}

const isOpen = (row: PushRow) => row.step !== 'known' && row.step !== 'unknown';
const summary = ({ kind, ...rest }: Outcome) => ('message' in rest ? { kind, message: rest.message } : { kind });

async function apply(ctx: SettleContext, tx: Tx, row: PushRow, outcome: Outcome): Promise<void> {
  const place = { companyId: row.company_id, pushId: row.push_id };
  switch (outcome.kind) {
    case 'success':
      return succeed(ctx, tx, row, outcome);
    case 'failed':
      return fail(ctx, tx, row, outcome);
    case 'notDone':
      return changePush(tx, place, { step: 'waiting', retry_at: null, error_message: null });
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
  { record, warnings, ...answered }: Extract<Outcome, { kind: 'success' }>,
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
  await tellPush(
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
  failed: AnsweredStatus & { statusCode: number; message: string; errors?: readonly ValidationItem[] },
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
  await tellPush(
    ctx,
    tx,
    { ...row, status: 'Failed', error_message: failed.message },
    { wasTimedOut: row.status === 'TimedOut' },
  );
}

/** Its time is over. What was never sent never will be; the outcome of what was is looked up. */
export async function timeOut(ctx: { clock: Clock; emit: Emit }, tx: Tx, row: PushRow): Promise<void> {
  const at = ctx.clock.now();
  const wasSent = row.step !== 'waiting';
  const message = wasSent
    ? `It has not ended within ${row.timeout_minutes} minutes. Its outcome is looked up, and told when it is known.`
    : `It could not be sent within ${row.timeout_minutes} minutes, and will not be.${row.error_message ? ` ${row.error_message}` : ''}`;
  const place = { companyId: row.company_id, pushId: row.push_id };
  const told = { status_code: statusCodes.TimedOut, error_message: message, completed_at: at };
  await enterState(tx, place, 'TimedOut', { ...told, retry_at: at, ...(!wasSent && { step: 'known' }) });
  await tellPush(ctx, tx, { ...row, status: 'TimedOut', error_message: message }, { wasTimedOut: false });
}

export async function giveUp(ctx: { clock: Clock; emit: Emit }, tx: Tx, row: PushRow): Promise<void> {
  const place = { companyId: row.company_id, pushId: row.push_id };
  const set = { step: 'unknown', error_message: askAPerson, retry_at: null } as const;
  if (row.status === 'TimedOut') return changePush(tx, place, set);
  const at = ctx.clock.now();
  await enterState(tx, place, 'TimedOut', { ...set, status_code: statusCodes.TimedOut, completed_at: at });
  await tellPush(ctx, tx, { ...row, status: 'TimedOut', error_message: askAPerson }, { wasTimedOut: false });
}

/** An end; of what has timed out, the end that was looked for. */
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

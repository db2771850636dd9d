import { type Kysely, sql, type Updateable } from 'kysely';
import type { Look, Tx } from '../db/db.ts';
import type { PushState, Row, Tables } from '../db/tables.ts';
import { statesBefore } from './states.ts';
import type { Validation } from './validation.ts';

/** SQL on `push` and `push_lane`. */
export type PushRow = Row<'push'>;
export type LanePlace = { companyId: string; connectionId: string };
export type PushPlace = { companyId: string; pushId: string };

const inLane = (tx: Tx, { companyId, connectionId }: LanePlace) =>
  sql<boolean>`account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid and connection_id = ${connectionId}::uuid`;

/**
 * Returns the number of the lane's next push. Locks the lane until the database transaction ends, so that pushes are
 * committed in the order of their numbers.
 */
export async function takeNumber(tx: Tx, lane: LanePlace & { platformKey: string }, wakeAt: Date): Promise<number> {
  const { rows } = await sql<{ last_number: number }>`insert into push_lane as l
      (account_id, company_id, connection_id, platform_key, last_number, wake_at)
    values (${tx.accountId}, ${lane.companyId}, ${lane.connectionId}, ${lane.platformKey}, 1, ${wakeAt})
    on conflict (account_id, company_id, connection_id) do update set last_number = l.last_number + 1,
      wake_at = least(l.wake_at, excluded.wake_at)
    returning last_number`.execute(tx);
  return rows[0]?.last_number ?? 1;
}

export type NewPush = LanePlace &
  Pick<Row<'push'>, 'operation'> & {
    pushId: string;
    number: number;
    platformKey: string;
    dataType: string;
    recordId: string | null;
    record: string | null;
    requested: Date;
    timeoutMinutes: number;
    validation: Validation | null;
    condition?: string | undefined;
    /** The step of a push group. */
    group?: { groupId: string; step: string } | undefined;
  };

export async function insertPush(tx: Tx, push: NewPush): Promise<void> {
  await tx
    .insertInto('push')
    .values({
      account_id: tx.accountId,
      company_id: push.companyId,
      push_id: push.pushId,
      connection_id: push.connectionId,
      number: push.number,
      platform_key: push.platformKey,
      data_type: push.dataType,
      operation: push.operation,
      status: 'Pending',
      step: 'waiting',
      record_id: push.recordId,
      record: push.record,
      prepared: null,
      ticket: null,
      requested_at: push.requested,
      timeout_minutes: push.timeoutMinutes,
      times_out_at: new Date(push.requested.getTime() + push.timeoutMinutes * 60_000),
      completed_at: null,
      resolved_at: null,
      sent_at: null,
      retry_at: null,
      status_code: 202,
      provider_status: null,
      last_poll_status: null,
      error_message: null,
      validation: push.validation && JSON.stringify(push.validation),
      condition: push.condition ?? null,
      group_id: push.group?.groupId ?? null,
      group_step: push.group?.step ?? null,
    })
    .execute();
}

/**
 * Takes the lane unless another runner holds it. Returns the fencing token `fence`, or undefined if the lane was not
 * taken. When another runner takes the lane, the token changes, and writes with the old token no longer match any row.
 */
export async function takeLane(
  tx: Tx,
  place: LanePlace,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('push_lane')
    .set({ fence: sql<number>`fence + 1`, lease_until: leaseUntil, wake_at: leaseUntil })
    .where(inLane(tx, place))
    .where((of) => of.or([of('lease_until', 'is', null), of('lease_until', '<=', now)]))
    .returning('fence')
    .executeTakeFirst();
  return row?.fence;
}

/**
 * Renews the lease and locks the lane until the transaction ends. Returns false if another runner has taken the lane.
 */
export async function keepLane(
  tx: Tx,
  place: LanePlace,
  { fence, leaseUntil }: { fence: number; leaseUntil: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('push_lane')
    .set({ lease_until: leaseUntil, wake_at: leaseUntil })
    .where(inLane(tx, place))
    .where('fence', '=', fence)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseLane(
  tx: Tx,
  place: LanePlace,
  { fence, wakeAt }: { fence: number; wakeAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('push_lane')
    .set({ lease_until: null, wake_at: wakeAt })
    .where(inLane(tx, place))
    .where('fence', '=', fence)
    .execute();
}

/** Returns the first pending push of the lane, and the timed-out push whose outcome is looked up next. */
export async function findNext(tx: Tx, place: LanePlace): Promise<{ head?: PushRow; late?: PushRow }> {
  const open = () =>
    tx.selectFrom('push').selectAll().where(inLane(tx, place)).where('step', 'in', ['waiting', 'sent', 'accepted']);
  const head = await open().where('status', '=', 'Pending').orderBy('number').limit(1).executeTakeFirst();
  const late = await open().where('status', '=', 'TimedOut').orderBy('retry_at').limit(1).executeTakeFirst();
  return { ...(head && { head }), ...(late && { late }) };
}

export async function lockPush(tx: Tx, { companyId, pushId }: PushPlace): Promise<PushRow | undefined> {
  return tx
    .selectFrom('push')
    .selectAll()
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('push_id', '=', pushId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the connection of a push. */
export async function findLaneOf(tx: Tx, { companyId, pushId }: PushPlace): Promise<LanePlace | undefined> {
  const row = await tx
    .selectFrom('push')
    .select('connection_id')
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('push_id', '=', pushId)
    .executeTakeFirst();
  return row && { companyId, connectionId: row.connection_id };
}

type Changes = Omit<Updateable<Tables['push']>, 'status' | 'account_id' | 'company_id' | 'push_id' | 'number'>;

/** Changes the push without changing its state. */
export async function changePush(tx: Tx, place: PushPlace, set: Changes): Promise<void> {
  await update(tx, place, set).execute();
}

/**
 * Changes the state of the push. If the transition from its current state is not allowed, changes nothing and returns
 * false.
 */
export async function enterState(tx: Tx, place: PushPlace, state: PushState, set: Changes): Promise<boolean> {
  const { numUpdatedRows } = await update(tx, place, { ...set, status: state })
    .where('status', 'in', statesBefore(state))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function update(tx: Tx, { companyId, pushId }: PushPlace, set: Changes & { status?: PushState }) {
  return tx
    .updateTable('push')
    .set(set)
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('push_id', '=', pushId);
}

/** Makes the push and its lane due now, even if they are waiting for a later time. Used by the operator. */
export async function wakeLane(tx: Tx, place: LanePlace & PushPlace, at: Date): Promise<void> {
  await tx.updateTable('push_lane').set({ wake_at: at }).where(inLane(tx, place)).execute();
  await changePush(tx, place, { retry_at: at });
}

/** Whether any lane is due. */
export const isAnyLaneDue = ({ now }: Look) => sql<boolean>`exists (select from push_lane where wake_at <= ${now})`;

export type DueLane = LanePlace & { accountId: string; platformKey: string };

/**
 * Returns due lanes and sets their `wake_at` to `putOffTo`, so that no other process starts the same lanes. If this
 * process does not start a lane after all, the lane is due again at `putOffTo`.
 */
export async function takeDueLanes(
  system: Kysely<Tables>,
  { now, putOffTo, limit }: { now: Date; putOffTo: Date; limit: number },
): Promise<DueLane[]> {
  const { rows } = await sql<DueLane>`update push_lane l set wake_at = ${putOffTo}
    where ctid = any (array(select ctid from push_lane where wake_at <= ${now} order by wake_at limit ${limit} for update skip locked))
    returning account_id as "accountId", company_id as "companyId", connection_id as "connectionId",
      platform_key as "platformKey"`.execute(system);
  return rows;
}

/** Whether the company exists and has not been deleted. */
export async function isCompanyThere(tx: Tx, companyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('company')
    .select('deleted_at')
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row !== undefined && row.deleted_at === null;
}

/**
 * Runs after a restore. A push that was still waiting when the backup was made may have been sent since then. So its
 * step becomes `sent`. Its outcome is then looked up on the platform by its idempotency key or reference, or a person
 * must resolve it. Returns the number of such pushes.
 */
export async function suspectSent(system: Kysely<Tables>, now: Date): Promise<number> {
  const suspected = await sql`update push set step = 'sent', sent_at = coalesce(sent_at, ${now})
    where step = 'waiting' and status = 'Pending'`.execute(system);
  await sql`update push_lane l set lease_until = null, wake_at = ${now} where exists (
    select from push p where p.account_id = l.account_id and p.company_id = l.company_id
      and p.connection_id = l.connection_id and p.step in ('sent', 'accepted'))`.execute(system);
  return Number(suspected.numAffectedRows ?? 0);
}

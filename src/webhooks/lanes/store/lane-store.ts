import { dayMs } from '../../../base/durations.ts';
import { firstIdAt } from '../../../base/id-times.ts';
import type { ConsumerRow } from '../lane-consumer.ts';
import { joined, lanesInOneNotification, wakeChannel } from '../lane-wakeups.ts';
import type { LaneConnection, Statement } from './lane-connection.ts';
import { micros } from './lane-time.ts';

/** Statements that lock and unlock lanes and read their due deliveries. None of these statements writes rows. */

/** First key of every advisory lock on a lane; the second key is the lane's number. */
export const lockSpace = 77;

/**
 * A first attempt may be made this long before its due time, because the clock of the process that emitted the event
 * may be ahead.
 */
const clockDifferenceMs = 5000;
/** Messages older than this are looked up in all daily partitions, younger messages only in those up to tomorrow. */
const youngMs = 2 * dayMs;

export type ClaimedDelivery = {
  messageId: string;
  attempts: number;
  /** Start of the 28-hour retry window; undefined before the first attempt. */
  firstMs: number | undefined;
  /** Due time of a retry; undefined for a first attempt. For an ordered consumer, `hold_until` is used instead. */
  dueMs: number | undefined;
  cause: string;
  body: string;
  /** The trace in which the message was written, if it was traced. */
  trace: string | undefined;
};

export type LaneClaim = {
  lane: number;
  limit: number;
  /** Ids of messages that this process has already claimed and must not claim again. */
  held: Iterable<string>;
  /** The claim continues after this position. Undefined if it starts at the beginning of the lane. */
  after: Position | undefined;
  knownVersion: number | undefined;
};

export type Position = { dueAt: string; messageId: string };

export type ClaimedLane = {
  lane: number;
  /** Undefined if the consumer has been deleted. */
  consumer:
    | {
        isEnabled: boolean;
        failingSinceMs: number | undefined;
        holdUntilMs: number | undefined;
        /** Set only if the consumer has changed since `knownVersion`. */
        row: ConsumerRow | undefined;
      }
    | undefined;
  deliveries: ClaimedDelivery[];
  last: Position | undefined;
  /** Ids of messages that have a delivery but are no longer in the message log. */
  orphans: string[];
};

const lockStatement: Statement<{ lane: string }> = {
  name: 'lane_lock',
  text: `select lane from unnest($1::int[]) lane where pg_try_advisory_lock(${lockSpace}, lane)`,
};
const unlockStatement: Statement = {
  name: 'lane_unlock',
  text: `select count(pg_advisory_unlock(${lockSpace}, l)) from unnest($1::int[]) l`,
};

/**
 * Returns the lanes that it could lock. The claim is a separate statement and runs afterwards, so that the claim sees
 * the rows that the previous owner of a lane has written.
 */
export async function lockLanes(connection: LaneConnection, lanes: readonly number[]): Promise<number[]> {
  const rows = await connection.query(lockStatement, [`{${lanes.join()}}`]);
  return rows.map(({ lane }) => Number(lane));
}

export async function unlockLanes(connection: LaneConnection, lanes: readonly number[]): Promise<void> {
  await connection.query(unlockStatement, [`{${lanes.join()}}`]);
}

const notifyStatement: Statement = { name: 'lane_notify', text: 'select pg_notify($1, $2)' };

/** Notifies all workers that deliveries of these lanes may be due. */
export async function notifyLanes(connection: LaneConnection, lanes: readonly number[]): Promise<void> {
  for (let at = 0; at < lanes.length; at += lanesInOneNotification)
    await connection.query(notifyStatement, [wakeChannel, lanes.slice(at, at + lanesInOneNotification).join()]);
}

/** Notifies all workers that this session can hold lanes from now on. */
export async function announceSession(connection: LaneConnection): Promise<void> {
  await connection.query(notifyStatement, [wakeChannel, joined]);
}

const isDue = 'd.due_at <= $3::timestamptz and (d.attempts = 0 or d.due_at <= $2::timestamptz)';
const lookStatement: Statement<{ lane: string }> = {
  name: 'lane_look',
  text: `select l.lane from unnest($1::int[]) l (lane) left join consumer c on c.lane = l.lane
    where (c.hold_until is null or c.hold_until <= $2::timestamptz)
      and exists (select from delivery d where d.lane = l.lane and ${isDue})`,
};

/**
 * Returns those of the given lanes that have due deliveries. Runs after the lanes were unlocked, to find deliveries
 * that arrived in the meantime.
 */
export async function findDueLanes(
  connection: LaneConnection,
  { lanes, nowMs }: { lanes: readonly number[]; nowMs: number },
): Promise<number[]> {
  const rows = await connection.query(lookStatement, [`{${lanes.join()}}`, ...dueTimes(nowMs)]);
  return rows.map(({ lane }) => Number(lane));
}

const epochMs = (column: string) => `(extract(epoch from ${column}) * 1000)::int8`;
/** A row per due delivery, or one row without a delivery for a lane that has none. */
type ClaimRow = {
  lane: string;
  /** Null if the consumer has been deleted. */
  is_enabled: string | null;
  failing_since_ms: string | null;
  hold_until_ms: string | null;
  consumer: string | null;
  message_id: string | null;
  due_at: string | null;
  attempts: string | null;
  first_ms: string | null;
  cause: string | null;
  body: string | null;
  trace: string | null;
};
const claimStatement: Statement<ClaimRow> = {
  name: 'lane_claim',
  text: `with l as materialized (
      select lane, n, held::uuid[] as held, after_at::timestamptz as after_at, after_id::uuid as after_id, known
      from unnest($1::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::int[]) u (lane, n, held, after_at, after_id, known))
    select l.lane, c.is_enabled, ${epochMs('c.failing_since')} as failing_since_ms, ${epochMs('c.hold_until')} as hold_until_ms,
      case when c.version is distinct from l.known then row_to_json(c) end as consumer,
      d.message_id, d.due_at, d.attempts, ${epochMs('d.first_at')} as first_ms, d.cause, m.body, m.trace
    from l left join consumer c on c.lane = l.lane
    left join lateral (select d.account_id, d.message_id, d.due_at, d.attempts, d.first_at, d.cause from delivery d
      where d.lane = l.lane and (d.due_at, d.message_id) > (l.after_at, l.after_id) and ${isDue}
        and d.message_id <> all (l.held)
      order by d.due_at, d.message_id limit l.n) d
      on c.is_enabled and (c.hold_until is null or c.hold_until <= $2::timestamptz)
    left join message m on m.account_id = d.account_id and m.message_id = d.message_id
      and m.message_id >= $9::uuid and m.message_id < $10::uuid`,
};
const oldBodiesStatement: Statement<{ message_id: string; body: string; trace: string | null }> = {
  name: 'lane_old_bodies',
  text: `select m.message_id, m.body, m.trace from unnest($1::int[], $2::uuid[]) u (lane, message_id)
    join consumer c on c.lane = u.lane
    join message m on m.account_id = c.account_id and m.message_id = u.message_id`,
};

const fromTheHead: Position = { dueAt: '-infinity', messageId: '00000000-0000-0000-0000-000000000000' };

/**
 * Reads the due deliveries of lanes that this process owns. Needs one round trip, or two if a message is older than 48
 * hours.
 */
export async function claimDue(
  connection: LaneConnection,
  { claims, nowMs }: { claims: readonly LaneClaim[]; nowMs: number },
): Promise<ClaimedLane[]> {
  const list = (read: (claim: LaneClaim) => string) => `{${claims.map(read).join()}}`;
  const rows = await connection.query(claimStatement, [
    list(({ lane }) => String(lane)),
    ...dueTimes(nowMs),
    list(({ limit }) => String(limit)),
    list(({ held }) => `"{${[...held].join()}}"`),
    list(({ after }) => `"${(after ?? fromTheHead).dueAt}"`),
    list(({ after }) => (after ?? fromTheHead).messageId),
    list(({ knownVersion }) => String(knownVersion ?? -1)),
    firstIdAt(nowMs - youngMs),
    firstIdAt(nowMs + dayMs),
  ]);
  const old = await readOldBodies(connection, rows);
  const claimed: ClaimedLane[] = [];
  let current: ClaimedLane | undefined;
  for (const row of rows) {
    const lane = Number(row.lane);
    if (current?.lane !== lane) {
      current = startLane(lane, row);
      claimed.push(current);
    }
    const { message_id: messageId, due_at: dueAt } = row;
    if (messageId === null || dueAt === null) continue;
    current.last = { dueAt, messageId };
    const message = row.body === null ? old.get(messageId) : { body: row.body, trace: row.trace };
    if (message) current.deliveries.push(toDelivery(row, message));
    else current.orphans.push(messageId);
  }
  return claimed;
}

const toMs = (text: string | null) => (text ? Number(text) : undefined);

function startLane(lane: number, row: ClaimRow): ClaimedLane {
  const consumer = row.is_enabled !== null && {
    isEnabled: row.is_enabled === 't',
    failingSinceMs: toMs(row.failing_since_ms),
    holdUntilMs: toMs(row.hold_until_ms),
    row: row.consumer ? JSON.parse(row.consumer) : undefined,
  };
  return { lane, consumer: consumer || undefined, deliveries: [], last: undefined, orphans: [] };
}

type StoredMessage = { body: string; trace: string | null };

function toDelivery(row: ClaimRow, { body, trace }: StoredMessage): ClaimedDelivery {
  return {
    messageId: row.message_id ?? '',
    attempts: Number(row.attempts),
    firstMs: toMs(row.first_ms),
    dueMs: row.first_ms && row.due_at ? Math.floor(micros(row.due_at) / 1000) : undefined,
    cause: row.cause ?? 'e',
    body,
    trace: trace ?? undefined,
  };
}

/** Returns the messages that are older than 48 hours, by their ids. */
async function readOldBodies(
  connection: LaneConnection,
  rows: readonly ClaimRow[],
): Promise<ReadonlyMap<string, StoredMessage>> {
  const missing = rows.filter(({ message_id, body }) => message_id !== null && body === null);
  if (missing.length === 0) return new Map();
  const found = await connection.query(oldBodiesStatement, [
    `{${missing.map(({ lane }) => lane).join()}}`,
    `{${missing.map(({ message_id }) => message_id).join()}}`,
  ]);
  return new Map(found.map((message) => [message.message_id, message]));
}

function dueTimes(nowMs: number): string[] {
  return [new Date(nowMs).toISOString(), new Date(nowMs + clockDifferenceMs).toISOString()];
}

import type { LaneConnection, Statement } from './lane-connection.ts';

/** The only recovery there is: lanes that no bell was rung for, because its time had not come or the ringer had died. */

/** Of an ordered consumer the first delivery keeps its place and the consumer waits; of others the delivery waits. */
const retriesStatement: Statement = {
  name: 'sweep_retries',
  text: `select distinct lane from delivery
      where attempts > 0 and due_at > $1::timestamptz and due_at <= $2::timestamptz
    union select lane from consumer where hold_until > $1::timestamptz and hold_until <= $2::timestamptz`,
};

/** Lanes whose retries have come due after `afterMs`. */
export async function findDueRetries(
  connection: LaneConnection,
  { afterMs, nowMs }: { afterMs: number; nowMs: number },
): Promise<number[]> {
  const rows = await connection.query(retriesStatement, [time(afterMs), time(nowMs)]);
  return rows.map(([lane]) => Number(lane));
}

/** Also those whose consumer takes nothing more: what is left in them is cleared, due or not. Jumps from lane to lane in the index: some 3 µs for each, however much is in it. */
const overdueStatement: Statement = {
  name: 'sweep_overdue',
  text: `with recursive head as (
      (select lane, due_at from delivery order by lane, due_at, message_id limit 1)
      union all
      select n.lane, n.due_at from head cross join lateral (select d.lane, d.due_at from delivery d
        where d.lane > head.lane order by d.lane, d.due_at, d.message_id limit 1) n
    ) select h.lane, (extract(epoch from h.due_at) * 1000)::int8 from head h left join consumer c on c.lane = h.lane
      where (h.due_at <= $1::timestamptz and (c.hold_until is null or c.hold_until <= $2::timestamptz))
        or c.lane is null or not c.is_enabled`,
};
const ownedStatement: Statement = {
  name: 'sweep_owned',
  text: `select objid::int8 from pg_locks where locktype = 'advisory' and classid = 77 and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`,
};

export type Overdue = { lanes: number[]; oldestMs: number | undefined };

/** Lanes that are overdue by `byMs` and that nobody owns: to ring for others' would only disturb them. */
export async function findOverdue(
  connection: LaneConnection,
  { nowMs, byMs }: { nowMs: number; byMs: number },
): Promise<Overdue> {
  const rows = await connection.query(overdueStatement, [time(nowMs - byMs), time(nowMs)]);
  if (rows.length === 0) return { lanes: [], oldestMs: undefined };
  const owned = new Set((await connection.query(ownedStatement)).map(([lane]) => lane));
  return {
    lanes: rows.filter(([lane]) => !owned.has(lane ?? '')).map(([lane]) => Number(lane)),
    oldestMs: rows.reduce((least, [, due]) => Math.min(least, Number(due)), nowMs),
  };
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}

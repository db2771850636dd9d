import { type Kysely, sql } from 'kysely';
import { type Eraser, tableEraser } from '../../companies/erase-rows.ts';
import type { Tx } from '../../db/db.ts';
import { isHeldSync, unfinishedList } from '../../db/sync-states.ts';
import type { Tables } from '../../db/tables.ts';
import { lockPins } from './pins.ts';
import { readUse, type SnapshotUse, type UseContext } from './read-held.ts';
import type { SnapshotPlace } from './take-snapshot.ts';

export type SnapshotToInsert = SnapshotPlace & {
  name: string | null;
  requestedAt: Date;
  keptUntil: Date;
  /** For a fresh snapshot. */
  waitsUntil: Date | null;
  maxSpreadSeconds: number | null;
};

/** Locks the pins of the account, so that no other snapshot can be taken, and returns what its snapshots use. */
export async function lockUse(ctx: UseContext, tx: Tx): Promise<SnapshotUse> {
  await lockPins(tx);
  return readUse(ctx, tx);
}

export async function insertSnapshot(tx: Tx, made: SnapshotToInsert): Promise<void> {
  await sql`insert into company_snapshot (account_id, company_id, snapshot_id, name, requested_at, kept_until, waits_until,
      max_spread_seconds)
    values (${tx.accountId}, ${made.companyId}, ${made.snapshotId}, ${made.name}, ${made.requestedAt}, ${made.keptUntil},
      ${made.waitsUntil}, ${made.maxSpreadSeconds})`.execute(tx);
}

/** The syncs that a snapshot waits for, and in which round. */
export async function noteRound(
  tx: Tx,
  of: SnapshotPlace,
  { waitsFor, round }: { waitsFor: readonly string[]; round: number },
): Promise<void> {
  await sql`update company_snapshot set waits_for = ${[...waitsFor]}::uuid[], rounds = ${round}
    where ${place(tx, of)}`.execute(tx);
}

/** What a snapshot that waits knows when the syncs of its round have ended. */
export type Round = {
  round: number;
  waitsUntil: Date | null;
  maxSpreadSeconds: number | null;
  /** Data sets whose sync was already running when the snapshot was requested. */
  missed: { connectionId: string; dataType: string }[];
  /** How far apart the data sets were read that were read since the request. */
  spreadSeconds: number;
};

/** Locks the snapshot. Returns undefined if it no longer waits. */
export async function lockRound(tx: Tx, of: SnapshotPlace, now: Date): Promise<Round | undefined> {
  await lockPins(tx);
  await lockSnapshot(tx, of);
  const { rows } = await sql<Round>`select c.rounds as round, c.waits_until as "waitsUntil",
      c.max_spread_seconds as "maxSpreadSeconds",
      (select coalesce(json_agg(json_build_object('connectionId', s.connection_id, 'dataType', s.data_type)), '[]')
        from sync s where s.account_id = c.account_id and s.company_id = c.company_id and s.sync_id = any (c.waits_for)
          and s.started_at < c.requested_at and s.completed_at is not null) as missed,
      (select coalesce(extract(epoch from max(s.completed_at) - min(s.started_at)), 0)::float8 from data_set d
        join sync s on s.account_id = d.account_id and s.company_id = d.company_id
          and s.sync_id = d.latest_successful_sync_id and s.started_at >= c.requested_at
        where d.account_id = c.account_id and d.company_id = c.company_id) as "spreadSeconds"
    from company_snapshot c where ${place(tx, of)} and c.taken_at is null and not c.is_released
      and c.kept_until > ${now}::timestamptz`.execute(tx);
  return rows[0];
}

const place = (tx: Tx, { companyId, snapshotId }: SnapshotPlace) =>
  sql<boolean>`account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid and snapshot_id = ${snapshotId}::uuid`;

export type SnapshotEnd = { kept_until: Date };

/** Locks the snapshot until the transaction ends. */
export async function lockSnapshot(tx: Tx, of: SnapshotPlace): Promise<SnapshotEnd | undefined> {
  const { rows } = await sql<SnapshotEnd>`select kept_until from company_snapshot
    where ${place(tx, of)} for update`.execute(tx);
  return rows[0];
}

/** Changes the name and the end. With an end that has come, nobody can read the snapshot from the commit on. */
export async function changeSnapshot(
  tx: Tx,
  of: SnapshotPlace,
  { name, keptUntil }: { name?: string | null | undefined; keptUntil?: Date | undefined },
): Promise<void> {
  const isNamed = name !== undefined;
  await sql`update company_snapshot set name = case when ${isNamed}::boolean then ${name ?? null}::text else name end,
    kept_until = coalesce(${keptUntil ?? null}::timestamptz, kept_until) where ${place(tx, of)}`.execute(tx);
}

export type DueSnapshot = { accountId: string; companyId: string; snapshotId: string };

const isOpen = sql`not exists (select from account_departure m where m.account_id = c.account_id
  and m.state in ('handed', 'moved'))`;
const keys = sql`c.account_id as "accountId", c.company_id as "companyId", c.snapshot_id as "snapshotId"`;

export const isAnyWaiting = sql<boolean>`exists (select from company_snapshot where taken_at is null and not is_released)`;
export const isAnyToRelease = (now: unknown) =>
  sql<boolean>`exists (select from company_snapshot where kept_until <= ${now}::timestamptz and not is_released)`;

/** Snapshots none of whose syncs can still end without a person, and those that have waited long enough. */
export async function findReady(system: Kysely<Tables>, now: Date): Promise<DueSnapshot[]> {
  const { rows } = await sql<DueSnapshot>`select ${keys} from company_snapshot c
    where c.taken_at is null and not c.is_released and c.kept_until > ${now}::timestamptz and ${isOpen}
      and (c.waits_until <= ${now}::timestamptz or not exists (select from sync s where s.account_id = c.account_id
        and s.company_id = c.company_id and s.sync_id = any (c.waits_for) and s.status in ${unfinishedList}
        and not (${isHeldSync('s')})))
    order by c.requested_at limit 100`.execute(system);
  return rows;
}

export async function findEnded(system: Kysely<Tables>, now: Date): Promise<DueSnapshot[]> {
  const { rows } = await sql<DueSnapshot>`select ${keys} from company_snapshot c
    where c.kept_until <= ${now}::timestamptz and not c.is_released and ${isOpen}
    order by c.kept_until limit 100`.execute(system);
  return rows;
}

export type ReleasedSet = { data_set_id: number; generation: number };

/**
 * Takes the pins of an ended snapshot away. Returns its data sets with their oldest generation that is stored without
 * pins, or undefined if the snapshot is kept longer meanwhile.
 */
export async function releasePins(tx: Tx, of: SnapshotPlace, now: Date): Promise<ReleasedSet[] | undefined> {
  await lockPins(tx);
  const found = await lockSnapshot(tx, of);
  if (!found || found.kept_until > now) return undefined;
  const { rows } = await sql<ReleasedSet>`with released as (
      update company_snapshot_set set is_released = true where ${place(tx, of)} returning data_set_id
    )
    select d.data_set_id, d.oldest_generation as generation from data_set d
    where d.account_id = ${tx.accountId}::uuid and d.company_id = ${of.companyId}::uuid
      and d.data_set_id in (select data_set_id from released)`.execute(tx);
  return rows;
}

export async function noteReleased(tx: Tx, of: SnapshotPlace): Promise<void> {
  await sql`update company_snapshot set is_released = true where ${place(tx, of)}`.execute(tx);
}

/** Removes snapshots that ended before this time. Until then, a request for one returns 410 and not 404. */
export async function forgetSnapshots(system: Kysely<Tables>, before: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`with gone as (
      delete from company_snapshot c where c.is_released and c.kept_until < ${before}::timestamptz and ${isOpen}
      returning c.account_id, c.company_id, c.snapshot_id
    ), sets as (
      delete from company_snapshot_set p using gone g where p.account_id = g.account_id and p.company_id = g.company_id
        and p.snapshot_id = g.snapshot_id
    )
    select count(*) as n from gone`.execute(system);
  return rows[0]?.n ?? 0;
}

/** What a snapshot has pinned of a data set. It goes with the data set. */
export const pinEraser: Eraser = tableEraser({
  name: 'snapshotSets',
  table: 'company_snapshot_set',
  key: { data_set_id: 'bigint', generation: 'int', snapshot_id: 'uuid' },
});

export const snapshotErasers: readonly Eraser[] = [
  tableEraser({ name: 'snapshots', table: 'company_snapshot', key: { snapshot_id: 'uuid' } }),
];

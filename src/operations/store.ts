import { type Kysely, sql } from 'kysely';
import type { Measured } from '../db/database-clock.ts';
import type { Row, Tables } from '../db/tables.ts';
import { fixedStatement } from '../db/wire/fixed-statement.ts';

/**
 * SQL on `cell_state`, `process` and `cell_secret`. Their rows belong to the cell (the installation), not to an
 * account.
 */
type System = Kysely<Tables>;

export type CellState = {
  maintenance: boolean;
  message: string | null;
  retryAfterSeconds: number;
  processes: number;
  /** True if the database is not the one that was served last (notice-restore.ts). */
  isRestored: boolean;
};

/** A process that has sent no heartbeat for longer than this has died or hangs. */
const aliveForMs = 5000;

/**
 * Records that the process is alive, and reads the state of the cell and the time. In a restored database it records
 * nothing: the last heartbeat shows how old the backup is.
 */
const beatStatement = fixedStatement(
  (process: Row<'process'>) => [
    process.process_id,
    process.role,
    process.host,
    process.pid,
    process.version,
    process.started_at,
  ],
  ([processId, role, host, pid, version, startedAt]) => sql<CellState & { ms: number }>`with given as materialized (
      select ${processId}::uuid as process_id, ${role}::text as role, ${host}::text as host, ${pid}::int as pid,
        ${version}::text as version, ${startedAt}::timestamptz as started_at
    ), here as materialized (
      select coalesce(served_as <> database_identity(), false) as is_restored from cell_state
    ), beat as (
      insert into process (process_id, role, host, pid, version, started_at, heartbeat_at)
      select given.*, now() from given, here where not is_restored
      on conflict (process_id) do update set heartbeat_at = excluded.heartbeat_at
    ), others as (
      select count(*)::int as n from process p, given
      where p.role <> 'worker' and p.process_id <> given.process_id
        and p.heartbeat_at > now() - ${sql.lit(`${aliveForMs} milliseconds`)}::interval
    )
    select s.maintenance, s.maintenance_message as message, s.maintenance_retry_after_seconds as "retryAfterSeconds",
      others.n + 1 as processes, here.is_restored as "isRestored",
      extract(epoch from clock_timestamp())::float8 * 1000 as ms
    from cell_state s, others, here`,
);

/** Runs once per second in each process. `onTime` gets PostgreSQL's time. */
export async function heartbeat(
  system: System,
  process: Row<'process'>,
  onTime: (measured: Measured) => void = () => {},
): Promise<CellState> {
  const sentAt = performance.now();
  const { rows } = await system.executeQuery(beatStatement(system, process));
  if (!rows[0]) throw cellStateMissing();
  const { ms, ...state } = rows[0];
  onTime({ sentAt, receivedAt: performance.now(), ms });
  return state;
}

export async function removeProcess(system: System, processId: string): Promise<void> {
  await system.deleteFrom('process').where('process_id', '=', processId).execute();
}

export async function removeDeadProcesses(system: System): Promise<void> {
  await sql`delete from process where heartbeat_at < now() - interval '1 hour'`.execute(system);
}

export async function setMaintenance(
  system: System,
  state: { on: boolean; message: string | null; retryAfterSeconds: number; since: Date },
): Promise<void> {
  await system
    .updateTable('cell_state')
    .set({
      maintenance: state.on,
      maintenance_message: state.on ? state.message : null,
      maintenance_retry_after_seconds: state.retryAfterSeconds,
      maintenance_since: state.on ? state.since : null,
    })
    .execute();
}

export async function readMaintenance(system: System) {
  return system.selectFrom('cell_state').selectAll().executeTakeFirstOrThrow();
}

/**
 * Reads the secret, and creates it if the cell has none. If two processes create it at once, both use the one that was
 * stored first.
 */
export async function readCellSecret(system: System, name: string, makeSealed: () => string): Promise<string> {
  await system
    .insertInto('cell_secret')
    .values({ name, sealed: makeSealed() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await system
    .selectFrom('cell_secret')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.sealed;
}

export const cellStateMissing = () => new Error('cell_state has no row: run "daybook db upgrade".');

export type ProcessLine = Row<'process'> & { is_alive: boolean };

/** Reads all processes. Heartbeats and their age both use PostgreSQL's clock. */
export async function readProcessLines(system: System): Promise<ProcessLine[]> {
  const { rows } = await sql<ProcessLine>`select process.*,
      heartbeat_at > now() - ${aliveForMs} * interval '1 millisecond' as is_alive
    from process order by started_at`.execute(system);
  return rows;
}

export async function readProcesses(system: System): Promise<Row<'process'>[]> {
  return system.selectFrom('process').selectAll().orderBy('started_at').execute();
}

/**
 * Returns when a process last wrote to the database, by PostgreSQL's clock. Undefined if none ever ran. While processes
 * run (`isRunning`), only heartbeats count: lanes may already have written to the restored database.
 */
export async function readLastSign(system: System, { isRunning }: { isRunning: boolean }): Promise<Date | undefined> {
  const { rows } = await sql<{ beat: Date | null; seen: Date | null }>`select
    (select max(heartbeat_at) from process) as beat, (select max(seen_at) from lanes_watch) as seen`.execute(system);
  const { beat = null, seen = null } = rows[0] ?? {};
  if (isRunning && beat) return beat;
  return beat && seen ? (beat > seen ? beat : seen) : (beat ?? seen ?? undefined);
}

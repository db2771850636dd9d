import { type Kysely, sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import { cellStateMissing, readLastSign } from './store.ts';

/**
 * What to check after the database was restored from a backup. A restored database is out of date, so what it still has
 * to send may already have been sent. When a process starts, it detects a restore by `database_identity()`, before it
 * serves or sends anything. Running processes detect it by their heartbeat. The operator can also report a restore with
 * `daybook db check --restored`.
 */
export type Restored = {
  /** Everything that was committed before this time is in the restored database. */
  restoredTo: Date;
  /** Number of pushes to look up on their platforms before anything is sent. */
  pushes: number;
  /** Authorizations whose refresh tokens may have been replaced since the backup. */
  authorizations: Authorization[];
  /** False if a process has noticed the restore before the operator reported it, and the accounts were told then. */
  isNew: boolean;
};

export type Authorization = {
  accountId: string;
  companyId: string;
  connectionId: string;
  platform: string;
  renewedAt: Date;
};

/**
 * Steps that other modules run after a restore (see restore-steps.ts). The first two run in the database transaction
 * that records the restore.
 */
export type RestoreSteps = {
  suspectSent(system: Kysely<Tables>, now: Date): Promise<number>;
  suspectTokens(system: Kysely<Tables>, now: Date): Promise<Authorization[]>;
  /**
   * Informs the next accounts about the restore. Returns the id of the last of them, or undefined if all accounts have
   * been informed.
   */
  tellAccounts(ctx: { clock: Clock }, system: Kysely<Tables>, telling: Telling): Promise<string | undefined>;
};

/**
 * How far accounts have been informed about the restore. `after` is the id of the last informed account. Times are ISO
 * strings.
 */
export type Telling = { restoredTo: string; noticedAt: string; after?: string };

/**
 * `restoredTo` is this much earlier than the last heartbeat in the restored database. An event gets its time before its
 * transaction commits, so an event from shortly before that heartbeat can be missing, too.
 */
const marginMs = 10_000;

/** A start waits at most this long until the accounts are informed. With many accounts, workers inform the others later. */
const startWaitsMs = 5000;

type Noticing = { steps: RestoreSteps; isKnown?: boolean; isRunning?: boolean; tellWithinMs?: number };

export async function noticeRestore(
  ctx: { db: Db; clock: Clock; log: Log },
  /** `isKnown`: the operator states that the database was restored. `isRunning`: noticed by a running process. */
  {
    steps,
    isKnown = false,
    isRunning = false,
    tellWithinMs = isKnown ? Number.POSITIVE_INFINITY : startWaitsMs,
  }: Noticing,
): Promise<Restored | undefined> {
  const restored = await ctx.db.system.transaction().execute(async (tx) => {
    // One process does this. The others wait for the lock before they send anything.
    const { rows } = await sql<{ before: string | null; now: string; noticedTo: Date | null }>`
      select served_as as before, database_identity() as now,
        case when noticed_at > pg_postmaster_start_time() then noticed_to end as "noticedTo"
      from cell_state for update`.execute(tx);
    const [row] = rows;
    if (!row) throw cellStateMissing();
    if (row.before !== row.now) await sql`update cell_state set served_as = ${row.now}`.execute(tx);
    if (!isKnown && (row.before === null || row.before === row.now)) return undefined;
    const noticedAt = ctx.clock.now();
    const pushes = await steps.suspectSent(tx, noticedAt);
    const authorizations = await steps.suspectTokens(tx, noticedAt);
    // Every restore of another kind than a dump starts the server again, and a dump changes the identity. So this one
    // was noticed already.
    if (row.before === row.now && row.noticedTo)
      return { restoredTo: row.noticedTo, pushes, authorizations, isNew: false };
    const restoredTo = new Date(((await readLastSign(tx, { isRunning })) ?? noticedAt).getTime() - marginMs);
    await sql`update cell_state set noticed_at = now(), noticed_to = ${restoredTo}`.execute(tx);
    await setTelling(tx, { restoredTo: restoredTo.toISOString(), noticedAt: noticedAt.toISOString() });
    return { restoredTo, pushes, authorizations, isNew: true };
  });
  if (restored?.isNew)
    ctx.log.warn(
      {
        restoredTo: restored.restoredTo,
        pushes: restored.pushes,
        authorizations: restored.authorizations.length,
      },
      'this database was restored from a backup, or a standby took over; unfinished pushes are looked up before anything is sent',
    );
  // In a running process, a loop does it: with many accounts it takes longer than a heartbeat may.
  if (!isRunning) await tellAll(ctx, steps, { withinMs: tellWithinMs });
  return restored;
}

/** Whether accounts have not been informed about a restore. */
export const isAnyToTell = () => sql<boolean>`exists (select from cell_state where telling is not null)`;

/**
 * Informs the accounts in small transactions, because each message locks its account until the transaction ends. If the
 * process crashes, a running worker or the next process that starts continues.
 */
export async function tellAll(
  ctx: { db: Db; clock: Clock },
  steps: RestoreSteps,
  { withinMs = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  const startedAt = performance.now();
  for (let isOver = false; !isOver && performance.now() - startedAt < withinMs; ) {
    isOver = await ctx.db.system.transaction().execute(async (tx) => {
      const { rows } = await sql<{ telling: Telling | null }>`select telling from cell_state for update`.execute(tx);
      const telling = rows[0]?.telling;
      if (!telling) return true;
      const after = await steps.tellAccounts(ctx, tx, telling);
      await setTelling(tx, after === undefined ? undefined : { ...telling, after });
      return after === undefined;
    });
  }
}

async function setTelling(tx: Kysely<Tables>, telling: Telling | undefined): Promise<void> {
  await sql`update cell_state set telling = ${telling ? JSON.stringify(telling) : null}::jsonb`.execute(tx);
}

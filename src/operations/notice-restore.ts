import { type Kysely, sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import { cellStateMissing } from './store.ts';

/**
 * What to check after the database was restored from a backup. A restored database is out of date, so what it still has
 * to send may already have been sent. When a worker starts, it detects a restore by `database_identity()`, before it
 * sends anything. The operator can also report a restore with `daybook db check --restored`.
 */
export type Restored = {
  /** Number of pushes to look up on their platforms before anything is sent. */
  pushes: number;
  /** Authorizations whose refresh tokens may have been replaced since the backup. */
  authorizations: Authorization[];
};

export type Authorization = {
  accountId: string;
  companyId: string;
  connectionId: string;
  platform: string;
  renewedAt: Date;
};

type SuspectSent = (system: Kysely<Tables>, now: Date) => Promise<number>;

export async function noticeRestore(
  ctx: { db: Db; clock: Clock; log: Log },
  /**
   * `suspectSent` comes from push/store.ts. `isKnown` is true if the operator states that the database was restored.
   */
  { suspectSent, isKnown = false }: { suspectSent: SuspectSent; isKnown?: boolean },
): Promise<Restored | undefined> {
  const restored = await ctx.db.system.transaction().execute(async (tx) => {
    // One process does this. The others wait for the lock before they send anything.
    const { rows } = await sql<{ before: string | null; now: string }>`
      select served_as as before, database_identity() as now from cell_state for update`.execute(tx);
    const [row] = rows;
    if (!row) throw cellStateMissing();
    if (row.before !== row.now) await sql`update cell_state set served_as = ${row.now}`.execute(tx);
    if (!isKnown && (row.before === null || row.before === row.now)) return undefined;
    const pushes = await suspectSent(tx, ctx.clock.now());
    const tokens = await sql<Authorization>`select account_id as "accountId", company_id as "companyId",
        connection_id as "connectionId", platform_key as platform, renewed_at as "renewedAt"
      from oauth_token where refused_at is null order by platform_key, account_id, company_id`.execute(tx);
    return { pushes, authorizations: tokens.rows };
  });
  if (restored)
    ctx.log.warn(
      { pushes: restored.pushes, authorizations: restored.authorizations.length },
      'this database was restored from a backup, or a standby took over; unfinished pushes are looked up before anything is sent',
    );
  return restored;
}

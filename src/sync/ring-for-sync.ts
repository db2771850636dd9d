import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { findByTenant } from '../connections/oauth/store.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { queueSyncs } from './queue-syncs.ts';

type Ring = { platformKey: string; tenant: string; dataTypes: readonly string[] };

/**
 * A platform says that something has changed: what is synced of it is synced now. A run under way is not doubled, and a
 * ring that it has missed is made good by the schedule. Answers how many runs were queued.
 */
export async function ringForSync(
  ctx: { db: Db; clock: Clock; jobs: Jobs },
  { platformKey, tenant, dataTypes }: Ring,
  { accountId }: { accountId: string | undefined },
): Promise<number> {
  let queued = 0;
  for (const found of await findByTenant(ctx.db.system, { platformKey, tenant })) {
    // An account's own application speaks for its own connections.
    if (accountId !== undefined && found.account_id !== accountId) continue;
    const place = { companyId: found.company_id, connectionId: found.connection_id };
    queued += await ctx.db.transaction(found.account_id, async (tx) => {
      const known = await knownDataTypes(tx, place, dataTypes);
      const item = { ...place, accountId: tx.accountId, platformKey, trigger: 'schedule' as const };
      return (
        await queueSyncs(
          ctx,
          tx,
          known.map((dataType) => ({ ...item, dataType })),
        )
      ).length;
    });
  }
  return queued;
}

/** Of a connection that is linked: what has been asked for before. A notification begins nothing. */
async function knownDataTypes(
  tx: Tx,
  { companyId, connectionId }: { companyId: string; connectionId: string },
  dataTypes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ data_type: string }>`select d.data_type from data_set d
    join connection n on n.account_id = d.account_id and n.company_id = d.company_id and n.connection_id = d.connection_id
    where d.account_id = ${tx.accountId}::uuid and d.company_id = ${companyId}::uuid
      and d.connection_id = ${connectionId}::uuid and n.status = 'Linked' and d.data_type = any (${dataTypes}::text[])`.execute(
    tx,
  );
  return rows.map((row) => row.data_type);
}

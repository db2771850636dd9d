import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/**
 * Deletes remembered totals of lists, by list name or by a part of the name such as a company id. Returns the number of
 * deleted totals.
 */
export async function forgetTotals(
  tx: Tx,
  lists: { named: readonly string[]; containing: string; limit: number },
): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from remembered_total where account_id = ${tx.accountId}::uuid and ctid = any (array(
    select ctid from remembered_total where account_id = ${tx.accountId}::uuid
      and (list = any (${lists.named}::text[]) or position(${lists.containing} in list) > 0) limit ${lists.limit}))`.execute(
      tx,
    );
  return Number(numAffectedRows ?? 0);
}

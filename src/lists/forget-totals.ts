import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/** Totals of lists by their names, or by a part of their names such as a company's identifier. Answers how many went. */
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

import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/**
 * After a company was erased, its audit entries still show who did what and when. Subject names are removed, and so are
 * the states before and after each change.
 */
export const stateEraser = {
  name: 'auditStates',
  async erase(tx: Tx, { companyId, limit }: { companyId: string; limit: number }): Promise<{ rows: number }> {
    const { numAffectedRows } = await sql`update audit set before = null, after = null, subject_name = null
      where account_id = ${tx.accountId}::uuid and ctid = any (array(
        select ctid from audit where account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid
          and (before is not null or after is not null or subject_name is not null) limit ${limit}))`.execute(tx);
    return { rows: Number(numAffectedRows ?? 0) };
  },
};

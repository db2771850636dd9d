import { sql } from 'kysely';
import type { Db } from '../../src/db/db.ts';

/** Inserts a push group that has ended, with one step, directly. */
export async function seedPushGroup(
  db: Db,
  seeded: { accountId: string; companyId: string; connectionId: string; pushGroupId: string; error?: string },
): Promise<void> {
  const { accountId, companyId, connectionId, pushGroupId, error = null } = seeded;
  await sql`insert into push_group (account_id, company_id, group_id, connection_id, status, on_failure, timeout_minutes,
      requested_at, completed_at)
    values (${accountId}, ${companyId}, ${pushGroupId}, ${connectionId}, 'Failed', 'stop', 60, now(), now())`.execute(
    db.system,
  );
  await sql`insert into push_group_step (account_id, company_id, group_id, position, step_key, data_type, operation, wanted,
      outcome, error_message)
    values (${accountId}, ${companyId}, ${pushGroupId}, 0, 'customer', 'customers', 'create', '{}', 'failed', ${error})`.execute(
    db.system,
  );
}

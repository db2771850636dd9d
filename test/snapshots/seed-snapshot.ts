import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../src/db/db.ts';
import type { Seeded } from '../data/seed-publication.ts';

/** Inserts a snapshot of one data set directly. */
export async function seedSnapshot(db: Db, set: Seeded, name: string): Promise<{ snapshotId: string }> {
  const { accountId, companyId, dataSetId, connectionId } = set;
  const snapshotId = randomUUID();
  await sql`with s as (insert into company_snapshot (account_id, company_id, snapshot_id, name, requested_at, taken_at, kept_until)
      values (${accountId}, ${companyId}, ${snapshotId}, ${name}, now(), now(), now() + interval '1 day'))
    insert into company_snapshot_set (account_id, company_id, data_set_id, generation, snapshot_id, connection_id, data_type,
      total, published_at, is_fresh, is_changed)
    values (${accountId}, ${companyId}, ${dataSetId}, 1, ${snapshotId}, ${connectionId}, 'invoices', 1, now(), false,
      false)`.execute(db.system);
  return { snapshotId };
}

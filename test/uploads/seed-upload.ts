import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../src/db/db.ts';

/** Inserts an uploaded file of a connection directly, in all stages. */
export async function seedUpload(
  db: Db,
  { accountId, companyId, connectionId }: { accountId: string; companyId: string; connectionId: string },
): Promise<{ uploadId: string }> {
  const uploadId = randomUUID();
  await sql`with u as (insert into upload (account_id, company_id, upload_id, connection_id, file_name, bytes, content_hash,
      status, uploaded_at)
      values (${accountId}, ${companyId}, ${uploadId}, ${connectionId}, 'secret-name', 1, ${uploadId}, 'Confirmed', now())),
    p as (insert into upload_part values (${accountId}, ${companyId}, ${uploadId}, 0, '\\x00')),
    e as (insert into upload_use (account_id, company_id, upload_id, data_type, connection_id, position, is_current)
      values (${accountId}, ${companyId}, ${uploadId}, 'customers', ${connectionId}, 1, true))
    insert into upload_reading (account_id, company_id, connection_id, columns_key, reading, mode, changed_at)
    values (${accountId}, ${companyId}, ${connectionId}, ${uploadId}, '{}', 'replace', now())`.execute(db.system);
  return { uploadId };
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../src/db/db.ts';

/** Inserts the kept content of an attachment directly. */
export async function seedKept(
  db: Db,
  { accountId, companyId, connectionId }: { accountId: string; companyId: string; connectionId: string },
): Promise<void> {
  const contentId = randomUUID();
  await sql`with w as (insert into kept_work (account_id, company_id, connection_id)
      values (${accountId}, ${companyId}, ${connectionId}) on conflict do nothing),
    c as (insert into kept_content (account_id, content_id, hash, bytes, data_key, began_at)
      values (${accountId}, ${contentId}, decode(md5(${contentId}), 'hex'), 1, 'secret-name', now())),
    p as (insert into kept_content_part values (${accountId}, ${contentId}, 0, '\\x00')),
    t as (insert into kept_total as t values (${accountId}, 1)
      on conflict (account_id) do update set bytes = t.bytes + 1)
    insert into kept_file (account_id, company_id, connection_id, file_id, version, content_id, checked_at)
    values (${accountId}, ${companyId}, ${connectionId}, 'secret-name', '\\x01', ${contentId}, now())`.execute(
    db.system,
  );
}

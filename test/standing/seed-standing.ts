import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../src/db/db.ts';

type Place = { accountId: string; companyId: string };

/**
 * A standing query with a consumer of its own, a generation that it has yet to be told about, and a day of the account
 * that no other one follows.
 */
export async function seedStanding(
  db: Db,
  { accountId, companyId, standingQueryId = randomUUID() }: Place & { standingQueryId?: string },
): Promise<{ standingQueryId: string; consumerId: string }> {
  const consumerId = randomUUID();
  await sql`insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at)
    values (${accountId}, ${consumerId}, 'secret-name', 'http://127.0.0.1:1/', '{*}', 'sealed', now())`.execute(
    db.system,
  );
  await sql`insert into standing_query (account_id, standing_query_id, consumer_id, company_id, data_type, name, query, created_at)
    values (${accountId}, ${standingQueryId}, ${consumerId}, ${companyId}, 'invoices', 'secret-name', 'totalAmount>1', now())`.execute(
    db.system,
  );
  await sql`insert into standing_run (account_id, company_id, data_set_id, generation, published_at, due_at)
    select ${accountId}::uuid, ${companyId}::uuid, 1, coalesce(max(generation), 0) + 1, now(), 'infinity' from standing_run
    where account_id = ${accountId} and company_id = ${companyId}`.execute(db.system);
  await sql`insert into standing_day (account_id, day, began_at) values (${accountId}, '9999-12-31', now())
    on conflict do nothing`.execute(db.system);
  return { standingQueryId, consumerId };
}

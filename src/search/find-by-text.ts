import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { HitRow, Seeker } from './seeker.ts';

type Wanted = { text: string; limit: number };

/** Finds companies by any part of their names. `find_companies` reads a limited number of rows. */
export async function findCompanies({ db }: { db: Db }, seeker: Seeker, { text, limit }: Wanted): Promise<HitRow[]> {
  const { accountId, companyTags } = seeker;
  const tags = companyTags && JSON.stringify(companyTags);
  return db.read<HitRow>(
    accountId,
    sql`select 'company' as kind, c.company_id::text as id, c.name as title, c.company_id::text as "companyId",
        c.name as "companyName", null as "dataType", null as status, c.last_sync_at as at
      from find_companies(${text}, ${tags}::jsonb, ${limit}) f
      join company c on c.account_id = ${accountId}::uuid and c.company_id = f.company_id order by f.place`,
  );
}

/** An account has few consumers, so their names are compared one by one. The limit is for the account that does not. */
const consumersRead = 1000;

export async function findConsumers({ db }: { db: Db }, seeker: Seeker, { text, limit }: Wanted): Promise<HitRow[]> {
  if (!seeker.seesWebhooks) return [];
  return db.read<HitRow>(
    seeker.accountId,
    sql`select 'consumer' as kind, k.consumer_id::text as id, k.name as title, null as "companyId",
        null as "companyName", null as "dataType", null as status, k.created_at as at
      from (select * from consumer k where k.account_id = ${seeker.accountId}::uuid limit ${consumersRead}) k
      where strpos(fold_text(k.name), fold_text(${text})) > 0 order by k.name limit ${limit}`,
  );
}

import { createAccount } from '../src/accounts/create-account.ts';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import { withLongStatements } from './long-statements.ts';
import type { Cell } from './start-cell.ts';

/** One account with very many companies among others with hundreds to thousands, written by one statement. */
export type Seeded = { accountId: string; key: string; companies: number; otherCompanies: number; accounts: number };

/** The companies of every account are spread evenly over these years; the bench's filters use dates in between. */
const firstDay = '2023-01-01';
const lastDay = '2026-01-01';

export async function seedCompanies(cell: Cell, wanted: { companies: number; accounts: number }): Promise<Seeded> {
  const { db } = cell.base;
  const { accountId } = await createAccount(cell.base, { name: 'Large', plan: 'paid' });
  const { secret } = await db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'bench' }));
  return withLongStatements(db, async (client) => {
    await client.query(makeOtherAccounts, [wanted.accounts - 1]);
    // Foreign key checks of a million rows take longer than the rows themselves. The accounts exist.
    await client.query("set session_replication_role = 'replica'");
    await client.query(fillCompanies, [accountId, wanted.companies, firstDay, lastDay]);
    await client.query(fillLists);
    await client.query('vacuum (analyze) company');
    await client.query('vacuum (analyze) company_count');
    await client.query('analyze');
    // Otherwise the seeded data would be flushed to disk during the measurement.
    await client.query('checkpoint');
    const { rows } = await client.query<{ own: number; others: number }>(
      `select count(*) filter (where account_id = $1) as own, count(*) filter (where account_id <> $1) as others from company`,
      [accountId],
    );
    const { own = 0, others = 0 } = rows[0] ?? {};
    if (own !== wanted.companies) throw new Error(`${own} companies were seeded instead of ${wanted.companies}.`);
    return { accountId, key: secret, companies: own, otherCompanies: others, accounts: wanted.accounts };
  });
}

const makeOtherAccounts = `insert into account (account_id, name, plan, created_at)
  select gen_random_uuid(), 'Other ' || n, 'paid', '2023-01-01' from generate_series(1, $1::int) n`;

/**
 * Rows are stored in order of creation over all accounts, as in a table that has grown over time. An id is a UUID of
 * version 7 with the creation time; names, descriptions and tags depend on a hash of the number.
 */
const fillCompanies = `insert into company (account_id, company_id, name, description, tags, created_at, created_by)
  select account_id,
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(digest, 1, 3) || 'a' || substr(digest, 4, 15))::uuid,
    (array['Aldine','Birch','Café Löwe','Delta','Elm Street','Foss','Gault','Høyer','Ivory','Juniper','Kestrel','Lumen','Mistral','Norden','Orchard','Pilgrim'])[1 + h % 16]
      || ' ' || (array['Books','Freight','Dental','Marine','Timber','Design','Cocoa','Labs','Air','Electric','Trading','Foods'])[1 + h / 16 % 12]
      || ' ' || n || ' ' || (array['Ltd','GmbH','Inc.','S.A.','AB'])[1 + h / 192 % 5],
    case when h / 7 % 3 > 0 then 'Customer since ' || extract(year from at) || ', ' || (array['paid by invoice','paid by card','prepaid'])[1 + h / 11 % 3] || '; contact by "e-mail"' end,
    jsonb_build_object('region', (array['EU','EU','EU','US','US','UK','APAC'])[1 + h / 13 % 7], 'tier', (array['standard','standard','silver','gold'])[1 + h / 17 % 4]),
    at, 'bench'
  from (
    select list.account_id, n, hashint8(n) & 2147483647 as h, md5(list.account_id::text || n) as digest,
      $3::timestamptz + ($4::timestamptz - $3::timestamptz) * (n::float8 / list.companies) as at
    from (
      select account_id,
        case when account_id = $1::uuid then $2::int else 300 + (hashtext(account_id::text) & 2047) end as companies
      from account
    ) list cross join lateral generate_series(1, list.companies::bigint) n
  ) made
  order by at`;

const fillLists = `insert into company_count as l (account_id, shard, version, total)
  select account_id, 0, count(*), count(*) from company group by account_id
  on conflict (account_id, shard) do update set version = excluded.version, total = excluded.total`;

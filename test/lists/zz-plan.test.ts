import { test } from 'node:test';
import { sql } from 'kysely';
import { useApp } from '../harness.ts';
import { companyList } from '../../src/companies/store.ts';
import { parseOrder } from '../../src/lists/order.ts';
import { parseFilter } from '../../src/lists/parse-filter.ts';
import { compileFilter } from '../../src/lists/compile-filter.ts';
import { orderClause } from '../../src/lists/key-set.ts';
const app = useApp();
test('plan', async () => {
  const { accountId } = await app.account();
  const s = app.ctx.db.system;
  await sql`insert into company (account_id, company_id, name, tags, link_token, created_at, created_version)
    select ${accountId}::uuid, gen_random_uuid(), 'n' || i, '{}', 'tok' || i, now() + i * interval '1 ms', 1 from generate_series(1, 200000) i`.execute(s);
  await sql`analyze company`.execute(s);
  const list = companyList({ accountId, baseUrl: 'x', companyTags: null });
  for (const o of ['name', 'created']) {
    const terms = [...parseOrder(o, list.fields), list.key];
    const { rows } = await sql<any>`explain analyze select c.company_id from ${list.from} where ${list.scope} order by ${orderClause(terms, false)} limit 100`.execute(s);
    console.log(o, rows.map((r: any) => r['QUERY PLAN']).join('\n'));
  }
  for (const q of ['name=n77', 'companyId=0199aaaa-0000-7000-8000-000000000000', 'created>=2030-01-01']) {
    const { rows } = await sql<any>`explain analyze select count(*) from ${list.from} where ${list.scope} and ${compileFilter(parseFilter(q), list.fields)}`.execute(s);
    console.log(q, rows.map((r: any) => r['QUERY PLAN']).join('\n'));
  }
});

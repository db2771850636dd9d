import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { companyList } from '../../src/companies/store.ts';
import { compileFilter } from '../../src/lists/filter/compile-filter.ts';
import { parseFilter } from '../../src/lists/filter/parse-filter.ts';
import { beyond, orderClause } from '../../src/lists/key-set.ts';
import { parseOrder } from '../../src/lists/order.ts';
import { useApp } from '../harness.ts';

/** PostgreSQL uses an index only for exactly the indexed expression: a coalesce around it would sort all rows. */
const app = useApp();

async function planOf(
  client: PoolClient,
  accountId: string,
  parts: { query?: string; orderBy?: string; after?: string[] },
): Promise<string> {
  const list = companyList({ accountId, companyTags: null });
  const terms = [...(parts.orderBy ? parseOrder(parts.orderBy, list.fields) : []), list.key];
  const conditions: RawBuilder<boolean>[] = [list.scope];
  if (parts.query) conditions.push(compileFilter(parseFilter(parts.query), list.fields));
  if (parts.after) conditions.push(beyond(terms, { keys: parts.after, backwards: false, inclusive: false }));
  const order = parts.query ? sql`` : sql`order by ${orderClause(terms, false)} limit 10`;
  const { sql: text, parameters } =
    sql`explain select c.company_id from ${list.from} where ${sql.join(conditions, sql` and `)} ${order}`.compile(
      app.ctx.db.system,
    );
  const { rows } = await client.query(text, [...parameters]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('orderBy and filters on columns of companies use their indexes', async () => {
  const { accountId } = await app.account();
  await sql`insert into company (account_id, company_id, name, created_at)
    select ${accountId}::uuid, gen_random_uuid(), 'company ' || i, now() - i * interval '1 minute'
    from generate_series(1, 3000) i`.execute(app.ctx.db.system);
  await sql`analyze company`.execute(app.ctx.db.system);
  const client = await app.ctx.db.pool.connect();
  try {
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
    const last = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
    for (const [orderBy, after] of [
      ['name', ['x', last]],
      ['created', ['2026-01-01', last]],
      ['', [last]],
    ] as const) {
      const first = await planOf(client, accountId, { orderBy });
      assert.doesNotMatch(first, /Sort/, first);
      const deep = await planOf(client, accountId, { orderBy, after: [...after] });
      assert.doesNotMatch(deep, /Sort/, deep);
      assert.match(deep, /Index Cond: .*>/, deep);
    }
    for (const [query, condition] of [
      ['name=x', /Index Cond: .*\(name = /],
      ['name>=x && name<y', /Index Cond: .*\(name >= .*\(name < /],
      ['created>2100-01-01', /Index Cond: .*\(created_at > /],
      ['companyId=01890a5d-ac96-774b-bcce-b302099a8057', /Index Cond: .*company_id = /],
    ] as const) {
      assert.match(await planOf(client, accountId, { query }), condition, query);
    }
  } finally {
    client.release(true);
  }
});

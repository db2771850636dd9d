import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../src/db/db.ts';
import { accountSql, fixedPlanSql } from '../../src/db/scoped-query.ts';
import { keepDays } from '../../src/webhooks/messages/message-days.ts';
import { readMessages } from '../../src/webhooks/messages/read-messages.ts';
import { useApp } from '../harness.ts';

/** Pages of a large log, with the generic plan that all accounts share: they read what they show, not the whole log. */
const app = useApp({ config: { role: 'api' } });
const rows = 40_000;
const companyId = randomUUID();
let accountId = '';

test('a log is seeded: one message in twenty has failed, none is pending', async () => {
  await keepDays(app.ctx);
  accountId = (await app.account()).accountId;
  // Over two days up to now, so that the count of a whole day can be stored.
  await sql`insert into message (account_id, message_id, event_type, company_id, recipients, created_at, body)
    select ${accountId}, (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
      case when n % 1000 = 0 then 'sync.failed' else 'sync.completed' end,
      case when n % 100 = 0 then ${companyId}::uuid else gen_random_uuid() end, 1, to_timestamp(ms / 1000.0), '{}'
    from (select n, (extract(epoch from now()) * 1000)::bigint - 600000 - n * 4000 as ms
      from generate_series(1, ${rows}::int) n) made`.execute(app.ctx.db.system);
  await sql`insert into failure (account_id, message_id, consumer_id, company_id, reason, ended_at)
    select account_id, message_id, gen_random_uuid(), company_id, 'exhausted', now() from (
      select *, row_number() over (order by message_id) as nth from message where account_id = ${accountId}) m
    where nth % 20 = 0`.execute(app.ctx.db.system);
  for (const table of ['message', 'failure', 'delivery'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(app.ctx.db.system);
});

const cases: [query: string, blocksMax: number][] = [
  ['', 1500],
  [`companyId=${companyId}`, 2500],
  ['eventType=sync.failed', 2500],
  ['status=failed', 4000],
  [`companyId=${companyId} && status=failed`, 2500],
  ['status=pending', 500],
  ['status=delivered', 4000],
  ['status=unmatched', 1500],
  ['created<2020-01-01', 500],
];

for (const [query, blocksMax] of cases) {
  test(`a page of "${query.replace(companyId, '…')}" reads only a small part of the log`, async () => {
    await page(query, app.ctx.db);
    const plans: { text: string; blocks: number }[] = [];
    await page(query, explaining(plans));
    const { text, blocks } = plans.at(-1) ?? { text: '', blocks: Number.NaN };
    assert.ok(blocks <= blocksMax, `${blocks} blocks of a log of ${rows}\n${text}`);
  });
}

const page = (query: string, db: Db) =>
  readMessages(
    { ...app.ctx, db },
    { accountId, query: query ? { query } : {}, self: 'http://api.test/webhooks/messages', search: '' },
  );

function explaining(plans: { text: string; blocks: number }[]): Db {
  const { db } = app.ctx;
  return {
    ...db,
    async read<Row>(
      account: string,
      statement: RawBuilder<Row> | CompiledQuery<Row>,
      options?: { fixedPlan?: boolean },
    ): Promise<Row[]> {
      const compiled = 'compile' in statement ? statement.compile(db.system) : statement;
      if (options?.fixedPlan) plans.push(await explainFixed(account, compiled));
      return db.read(account, statement, options);
    },
  };
}

/** EXPLAIN alone would plan for the given values; a prepared statement shows the plan that all values share. */
async function explainFixed(account: string, { sql: text, parameters }: CompiledQuery) {
  const client = await app.ctx.db.pool.connect();
  const literal = (value: unknown) =>
    Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'` : pg.escapeLiteral(String(value));
  try {
    await client.query('begin');
    await client.query(fixedPlanSql);
    await client.query(accountSql, [account]);
    await client.query(`prepare fixed as ${text}`);
    const values = parameters.length > 0 ? `(${parameters.map(literal)})` : '';
    const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off) execute fixed ${values}`,
    );
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    const [, hit = '0', , read = '0'] = /Buffers: shared hit=(\d+)( read=(\d+))?/.exec(plan) ?? [];
    return { text: plan, blocks: Number(hit) + Number(read) };
  } finally {
    client.release(true);
  }
}

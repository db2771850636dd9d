import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { restatedRecords } from '../../src/restatements/restated-records.ts';
import { companyWith, someInvoices } from '../data/seed-data-set.ts';
import { useApp } from '../harness.ts';

/** Query plans and times of restatements of a large data set of which few records, or all, have changed. */
const app = useApp({ config: { sandboxUrl: 'http://127.0.0.1:9' } });
/** RESTATEMENT_ROWS=300000 measures more. */
const rows = Number(process.env.RESTATEMENT_ROWS ?? 20_000);
const few = 200;

/** The data set has `rows` invoices, of which generation 2 has replaced `few`, and generation 3 all. */
async function fill() {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(1));
  const { db } = app.ctx;
  const insertPart = (first: number, generation: number, until: string, of: string) =>
    sql`insert into record (account_id, company_id, data_set_id, record_id, gen_from, gen_to, change, hash, status, date1,
        amount1, amount1_f, payload)
      select ${set.accountId}::uuid, ${set.companyId}::uuid, ${set.dataSetId}::bigint, md5(n::text), ${generation}::int,
        ${sql.raw(until)}, case ${generation}::int when 1 then 'a' else 'u' end::"char", '\\x00', 'paid',
        timestamptz '2020-01-01' + n * interval '7 minutes', n + ${generation}::int, n + ${generation}::int,
        jsonb_build_object('id', md5(n::text), 'totalAmount', n + ${generation}::int, 'status', 'Paid', 'amountDue', 0,
          'currency', 'EUR', 'note', repeat('x', 600), 'issueDate', '2026-01-01T00:00:00Z', 'modifiedDate',
          '2026-01-01T00:00:00Z', 'metadata', '{"isDeleted":false}'::jsonb)
      from generate_series(${first}::int, least(${first}::int + 9999, ${rows}::int)) n where ${sql.raw(of)}`.execute(
      db.system,
    );
  const insert = async (generation: number, until: string, of: string) => {
    for (let first = 1; first <= rows; first += 10_000) await insertPart(first, generation, until, of);
  };
  await insert(1, `case when n <= ${few} then 2 else 3 end`, 'true');
  await insert(2, '3', `n <= ${few}`);
  await insert(3, 'null', 'true');
  await sql`insert into publication (account_id, position, company_id, data_set_id, generation, published_at, total, changes)
    select ${set.accountId}::uuid, -1000 - g, ${set.companyId}::uuid, ${set.dataSetId}::bigint, g,
      timestamptz '2030-01-01' + g * interval '1 day', ${rows}, 1 from generate_series(2, 3) g`.execute(db.system);
  await sql`update data_set set published_generation = 3, total = ${rows}, published_at = '2030-01-04'
    where data_set_id = ${set.dataSetId}`.execute(db.system);
  return { set, account };
}

test('P-RESTATED: restated records are found by the indexes of versions, and never in a loop over them', async (t) => {
  const { set, account } = await fill();
  const period = { startMs: undefined, endMs: Date.parse('2040-01-01'), closedOn: '2039-12-31' };
  const explain = async (then: number, now: number) => {
    const sets = [{ dataType: 'invoices', dataSetId: set.dataSetId, then, now }];
    const records = restatedRecords(set, sets, { period, fromDayMs: 0 });
    const lines = await app.ctx.db.read<{ 'QUERY PLAN': string }>(
      set.accountId,
      sql`explain (analyze, buffers, costs off, timing off) select count(*) from ${records} x`,
    );
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  };
  // Without statistics, PostgreSQL may read all versions by another index, but never once for each record.
  for (const now of [2, 3]) assert.doesNotMatch(await explain(1, now), /Nested Loop|Join/);
  await sql`vacuum (analyze) record`.execute(app.ctx.db.system);
  const plan = await explain(1, 2);
  assert.match(plan, /Index Cond: .*gen_from > 1.*gen_from <= 2/, plan);
  assert.match(plan, /Index Cond: .*gen_to > 1.*gen_to <= 2/, plan);
  assert.doesNotMatch(await explain(1, 3), /Nested Loop|Join/);
  const [, hit = '0', , read = '0'] = /Buffers: shared hit=(\d+)( read=(\d+))?/.exec(plan) ?? [];
  assert.ok(Number(hit) + Number(read) < 4 * few, plan);
  const at = `/companies/${set.companyId}/restatements`;
  const timed = async (path: string) => {
    const start = performance.now();
    const answer = await account.send(`GET ${path}`);
    assert.equal(answer.status, 200, answer.text);
    return { ms: Math.round(performance.now() - start), body: answer.body };
  };
  const from = '2029-01-01T00:00:00.000Z';
  const search = `from=${from}&closedOn=2039-12-31&to=2099-01-01`;
  const seen: Record<string, number> = {};
  const least = async (what: string, path: string) => {
    const times = [await timed(path), await timed(path), await timed(path)];
    seen[what] = Math.min(...times.map(({ ms }) => ms));
    return times[0]?.body;
  };
  assert.equal((await least('summary of all', `${at}?${search}`)).changed, rows);
  const list = await least('first page of all', `${at}/records?${search}`);
  assert.equal(list.totalResults, rows);
  await least('second page of all', list._links.next.href);
  const some = `states=invoices.${set.dataSetId}.1.2`;
  assert.equal((await least('first page of few', `${at}/records?${search}&${some}`)).totalResults, few);
  t.diagnostic(`${rows} records: ${JSON.stringify(seen)} ms`);
});

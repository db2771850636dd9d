import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type DaySpan, passedRecords } from '../../src/standing/run-records.ts';
import { companyWith, someInvoices } from '../data/seed-data-set.ts';
import { useApp } from '../harness.ts';

/** How the records whose date a new day passes are found in a large data set. */
const app = useApp({ config: { sandboxUrl: 'http://127.0.0.1:9' } });
/** STANDING_ROWS=1000000 measures more. */
const rows = Number(process.env.STANDING_ROWS ?? 20_000);

test('P-STANDING: the records whose date a new day passes are found by the indexes on dates, and no others are read', async (t) => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(1));
  const { db } = app.ctx;
  for (let first = 1; first <= rows; first += 10_000)
    await sql`insert into record (account_id, company_id, data_set_id, record_id, gen_from, gen_to, change, hash, status,
        date1, date2, payload)
      select ${set.accountId}::uuid, ${set.companyId}::uuid, ${set.dataSetId}::bigint, md5(n::text), 1,
        case when n % 50 = 0 then 2 end, 'a', '\\x00', 'paid', timestamptz '2024-01-01Z' + n % 1000 * interval '1 day',
        timestamptz '2024-01-31Z' + n % 1000 * interval '1 day',
        jsonb_build_object('id', md5(n::text), 'note', repeat('x', 600))
      from generate_series(${first}::int, least(${first}::int + 9999, ${rows}::int)) n`.execute(db.system);
  const run = {
    ...{ accountId: set.accountId, companyId: set.companyId, dataSetId: set.dataSetId, generation: 1 },
    ...{ publishedAt: new Date(), day: '2025-01-15', isDayChange: true, toldThrough: '' },
  };
  const spans: DaySpan[] = [
    { column: 'date2', days: 0 },
    { column: 'date2', days: -30 },
    { column: 'date1', days: 0 },
  ];
  const statement = passedRecords(run, run.day, { spans, limit: 50_000 });
  const explain = async () => {
    const lines = await db.read<{ 'QUERY PLAN': string }>(
      set.accountId,
      sql`explain (analyze, buffers, costs off, timing off) ${statement}`,
    );
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  };
  const found = await db.read(set.accountId, statement);
  // Two dates are in each window: the midnights of the day and of the day before.
  const expected = Array.from({ length: rows }, (_, n) => (n + 1) % 1000).filter((days) => {
    const [issue, due] = [days, days + 30];
    const today = (Date.parse('2025-01-15') - Date.parse('2024-01-01')) / 86_400_000;
    return [today, today - 1].includes(issue) || [today, today - 1, today - 30, today - 31].includes(due);
  });
  assert.equal(found.length, expected.length);
  const inVain = (plan: string) =>
    [...plan.matchAll(/Rows Removed by \w+(?: \w+)?: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  // Without statistics, PostgreSQL may read the whole data set by another index, but only once for each date.
  const fresh = await explain();
  assert.ok(inVain(fresh) <= 2.1 * rows, fresh);
  await sql`vacuum (analyze) record`.execute(db.system);
  const analyzed = await explain();
  assert.doesNotMatch(analyzed, /Seq Scan on record/);
  assert.match(analyzed, /Scan (using|on) record_\d+_by_date2/);
  assert.ok(inVain(analyzed) < rows / 20, analyzed);
  t.diagnostic(analyzed);
});

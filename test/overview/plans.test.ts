import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { look } from '../../src/live/look.ts';
import { endedListStatement } from '../../src/overview/read-ended.ts';
import { endedStatement, factsStatement } from '../../src/overview/store.ts';
import { everyMs, startsBack } from '../../src/webhooks/consumers/count-attempts.ts';
import { useApp } from '../harness.ts';

/** The overview reads few rows, however large an account is. */
const app = useApp({ config: { role: 'api' } });
const companies = 6000;
const syncsEach = 6;

test('the overview of an account with 36,000 syncs uses small indexes: no table is read as a whole', async () => {
  const [account, other] = [await app.account(), await app.account()];
  for (const one of [account, other]) await seed(one.accountId);
  await sql`analyze`.execute(app.ctx.db.system);
  const { accountId } = account;
  const nowMs = Date.now();
  const starts = startsBack({ nowMs, hours: 24, every: 'quarter' });
  const stepMs = everyMs.quarter;
  const span = { since: new Date(nowMs - stepMs).toISOString(), until: new Date(nowMs).toISOString() };
  for (const statement of [
    factsStatement({ accountId, nowMs }),
    endedStatement({ accountId, starts, stepMs }),
    endedListStatement({ accountId, kind: 'sync', ...span, limit: 200 }),
  ]) {
    const lines = await explain(accountId, statement);
    const wrong = lines.filter((line) => /Seq Scan on (sync|connection|company|data_set) /.test(line));
    assert.deepEqual(wrong, []);
    const removed = lines.flatMap((line) => /Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? []).map(Number);
    assert.ok(Math.max(0, ...removed) < 1000, lines.join('\n'));
  }
  const times: number[] = [];
  const read = async () => {
    const started = performance.now();
    const answer = await account.send('GET /overview?hours=168');
    times.push(performance.now() - started);
    return answer;
  };
  const { status, body } = await read();
  assert.equal(status, 200);
  assert.equal(body.companies.total, companies);
  const sum = (name: string) =>
    body.activity.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0);
  assert.ok(sum('syncsFailed') > 0);
  assert.equal(sum('syncsCompleted') + sum('syncsFailed'), companies * syncsEach);
  assert.ok(body.attention.every((one: { kind: string }) => one.kind === 'syncFailed') && body.attention.length > 0);
  while (times.length < 3) await read();
  assert.ok(Math.min(...times) < 3000, String(times));
});

test('the query for the live stream reads what is in progress and what is new, not the whole account', async () => {
  const { accountId } = await app.account();
  await seed(accountId);
  const nowMs = Date.now();
  const times: number[] = [];
  for (let time = 0; time < 3; time++) {
    const started = performance.now();
    const seen = await look(app.ctx.db, { accountIds: [accountId], sinceMs: nowMs - 30_000, nowMs });
    times.push(performance.now() - started);
    assert.ok(seen.length < 300, String(seen.length));
  }
  assert.ok(Math.min(...times) < 1000, String(times));
});

async function explain(accountId: string, statement: RawBuilder<unknown>): Promise<string[]> {
  const explained = sql<{ 'QUERY PLAN': string }>`explain (analyze, costs off, timing off, summary off) ${statement}`;
  const rows = await app.ctx.db.read(accountId, explained);
  return rows.map((row) => row['QUERY PLAN']);
}

/** Linked companies with several syncs each; the latest sync of some of them has failed. */
async function seed(accountId: string): Promise<void> {
  const system = app.ctx.db.system;
  const prefix = randomUUID().slice(0, 8);
  const id = (number: string) =>
    sql`(${prefix} || '-0000-7000-8000-' || lpad(to_hex(${sql.raw(number)}), 12, '0'))::uuid`;
  await sql`insert into company (account_id, company_id, name, created_at)
    select ${accountId}::uuid, ${id('i')}, 'Company ' || i, now()
    from generate_series(1, ${companies}::int) i`.execute(system);
  await sql`insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at, linked_at)
    select ${accountId}::uuid, ${id('i')}, ${id('i')}, 'sandbox', 'Accounting', 'Linked', now(), now()
    from generate_series(1, ${companies}::int) i`.execute(system);
  await sql`with made as (
      insert into data_set (account_id, company_id, connection_id, data_type, requested_at)
      select ${accountId}::uuid, ${id('i')}, ${id('i')}, 'invoices', now()
      from generate_series(1, ${companies}::int) i returning company_id, data_set_id
    ) insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger, status,
      requested_at, completed_at)
    select ${accountId}::uuid, m.company_id, gen_random_uuid(), m.data_set_id, m.company_id, 'sandbox', 'invoices', 'schedule',
      case when n = 1 and row_number() over () % 50 = 1 then 'FetchError' else 'Complete' end,
      t.at, t.at
    from made m cross join generate_series(1, ${syncsEach}::int) n
      cross join lateral (select now() - (n * 8 + random() * 7) * interval '1 hour' + m.data_set_id * interval '1 us' as at) t`.execute(
    system,
  );
  await sql`update data_set d set latest_sync_id = s.sync_id from sync s where d.account_id = ${accountId}::uuid
    and s.account_id = d.account_id and s.company_id = d.company_id and s.status = 'FetchError'`.execute(system);
}

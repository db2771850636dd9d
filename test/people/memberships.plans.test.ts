import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { firstAccountOf, isMemberOf, readMemberships } from '../../src/people/store.ts';
import { useApp } from '../harness.ts';

const app = useApp({ config: { role: 'api' } });
const run = (text: string) => app.ctx.db.pool.query(text);
/** If it joins, PostgreSQL would rather read all of these accounts than look up a tenth of them. */
const [accounts, own] = [5000, 500];

test("a person's accounts are looked up one by one, in the order of their names", async () => {
  const personId = randomUUID();
  await run(
    `insert into account (account_id, name, plan, created_at) select gen_random_uuid(), 'Client ' || lpad(n::text, 6, '0'), 'paid', now() from generate_series(1, ${accounts}) n`,
  );
  await run(
    `insert into person (person_id, email, name, created_at) values ('${personId}', 'many@example.com', 'P', now())`,
  );
  await run(`insert into member (account_id, person_id, role, joined_at)
    select account_id, '${personId}', 'viewer', now() from account order by md5(name) limit ${own}`);
  await run('vacuum (analyze)');
  const { rows } = await run(`select a.account_id, a.name, m.role from member m join account a using (account_id)
    where m.person_id = '${personId}' order by a.name`);
  const { system } = app.ctx.db;
  const scans = await system.transaction().execute(async (tx) => {
    const read = sql<{ n: number }>`select pg_stat_get_xact_numscans('account'::regclass)::int as n`;
    const before = (await read.execute(tx)).rows[0]?.n ?? Number.NaN;
    assert.deepEqual(await readMemberships(tx, personId), rows);
    return ((await read.execute(tx)).rows[0]?.n ?? Number.NaN) - before;
  });
  assert.equal(scans, 0, 'sequential scans of all accounts');
  assert.equal(await firstAccountOf(system, personId), rows[0].account_id);
  assert.equal(await firstAccountOf(system, randomUUID()), undefined);
  assert.equal(await isMemberOf(system, { personId, accountId: rows[5].account_id }), true);
  assert.equal(await isMemberOf(system, { personId: randomUUID(), accountId: rows[5].account_id }), false);
});

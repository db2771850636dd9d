import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/base/ids.ts';
import { kinds } from '../../src/notices/kinds.ts';
import { settleConditions } from '../../src/notices/store.ts';
import { blocksRead } from '../blocks-read.ts';
import { useApp } from '../harness.ts';

const app = useApp({ config: { role: 'api' } });
const run = (text: string) => app.ctx.db.pool.query(text);
const problems = { consumerFailing: 3, connectionDeauthorized: 2, syncsFailing: 0 };

test('a search for problems looks up who wants to be notified of those it has found, and not the choices of all accounts', async () => {
  await run(`create table seeded as select gen_random_uuid() as account_id, gen_random_uuid() as person_id, n
    from generate_series(1, 5000) n`);
  await run(
    `insert into account (account_id, name, plan, created_at) select account_id, 'a', 'paid', now() from seeded`,
  );
  await run(`insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at, failing_since)
    select account_id, gen_random_uuid(), 'a', 'http://127.0.0.1:9/', '{*}', 'sealed', now(),
      case when n <= ${problems.consumerFailing} then now() - interval '2 hours' end from seeded`);
  await run(`insert into person (person_id, email, name, created_at)
    select person_id, 'p' || n || '@example.com', 'P', now() from seeded`);
  await run(`insert into member (account_id, person_id, role, joined_at)
    select account_id, person_id, 'administrator', now() from seeded`);
  await run(`insert into notice_choice (account_id, person_id, kind, medium) select account_id, person_id, k, 'email' from seeded
    cross join unnest(array['consumerFailing', 'connectionDeauthorized', 'syncsFailing']) k`);
  await run(`insert into company (account_id, company_id, name, created_at)
    select account_id, account_id, 'a', now() from seeded`);
  await run(`insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at)
    select account_id, account_id, account_id, 'sandbox', 'Accounting',
      case when n <= ${problems.connectionDeauthorized} then 'Deauthorized' else 'Linked' end, now() from seeded`);
  await run('vacuum (analyze)');
  const tables = ['notice_choice', 'connection', 'consumer', 'person', 'company', 'sync'];
  for (const [name, count] of Object.entries(problems)) {
    const kind = kinds.find((one) => one.name === name) ?? assert.fail(name);
    const blocks = await blocksRead(app.ctx.db, tables, async (tx) => {
      const present = await kind.find({ ...app.ctx, db: { ...app.ctx.db, system: tx } }, async () => false);
      assert.equal(present.length, count, name);
      const now = app.ctx.clock.now();
      const found = present.map((one) => ({ ...one, conditionId: newId(app.ctx.clock) }));
      await settleConditions(tx, { kind: name, found, now, dueAt: now });
      const notices = sql`select from notice join notice_condition c using (condition_id) where c.kind = ${name}`;
      assert.equal((await notices.execute(tx)).rows.length, count, `notices of ${name}`);
    });
    assert.ok(blocks < 100, `${name} reads ${blocks} blocks`);
  }
});

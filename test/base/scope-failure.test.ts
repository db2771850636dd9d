import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { jobHandlers } from '../../src/handlers.ts';
import { toApiError } from '../../src/http/error-reply.ts';
import { createWebhookSender } from '../../src/outbound/webhook-sender.ts';
import { serverUrl, useApp } from '../harness.ts';

const app = useApp();

test('A-29: a transaction whose scope fails returns no broken connection to the pool', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  // BEGIN succeeds and then the scope fails: PostgreSQL cannot store NUL in the account id.
  for (let tries = 0; tries < 20; tries++)
    await assert.rejects(db.transaction('no\u0000account', (tx) => sql`select ${tries}::int`.execute(tx)));
  const states = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const client = await db.pool.connect();
      try {
        const { rows } = await client.query('select now() = statement_timestamp() as alone');
        return rows[0].alone;
      } finally {
        client.release();
      }
    }),
  );
  assert.ok(states.every((isAlone) => isAlone === true));
  const name = await db.transaction(accountId, async (tx) => (await sql`select name from account`.execute(tx)).rows);
  assert.equal(name.length, 1);
});

test('A-29: a failing housekeeping step does not stop the others', async () => {
  const { db } = app.ctx;
  await sql`insert into process (process_id, role, host, pid, version, started_at, heartbeat_at)
    values (gen_random_uuid(), 'all', 'gone', 1, '0', now(), now() - interval '1 day')`.execute(db.system);
  await sql`alter table idempotent_request rename to away`.execute(db.system);
  const sender = createWebhookSender({ guard: app.ctx.egressGuard, proxyUrl: '', localAddress: '' });
  const job = jobHandlers(app.ctx, { pushLanes: app.pushLanes, sender }).find(({ name }) => name === 'housekeeping');
  assert.ok(job);
  await assert.rejects(async () => job.run({}, { isStopping: () => false }), /idempotent_request/);
  const { rows } = await sql`select from process where host = 'gone'`.execute(db.system);
  await sql`alter table away rename to idempotent_request`.execute(db.system);
  await sender.close();
  assert.equal(rows.length, 0, 'the step after the failing one has run');
});

test('A-29: a statement timeout, a full disk and a standby return 503 and can be retried', async () => {
  for (const code of ['57014', '53100', '25006', '53200', '57P05', '25P03']) {
    const { parts } = toApiError(Object.assign(new Error('from PostgreSQL'), { code }));
    assert.deepEqual([parts.statusCode, parts.retryable], [503, true], code);
  }
  // On a full disk, PostgreSQL refuses new sessions with this error.
  const refused = { severity: 'FATAL', code: 'XX000' };
  assert.equal(toApiError(Object.assign(new Error('could not write init file'), refused)).parts.statusCode, 503);
  const internal = { severity: 'ERROR', code: 'XX000' };
  assert.equal(toApiError(Object.assign(new Error('cache lookup failed'), internal)).parts.statusCode, 500);
  // A real error of PostgreSQL, through a request.
  const { send } = await app.account();
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const outside = new pg.Client(serverUrl());
  await outside.connect();
  await outside.query(`alter database ${name} set default_transaction_read_only = on`);
  await outside.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'daybook'",
    [name],
  );
  const answers = [];
  for (let tries = 0; tries < 10; tries++) answers.push(await send('POST /companies', { body: { name: 'one' } }));
  await outside.query(`alter database ${name} reset default_transaction_read_only`);
  await outside.end();
  const { status, body, text } = answers.at(-1) ?? assert.fail();
  assert.deepEqual([status, body.retryable], [503, true], text);
});

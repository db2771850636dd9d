import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { recordedCommands } from '../../src/cli/record-command.ts';
import { noAccount } from '../../src/http/access/principal.ts';
import { runDaybook, runForJson } from '../cli/run-daybook.ts';
import { testSecretKeys, useApp } from '../harness.ts';
import { makeMigrating } from '../migration/migrating-account.ts';

/** Without workers, so that only the command changes anything. */
const app = useApp({ config: { role: 'api' } });

const url = 'http://127.0.0.1:9/hooks';
const newKey = `fresh:${Buffer.alloc(32, 9).toString('base64')}`;
const env = {
  DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  DAYBOOK_SECRET_KEYS: `${testSecretKeys},${newKey}`,
};
const daybook = (args: string[], more: Record<string, string> = {}) =>
  runDaybook(app.databaseUrl, args, { ...env, ...more });
const json = (...args: string[]) => runForJson(app.databaseUrl, args, env);

async function makeConsumer() {
  const { accountId } = await app.account();
  const { consumerId } = await json('webhooks', 'create', accountId, url);
  return { accountId, consumerId: consumerId as string };
}

/** A sync that waits to be retried and a push that waits to be sent, written directly. */
async function makeWaiting() {
  const account = await app.account();
  const { accountId } = account;
  const { companyId } = (await account.send('POST /companies', { body: { name: 'a' } })).body;
  const [connectionId, syncId, pushId] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`with n as (insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at)
      values (${accountId}, ${companyId}, ${connectionId}, 'sandbox', 'Accounting', 'Linked', now())),
    s as (insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger, status,
        requested_at, retry_at)
      values (${accountId}, ${companyId}, ${syncId}, 1, ${connectionId}, 'sandbox', 'invoices', 'first', 'Waiting', now(),
        now() + interval '1 hour'))
    insert into push (account_id, company_id, push_id, connection_id, number, platform_key, data_type, operation, status,
        step, requested_at, timeout_minutes, times_out_at, status_code)
      values (${accountId}, ${companyId}, ${pushId}, ${connectionId}, 1, 'sandbox', 'invoices', 'create', 'Pending', 'waiting',
        now(), 60, now() + interval '1 hour', 202)`.execute(app.ctx.db.system);
  return { syncId, pushId };
}

async function makeMessage() {
  const consumer = await makeConsumer();
  const { messageId } = await json('webhooks', 'test', consumer.consumerId);
  return { ...consumer, messageId: messageId as string };
}

const migrating = async (isDeclared = true) => (await makeMigrating(app, { url, isDeclared })).accountId;
const since = ['--since', new Date(Date.now() - 3_600_000).toISOString()];

/** Prepares each command and returns its arguments. The order matters: commands that affect the others come last. */
const cases: Record<string, () => Promise<string[]>> = {
  'account create': async () => ['Made by a command'],
  'account set': async () => [(await app.account()).accountId, '--plan', 'free'],
  'account move': async () => {
    const { accountId } = await app.account();
    await sql`insert into account_departure (account_id, move_id, run, state, to_cell, to_url, started_at, touched_at, erased_at)
      values (${accountId}, ${accountId}, 1, 'moved', 'b', '', now(), now(), now())`.execute(app.ctx.db.system);
    return [accountId, '--to', 'b', '--done'];
  },
  'key create': async () => [(await app.account()).accountId],
  'key delete': async () => {
    const { accountId } = await app.account();
    return [accountId, (await app.key(accountId)).apiKeyId];
  },
  'sync retry': async () => [(await makeWaiting()).syncId],
  'sync cancel': async () => [(await makeWaiting()).syncId],
  'push retry': async () => [(await makeWaiting()).pushId],
  'webhooks create': async () => [(await app.account()).accountId, url],
  'webhooks enable': async () => {
    const { consumerId } = await makeConsumer();
    await json('webhooks', 'disable', consumerId);
    return [consumerId];
  },
  'webhooks disable': async () => [(await makeConsumer()).consumerId],
  'webhooks rotate': async () => [(await makeConsumer()).consumerId],
  'webhooks test': async () => [(await makeConsumer()).consumerId],
  'webhooks resend': async () => {
    const { accountId, messageId, consumerId } = await makeMessage();
    await sql`delete from delivery where account_id = ${accountId}::uuid`.execute(app.ctx.db.system);
    return [accountId, messageId, '--consumer', consumerId];
  },
  'webhooks retry': async () => {
    const { accountId, consumerId } = await makeMessage();
    await sql`update delivery set attempts = 1, due_at = now() + interval '1 hour' where account_id = ${accountId}::uuid`.execute(
      app.ctx.db.system,
    );
    return [consumerId];
  },
  'webhooks recover': async () => [(await makeMessage()).consumerId, ...since],
  'webhooks replay': async () => [(await makeMessage()).consumerId, ...since],
  'webhooks migration declare': async () => [await migrating(false), '--by', 'Ada'],
  'webhooks migration request': async () => [await migrating(), '--by', 'Ada'],
  'webhooks migration rehearse': async () => [await migrating(), '--minutes', '1'],
  'webhooks migration apply': async () => [await migrating()],
  'webhooks migration rollback': async () => {
    const accountId = await migrating();
    await json('webhooks', 'migration', 'apply', accountId);
    return [accountId];
  },
  'db check': async () => {
    await makeWaiting();
    return ['--restored'];
  },
  'proof rotate-key': async () => [],
  'maintenance on': async () => [],
  'maintenance off': async () => [],
  'secrets reseal': async () => [],
};

/** Follows the rehearsal for a minute. test/migration covers its audit entries. */
const takesLong = ['webhooks migration rehearse'];

/** Tables that also change without commands, besides those of the request log. */
const restless = ['audit', 'process', 'request_quota', 'remembered_total'];

/** Every row of every table, except when keys were last used. */
async function readAll(): Promise<Record<string, string>> {
  const { system } = app.ctx.db;
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(system);
  const all: Record<string, string> = {};
  for (const { name } of rows.filter((row) => !restless.includes(row.name) && !row.name.startsWith('request_log'))) {
    const { rows: found } = await sql<{
      text: string;
    }>`select coalesce(string_agg(line, e'\n' order by line), '') as text
      from (select (to_jsonb(t) - 'last_used_at')::text as line from ${sql.table(name)} t) lines`.execute(system);
    all[name] = found[0]?.text ?? '';
  }
  return all;
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  const { system } = app.ctx.db;
  await sql`create function refuse_row() returns trigger language plpgsql as $$ begin
    raise exception 'the audit log rejects %', new.operation; end $$`.execute(system);
  await sql`create trigger refuse_row before insert on audit for each row execute function refuse_row()`.execute(
    system,
  );
  try {
    return await work();
  } finally {
    await sql`drop function refuse_row cascade`.execute(system);
  }
}

async function readRows(operation: string) {
  const { rows } = await sql<{
    accountId: string;
    after: Record<string, unknown>;
  }>`select account_id as "accountId", after
    from audit where operation = ${operation} order by audit_id`.execute(app.ctx.db.system);
  return rows;
}

for (const [name, prepare] of Object.entries(cases))
  test(`A-25: "daybook ${name}" is done with its audit entry or not at all`, async () => {
    const args = [...name.split(' '), ...(await prepare())];
    const more = name === 'secrets reseal' ? { DAYBOOK_SECRET_KEYS: `${newKey},${testSecretKeys}` } : {};
    const operation = `daybook ${name}`;
    const [before, rowsBefore] = [await readAll(), (await readRows(operation)).length];
    const refused = await refusing(() => daybook(args, more));
    assert.deepEqual(await readAll(), before, 'the rejected command left something behind');
    assert.equal(refused.code, 1, refused.out);
    assert.match(refused.err, new RegExp(`the audit log rejects ${operation}`));
    if (takesLong.includes(name)) return;
    const done = await daybook(args, more);
    assert.equal(done.code, 0, done.err);
    assert.notDeepEqual(await readAll(), before, 'the command has changed nothing');
    const rows = (await readRows(operation)).slice(rowsBefore);
    assert.ok(rows.length > 0);
    // In the account's own audit log, unless it is about the whole cell.
    for (const { accountId } of rows) assert.equal(accountId === noAccount, recordedCommands[name] === 'cell');
  });

test('A-25: a command with many transactions is recorded when it starts, and again with its result', async () => {
  const states = (await readRows('daybook secrets reseal')).map(({ after }) => after);
  const [begun, ended] = states;
  assert.equal(states.length, 2);
  assert.deepEqual(begun, { begun: true, keyId: 'fresh' });
  assert.ok(Number(ended?.resealed) > 0);
  const [checked] = await readRows('daybook db check');
  assert.deepEqual(checked?.after, { begun: true, repair: true, restored: true });
});

test('A-25: every command that changes something is covered', () => {
  assert.deepEqual(Object.keys(cases).sort(), Object.keys(recordedCommands).sort());
});

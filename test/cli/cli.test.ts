import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { commands } from '../../src/cli/commands.ts';
import { serverUrl, startOn, testSecretKeys } from '../harness.ts';
import { cloneTemplate, emptyDatabase } from '../template.ts';
import { runDaybook, runForJson } from './run-daybook.ts';

let database: Awaited<ReturnType<typeof cloneTemplate>>;
before(async () => {
  database = await cloneTemplate(serverUrl());
});
after(() => database.drop());

const daybook = (args: string[], env: Record<string, string> = {}) => runDaybook(database.url, args, env);
const json = (args: string[]) => runForJson(database.url, args);

test('every command has a summary, examples, and help for itself and each of its options', async () => {
  const overview = (await daybook([])).out;
  for (const command of commands) {
    assert.ok(overview.includes(command.summary), command.name);
    assert.ok(command.examples.length > 0, command.name);
    const help = await daybook([...command.name.split(' '), '--help']);
    assert.equal(help.code, 0);
    assert.match(help.out, new RegExp(`Usage: daybook ${command.name}`));
    for (const option of Object.keys(command.options ?? {}))
      assert.ok(command.optionHelp?.[option], `${command.name} --${option} has no help`);
  }
});

test('wrong usage exits with 2 and explains the right usage', async () => {
  const cases: [args: string[], text: RegExp][] = [
    [['fly'], /There is no command "fly"/],
    [['account', 'create'], /needs NAME/],
    [['account', 'create', 'Acme', 'Lending'], /takes only NAME/],
    [['webhooks', 'migration'], /"webhooks migration" is not a complete command.*webhooks migration check/s],
    [['help', 'fly'], /There is no command "fly"/],
    [['key', 'fly'], /There is no command "key fly".*key create ACCOUNT_ID/s],
    [['person', 'invite', 'ada@example.com'], /--account ACCOUNT_ID is required/],
    [['account', 'create', 'x', '--plan', 'gold'], /--plan must be one of free, paid/],
    [['account', 'list', '--colour'], /^Unknown option '--colour'\.$/m],
    [['key', 'list', 'nobody'], /ACCOUNT_ID must be a UUID/],
    [['maintenance', 'on', '--retry-after', '-5'], /retry-after/],
  ];
  for (const [args, text] of cases) {
    const { code, err } = await daybook(args);
    assert.equal(code, 2, args.join(' '));
    assert.match(err, text);
  }
});

test('the first word of a command group lists its commands, and help explains each one', async () => {
  for (const args of [
    ['key', '--help'],
    ['help', 'key'],
  ]) {
    const { code, out } = await daybook(args);
    assert.equal(code, 0, args.join(' '));
    assert.match(out, /key create ACCOUNT_ID.*key delete/s);
    assert.doesNotMatch(out, /webhooks/);
  }
  assert.match((await daybook(['help', 'key', 'create'])).out, /Usage: daybook key create/);
});

test('an unknown account is reported without a stack trace', async () => {
  const nobody = '019a0000-0000-7000-8000-000000000000';
  for (const args of [
    ['key', 'create', nobody],
    ['key', 'list', nobody],
    ['webhooks', 'messages', nobody],
    ['webhooks', 'create', nobody, 'https://example.com/hooks'],
    ['person', 'create', 'ada@example.com', '--account', nobody],
    ['listen', '--account', nobody, '--forward', 'http://localhost:1/'],
  ]) {
    const { code, err } = await daybook(args);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, /^Not found: there is no such account\./);
  }
});

test('the operator creates an account and a key that works, then deletes a key, which is rejected', async () => {
  const { accountId } = await json(['account', 'create', 'Acme Lending', '--plan', 'free']);
  const { secret } = await json(['key', 'create', accountId, '--name', 'first']);
  const second = await json([
    'key',
    'create',
    accountId,
    '--name',
    'reader',
    '--scopes',
    'read',
    '--expires',
    '2099-01-01T00:00:00Z',
  ]);
  assert.deepEqual(second.scopes, ['read']);
  const running = await startOn(database.url);
  try {
    assert.equal((await running.app.send('GET /companies', { key: secret })).status, 200);
    await json(['key', 'delete', accountId, second.apiKeyId]);
    assert.equal((await running.app.send('GET /companies', { key: second.secret })).status, 403);
  } finally {
    await running.stop();
  }
  const table = (await daybook(['key', 'list', accountId])).out;
  assert.match(table, /^APIKEYID +NAME/);
  assert.ok(table.includes('reader') && !table.includes(secret));
  const last = await daybook(['key', 'delete', accountId, (await json(['key', 'list', accountId]))[0].apiKeyId]);
  assert.deepEqual([last.code, /last API key/.test(last.err)], [1, true]);
});

test('accounts are listed, shown and changed', async () => {
  const { accountId } = await json(['account', 'create', 'Beta']);
  await json(['account', 'set', accountId, '--plan', 'free', '--requests-per-minute', '42']);
  const shown = await json(['account', 'show', accountId]);
  assert.deepEqual([shown.plan, shown.requestsPerMinute, shown.companies], ['free', 42, 0]);
  const limits = ['--snapshot-days', '2600', '--snapshot-bytes', '500000000000'];
  const set = await json(['account', 'set', accountId, ...limits]);
  assert.deepEqual([set.snapshotDays, set.snapshotBytes], [2600, 500_000_000_000]);
  const kept = await json(['account', 'show', accountId]);
  assert.deepEqual([kept.snapshotDays, kept.snapshotBytes, kept.snapshotBytesHeld], [2600, 500_000_000_000, 0]);
  const wrong = await daybook(['account', 'set', accountId, '--snapshot-bytes', '1.5']);
  assert.deepEqual([wrong.code, /--snapshot-bytes must be a whole number, or "default"/.test(wrong.err)], [2, true]);
  await json(['account', 'set', accountId, '--requests-per-minute', 'default']);
  assert.ok(
    (await json(['account', 'list'])).some(
      (row: { accountId: string; requestsPerMinute: unknown }) =>
        row.accountId === accountId && row.requestsPerMinute === null,
    ),
  );
  const missing = await daybook(['account', 'show', '01900000-0000-7000-8000-000000000000']);
  assert.deepEqual([missing.code, /no such account/.test(missing.err)], [1, true]);
});

test('maintenance is turned on, shown in the status, and turned off', async () => {
  await json(['maintenance', 'on', '--message', 'soon back', '--retry-after', '90']);
  const status = await daybook(['maintenance', 'status']);
  assert.match(status.out, /Maintenance has been ON since/);
  await json(['maintenance', 'off']);
  assert.equal((await json(['maintenance', 'status'])).maintenance, false);
});

test('an empty database is upgraded, and the status shows it before and after', async () => {
  const empty = await emptyDatabase(serverUrl());
  const env = { DAYBOOK_DATABASE_URL: empty.url };
  try {
    assert.match((await daybook(['account', 'list'], env)).err, /Run "daybook db upgrade"/);
    assert.match((await daybook(['db', 'status'], env)).out, /pending.*Run "daybook db upgrade"/s);
    const serve = await daybook(['serve'], { ...env, DAYBOOK_DATABASE_UPGRADE: 'manual' });
    assert.deepEqual([serve.code, /Run "daybook db upgrade" first/.test(serve.err)], [1, true]);
    assert.match((await daybook(['db', 'upgrade'], env)).out, /Applied:\n {2}tables\n( {2}\d{4}-.*\n)* {2}functions/);
    assert.doesNotMatch((await daybook(['db', 'status'], env)).out, /pending/);
    assert.match((await daybook(['db', 'upgrade'], env)).out, /Up to date/);
  } finally {
    await empty.drop();
  }
});

test('a schema change that fails is reported with the error of PostgreSQL', async () => {
  const taken = await emptyDatabase(serverUrl());
  try {
    const client = new pg.Client(taken.url);
    await client.connect();
    await client.query('create table company (id int)');
    await client.end();
    const { code, err } = await daybook(['db', 'upgrade'], { DAYBOOK_DATABASE_URL: taken.url });
    assert.equal(code, 1);
    assert.match(err, /Schema change tables failed and was rolled back/);
    assert.match(err, /Caused by: relation "company" already exists/);
  } finally {
    await taken.drop();
  }
});

test('errors say what to do: PostgreSQL cannot be reached, settings are missing', async () => {
  const nowhere = await daybook(['account', 'list'], { DAYBOOK_DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
  assert.match(nowhere.err, /PostgreSQL cannot be reached.*DAYBOOK_DATABASE_URL/);
  const unset = await daybook(['serve'], { DAYBOOK_DATABASE_URL: '', DAYBOOK_SECRET_KEYS: '' });
  assert.match(unset.err, /2 problems.*DAYBOOK_DATABASE_URL is missing.*DAYBOOK_SECRET_KEYS is missing/s);
});

test('a new key is generated and the secrets are re-encrypted with it', async () => {
  const running = await startOn(database.url);
  await running.stop();
  const { key } = await json(['config', 'new-key', '--id', 'k9']);
  const env = { DAYBOOK_SECRET_KEYS: `${key},${testSecretKeys}` };
  const { out } = await daybook(['secrets', 'reseal'], env);
  assert.match(out, /with the key "k9"/);
  const counts = JSON.parse((await daybook(['secrets', 'status', '--json'], env)).out);
  assert.ok(counts.length > 0 && counts.every((row: { keyId: string }) => row.keyId === 'k9'));
});

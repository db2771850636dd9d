import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { recordedCommands } from '../../src/cli/record-command.ts';
import { useApp } from '../harness.ts';
import { browserOf, goodPassword, ownOrigin, signInAs, trySignIn } from '../people/people.ts';
import { runDaybook, runForJson } from './run-daybook.ts';

const app = useApp();

const env = { DAYBOOK_BASE_URL: 'http://api.test' };
const daybook = (...args: string[]) => runDaybook(app.databaseUrl, args, env);
const json = (...args: string[]) => runForJson(app.databaseUrl, args, env);

const tokenOf = (link: string) => link.split('/').at(-1) ?? '';
const accept = (link: string, body: object) =>
  app.send(`POST /invitations/${tokenOf(link)}`, { body, headers: ownOrigin });

test('the operator creates the first person, who sets a password with the link and is signed in', async () => {
  const made = await json('person', 'create', 'First@Example.com', '--operator', '--name', 'First');
  assert.match(made.link, /^http:\/\/api\.test\/portal\/invitations\/[\w-]{43}$/);
  const accepted = await accept(made.link, { password: goodPassword });
  assert.deepEqual([accepted.status, accepted.body.person.isOperator], [200, true], accepted.text);
  const list = await json('person', 'list');
  assert.deepEqual(
    list.map((one: { email: string; operator: boolean; password: boolean }) => [one.email, one.operator, one.password]),
    [['first@example.com', true, true]],
  );
  assert.equal((await daybook('person', 'create', 'nowhere@example.com')).code, 2);
});

test('an invitation without a mail server prints its link', async () => {
  const { accountId } = await app.account();
  const made = await json('person', 'invite', 'invited@example.com', '--account', accountId, '--role', 'viewer');
  const accepted = await accept(made.link, { password: goodPassword });
  assert.deepEqual([accepted.status, accepted.body.account.role], [200, 'viewer']);
});

test('a locked-out person gets a link; the same command can remove codes and end sessions', async () => {
  const { accountId } = await app.account();
  const email = 'locked@example.com';
  const made = await json('person', 'create', email, '--account', accountId);
  const session = browserOf(app, await accept(made.link, { password: goodPassword }));
  const { system } = app.ctx.db;
  await system
    .updateTable('person')
    .set({ totp_secret: app.ctx.sealer.seal('A'.repeat(32), `person|${made.personId}`), totp_confirmed_at: new Date() })
    .where('person_id', '=', made.personId)
    .execute();
  assert.equal((await trySignIn(app, { email })).body.code, 'codeRequired');
  const reset = await json('person', 'reset', email, '--codes', '--end-sessions');
  app.ctx.sessions.forget();
  assert.equal((await session.send('GET /session')).status, 401);
  assert.equal((await trySignIn(app, { email })).status, 200, 'no code is required any more');
  assert.equal((await accept(reset.link, { password: 'another good password' })).status, 200);
  await signInAs(app, { email, password: 'another good password' });
  assert.equal((await daybook('person', 'reset', 'nobody@example.com')).code, 1);
});

test('a removed person loses every session and account', async () => {
  const { accountId } = await app.account();
  const email = 'gone@example.com';
  const made = await json('person', 'create', email, '--account', accountId);
  const browser = browserOf(app, await accept(made.link, { password: goodPassword }));
  assert.deepEqual((await json('person', 'remove', email)).accounts, [accountId]);
  app.ctx.sessions.forget();
  assert.equal((await browser.send('GET /session')).status, 401);
  assert.equal((await trySignIn(app, { email })).status, 401);
  const trail = await json('audit', 'list', '--account', accountId);
  assert.deepEqual(
    trail.map((row: { operation: string; actor_name: string }) => [row.operation, row.actor_name]),
    [
      ['removePerson', 'command line'],
      ['signIn', 'gone'],
      ['resetPassword', 'gone'],
      ['createPerson', 'command line'],
    ],
  );
});

test("the operator's commands are recorded in the audit trail, with secrets masked", async () => {
  const { accountId } = await json('account', 'create', 'Trailed');
  const key = await json('key', 'create', accountId, '--name', 'one');
  await json('account', 'set', accountId, '--plan', 'free');
  await json('maintenance', 'off');
  await json('account', 'list');
  const rows = await json('audit', 'list', '--account', accountId);
  assert.deepEqual(
    rows.map((row: { operation: string; subject_kind: string }) => [row.operation, row.subject_kind]),
    [
      ['daybook account set', 'account'],
      ['daybook key create', 'apiKey'],
      ['daybook account create', 'account'],
    ],
  );
  assert.equal(rows[1].subject_id, key.apiKeyId);
  assert.ok(!JSON.stringify(rows).includes(key.secret));
  const [own] = await json('audit', 'list', '--limit', '1');
  assert.deepEqual([own.operation, own.actor_kind], ['daybook maintenance off', 'operator']);
});

/** Commands that are not in recordedCommands: they only read, they keep running, or they write their own audit rows. */
const others = [
  'account list',
  'account show',
  'audit list',
  'cells status',
  'config',
  'completion',
  'config new-key',
  // These work on the developer's own files, without a database.
  'connector check',
  'connector list',
  'connector new',
  'connector record',
  'db restored',
  'db status',
  'key list',
  'listen',
  'maintenance status',
  'man',
  'mcp',
  'mirror',
  'push list',
  'push show',
  'sandbox',
  'secrets status',
  'serve',
  'sync list',
  'sync show',
  'webhooks attempts',
  'webhooks consumer',
  'webhooks consumers',
  'webhooks message',
  'webhooks messages',
  'webhooks migration check',
  'webhooks migration plan',
  'webhooks migration status',
  // The table of schema changes is its record; the audit table may not exist before it has run.
  'db upgrade',
  // Runs before any table exists.
  'db prepare',
  // These write their own audit rows, in the transaction of the change.
  'connection import',
  'person create',
  'person invite',
  'person list',
  'person remove',
  'person reset',
  // Creates the first operator, which writes its own audit row.
  'start',
  // Calls the API, which records it.
  'trigger',
  // Reads a file, without a database.
  'verify',
];

test('every command is either recorded in the audit trail or listed here as an exception', () => {
  assert.deepEqual(
    commands.map((command) => command.name).sort(),
    [...Object.keys(recordedCommands), ...others].sort(),
  );
});

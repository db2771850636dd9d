import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetAudit } from '../../src/audit/forget-audit.ts';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';

const clock = settableClock('2026-03-01T10:00:00Z');
const app = useApp({ clock });

type Row = {
  operation: string;
  actor: { kind: string; name: string; id?: string };
  subject: { kind: string; id?: string; name?: string };
  companyId?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  address?: string;
  correlationId?: string;
};

async function makeAccount() {
  const account = await app.account();
  const person = await makePerson(app, { accountId: account.accountId, name: 'Ann' });
  const browser = await person.signIn();
  const trail = async (query = ''): Promise<Row[]> =>
    (await browser.send(`GET /audit${query && `?query=${encodeURIComponent(query)}`}`)).body.results;
  return { account, person, browser, trail };
}

test('a change is recorded with its actor, its subject, and the states before and after', async () => {
  const { account, browser, trail, person } = await makeAccount();
  const made = (await account.send('POST /companies', { body: { name: 'First' } })).body;
  const changed = await browser.send(`PATCH /companies/${made.companyId}`, { body: { name: 'Second' } });
  await browser.send(`DELETE /companies/${made.companyId}`);
  const [deleted, patched, created] = await trail(`companyId=${made.companyId}`);
  assert.deepEqual(
    [created?.operation, created?.actor, created?.subject, created?.before],
    [
      'createCompany',
      { kind: 'key', id: account.apiKeyId, name: 'test' },
      { kind: 'company', id: made.companyId, name: 'First' },
      undefined,
    ],
  );
  assert.equal(created?.after?.name, 'First');
  assert.deepEqual(patched?.actor, { kind: 'person', id: person.personId, name: 'Ann' });
  assert.deepEqual([patched?.before?.name, patched?.after?.name], ['First', 'Second']);
  assert.equal(patched?.correlationId, changed.headers.get('x-correlation-id'));
  assert.equal(patched?.address, '127.0.0.1');
  assert.deepEqual([deleted?.operation, deleted?.before?.name, deleted?.after], ['deleteCompany', 'Second', undefined]);
  assert.equal(deleted?.subject.name, 'Second');
});

test('a rejected request, a dry run and an idempotent replay leave no entry', async () => {
  const { account, trail } = await makeAccount();
  const headers = { 'idempotency-key': 'once' };
  for (let i = 0; i < 3; i++) await account.send('POST /companies', { body: { name: 'One' }, headers });
  await account.send('POST /companies', { body: { name: '' } });
  await account.send('GET /companies');
  assert.equal((await trail('operation=createCompany')).length, 1);
  const body = { name: 'receiver', url: 'http://127.0.0.1:1/' };
  const { consumerId } = (await account.send('POST /webhooks/consumers', { body })).body;
  const range = { since: '2026-03-01T00:00:00Z', dryRun: true };
  const counted = await account.send(`POST /webhooks/consumers/${consumerId}/recover`, { body: range });
  assert.equal(counted.status, 200);
  assert.equal((await trail('operation=recoverMessages')).length, 0);
});

test('retrying messages is recorded with actor, consumer and number', async () => {
  const { account, trail } = await makeAccount();
  const body = { name: 'receiver', url: 'http://127.0.0.1:1/' };
  const { consumerId } = (await account.send('POST /webhooks/consumers', { body })).body;
  await account.send(`POST /webhooks/consumers/${consumerId}/retry`);
  const [row] = await trail('operation=retryMessages');
  assert.deepEqual([row?.actor.kind, row?.subject.kind, row?.subject.id], ['key', 'consumer', consumerId]);
  assert.deepEqual(row?.after, { consumerId, total: 0 });
});

test('secrets are masked in the states before and after', async () => {
  const { browser, trail } = await makeAccount();
  const key = (await browser.send('POST /apiKeys', { body: { name: 'spare' } })).body;
  const consumer = (
    await browser.send('POST /webhooks/consumers', {
      body: { name: 'receiver', url: 'http://127.0.0.1:1/', headers: { 'X-Api': 'hidden-value' } },
    })
  ).body;
  await browser.send(`PATCH /webhooks/consumers/${consumer.consumerId}`, { body: { name: 'renamed' } });
  await browser.send(`DELETE /apiKeys/${key.apiKeyId}`);
  await browser.send('POST /team/invitations', { body: { email: 'new@example.com', role: 'viewer' } });
  const rows = await trail();
  const text = JSON.stringify(rows);
  for (const secret of [key.secret, consumer.secret, 'hidden-value', '/portal/invitations/'])
    assert.ok(!text.includes(secret), secret);
  const patched = rows.find((row) => row.operation === 'changeConsumer');
  assert.deepEqual(patched?.before?.headers, { 'X-Api': '[masked]' });
  assert.deepEqual([patched?.before?.name, patched?.after?.name], ['receiver', 'renamed']);
  const invited = rows.find((row) => row.operation === 'inviteMember');
  assert.deepEqual([invited?.subject.name, invited?.after?.link], ['new@example.com', '[masked]']);
  const stored = await app.ctx.db.system.selectFrom('audit').selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes('hidden-value'), 'also in the table');
});

test('sign-ins and changes of roles, passwords, names and second factors are recorded', async () => {
  const { account, person, browser, trail } = await makeAccount();
  const other = await makePerson(app, { accountId: account.accountId, role: 'viewer', name: 'Vera' });
  await browser.send(`PATCH /team/${other.personId}`, { body: { role: 'developer' } });
  await browser.send(`DELETE /team/${other.personId}`);
  await browser.send('PUT /session/password', {
    body: { current: 'plum harbour ninety kites', password: 'one more good password' },
  });
  await browser.send('PATCH /session/person', { body: { name: 'Anna' } });
  await browser.send('POST /session/totp');
  const rows = await trail();
  const kept = (operation: string) => rows.find((row) => row.operation === operation);
  assert.deepEqual([kept('changeMember')?.before?.role, kept('changeMember')?.after?.role], ['viewer', 'developer']);
  assert.deepEqual(kept('removeMember')?.subject, { kind: 'person', id: other.personId, name: 'Vera' });
  for (const operation of ['signIn', 'changePassword', 'changePerson', 'startTotp'])
    assert.equal(kept(operation)?.actor.id, person.personId, operation);
  assert.doesNotMatch(JSON.stringify(rows), /one more good password|plum harbour/);
});

test('the audit log shows only entries of the account, and can be filtered and paged like any list', async () => {
  const [mine, theirs] = [await makeAccount(), await makeAccount()];
  await theirs.account.send('POST /companies', { body: { name: 'theirs' } });
  for (let i = 0; i < 3; i++) await mine.account.send('POST /companies', { body: { name: `mine ${i}` } });
  const rows = await mine.trail('operation=createCompany');
  assert.deepEqual(
    rows.map((row) => row.subject.name),
    ['mine 2', 'mine 1', 'mine 0'],
    'newest first',
  );
  const page = await mine.browser.send('GET /audit?pageSize=2&orderBy=at&query=actor.kind=key');
  assert.deepEqual([page.body.results.length, page.body.totalResults], [2, 3]);
  const next = await mine.browser.send(`GET ${page.body._links.next.href}`);
  assert.equal(next.body.results.length, 1);
});

test('entries older than the retention period are deleted', async () => {
  const { account, trail } = await makeAccount();
  await account.send('POST /companies', { body: { name: 'old' } });
  clock.advanceMs(399 * 24 * 60 * 60 * 1000);
  await account.send('POST /companies', { body: { name: 'young' } });
  clock.advanceMs(2 * 24 * 60 * 60 * 1000);
  assert.ok((await forgetAudit(app.ctx)) >= 1);
  const left = await app.ctx.db.system
    .selectFrom('audit')
    .select('subject_name')
    .where('account_id', '=', account.accountId)
    .execute();
  assert.deepEqual(left, [{ subject_name: 'young' }]);
  assert.ok(trail);
});

test('for an erased company, the audit log keeps who did what, but not names and states', async () => {
  const { account, trail } = await makeAccount();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'to be forgotten' } })).body;
  await account.send(`DELETE /companies/${companyId}`);
  await waitFor(async () => (await account.send('GET /purges')).body.results[0].purged !== undefined);
  const rows = await trail(`companyId=${companyId}`);
  assert.deepEqual(
    rows.map((row) => [row.operation, row.actor.name, row.subject, row.before, row.after]),
    ['deleteCompany', 'createCompany'].map((operation) => [
      operation,
      'test',
      { kind: 'company', id: companyId },
      undefined,
      undefined,
    ]),
  );
});

test('a removed person leaves nothing but their name in the audit log', async () => {
  const { account, person, browser } = await makeAccount();
  await browser.send('POST /companies', { body: { name: 'theirs' } });
  const { system } = app.ctx.db;
  await system.deleteFrom('person').where('person_id', '=', person.personId).execute();
  app.ctx.sessions.forget();
  assert.equal((await browser.send('GET /session')).status, 401);
  for (const table of ['member', 'session', 'recovery_code', 'password_reset'] as const) {
    const rows = await system.selectFrom(table).selectAll().where('person_id', '=', person.personId).execute();
    assert.deepEqual(rows, [], table);
  }
  const row = await system
    .selectFrom('audit')
    .select('actor_name')
    .where('account_id', '=', account.accountId)
    .where('operation', '=', 'createCompany')
    .executeTakeFirstOrThrow();
  assert.equal(row.actor_name, 'Ann');
});

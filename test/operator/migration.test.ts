import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { companyCreated, emit, makeRule } from '../legacy/older-account.ts';
import { makeMigrating } from '../migration/migrating-account.ts';
import { makePerson } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';
import { useReceivers } from '../webhooks/receiver.ts';

/**
 * A migration from the declaration to the end, done by people: the client's in its portal, the operator's in theirs.
 */
const app = useApp();
const startReceiver = useReceivers();

async function prepare() {
  const receiver = await startReceiver();
  const account = await makeMigrating(app, { url: receiver.url, isDeclared: false });
  const client = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const operator = await makePerson(app, { isOperator: true, name: 'Olga' });
  return {
    receiver,
    account,
    client,
    operator: await operator.signIn(),
    operatorEmail: operator.email,
    path: `/operator/accounts/${account.accountId}/migration`,
  };
}

test('R-VER-13: the client sees the state of its migration in the portal, makes the declaration and requests the migration', async () => {
  const { client, account } = await prepare();
  const before = (await client.send('GET /migration')).body;
  assert.deepEqual(
    [before.generation, before.state, before.declared, before.requested],
    ['older', 'notMigrated', false, false],
  );
  assert.deepEqual(
    before.check.blockers.map(({ kind }: { kind: string }) => kind),
    ['ruleIdNotDeclared'],
  );
  assert.equal(before.plan.consumers.length, 2);
  assert.equal(before.plan.rules, 2);
  const declared = (await client.send('POST /migration/declaration')).body;
  assert.deepEqual([declared.declared, declared.check.isReady], [true, true]);
  const asked = (await client.send('POST /migration/request')).body;
  assert.equal(asked.requested, true);
  const steps = asked.history.map(({ step, source }: { step: string; source: string }) => `${step} by the ${source}`);
  assert.deepEqual(steps, ['declared by the client', 'requested by the client']);
  assert.match(asked.history[0].by, /@example\.com$/);
  const trail = (await client.send('GET /audit')).body.results;
  assert.ok(trail.some(({ operation }: { operation: string }) => operation === 'requestMigration'));
  for (const request of [
    'GET /migration',
    'GET /migration/rehearsal',
    'POST /migration/declaration',
    'POST /migration/request',
  ]) {
    const answer = await account.send(request);
    assert.deepEqual([answer.status, answer.body.code], [403, 'sessionOnly'], request);
  }
});

test('viewers and developers cannot request the migration', async () => {
  const { account } = await prepare();
  for (const role of ['viewer', 'developer'] as const) {
    const browser = await (await makePerson(app, { accountId: account.accountId, role })).signIn();
    assert.equal((await browser.send('GET /migration')).status, 200);
    assert.equal((await browser.send('POST /migration/request')).body.code, 'roleTooLow', role);
  }
});

test('R-VER-12: the operator rehearses and applies; afterwards the authorization header carried over is managed in the portal', async () => {
  const { receiver, account, client, operator, operatorEmail, path } = await prepare();
  await account.send('PUT /profile', { body: { webhookAuthorization: 'Bearer from-profile' } });
  const blocked = await operator.send(`POST ${path}/apply`);
  assert.deepEqual([blocked.status, blocked.body.code], [409, 'wrongState']);
  assert.match(blocked.body.error, /ruleIdNotDeclared/);
  await client.send('POST /migration/declaration');
  await client.send('POST /migration/request');
  const waiting = (await operator.send('GET /operator/migrations?query=state=notMigrated')).body.results;
  const own = waiting.find(({ accountId }: { accountId: string }) => accountId === account.accountId);
  assert.ok(own.requested && own.declared);
  assert.equal(own.rules, 2);

  const started = await operator.send(`POST ${path}/rehearsal`, { body: { minutes: 5 } });
  assert.equal(started.status, 200, started.text);
  assert.equal(started.body.rehearsal.ended, undefined);
  await emit(app, account.accountId, companyCreated(account.companyId));
  await waitFor(async () => {
    const { body } = await client.send('GET /migration/rehearsal');
    const [event] = body.perEvent;
    return event && [...event.older, ...event.newer].every(({ outcome }) => outcome === 'delivered');
  });
  assert.equal((await operator.send(`GET ${path}/rehearsal`)).body.perEvent[0].isSame, true);
  assert.equal((await operator.send(`POST ${path}/apply`)).status, 409, 'not during a rehearsal');
  assert.ok((await operator.send(`DELETE ${path}/rehearsal`)).body.rehearsal.ended);
  assert.equal((await operator.send(`DELETE ${path}/rehearsal`)).status, 404);

  const applied = await operator.send(`POST ${path}/apply`);
  assert.equal(applied.status, 200, applied.text);
  assert.deepEqual([applied.body.generation, applied.body.state], ['newer', 'migrated']);
  assert.equal(applied.body.check, undefined);
  assert.equal(applied.body.history.at(-1).by, operatorEmail);
  const trail = (await client.send('GET /audit?query=operation=applyClientMigration')).body.results;
  assert.deepEqual([trail.length, trail[0].actor.kind, trail[0].actor.name], [1, 'operator', 'Olga']);

  const refused = await account.send('PUT /profile', { body: { webhookAuthorization: 'Bearer x' } });
  assert.deepEqual([refused.status, refused.body.code], [409, 'headerByPortal']);
  const consumers = (await account.send('GET /webhooks/consumers')).body.results;
  assert.deepEqual(
    consumers.map(({ hasAuthorization }: { hasAuthorization: boolean }) => hasAuthorization),
    [true, true],
  );
  const consumer = consumers.find(({ url }: { url: string }) => url.endsWith('/all'));
  receiver.requests.length = 0;
  await client.send(`PUT /webhooks/consumers/${consumer.consumerId}/authorization`, {
    body: { value: 'Bearer by-portal' },
  });
  await emit(app, account.accountId, companyCreated(account.companyId));
  const delivered = (await receiver.waitFor(2)).map(({ path, headers }) => `${path}: ${headers.authorization}`);
  assert.deepEqual(delivered.toSorted(), ['/all: Bearer by-portal', '/one: Bearer from-profile']);
  const tooLate = await operator.send(`POST ${path}/rollback`);
  assert.equal(tooLate.status, 409);
  assert.match(tooLate.body.error, /was changed/);
});

test('the operator can roll back a migration as long as the client has changed nothing', async () => {
  const { account, client, operator, path } = await prepare();
  await client.send('POST /migration/declaration');
  assert.equal((await operator.send(`POST ${path}/apply`)).status, 200);
  assert.equal((await operator.send(`POST ${path}/apply`)).body.history.length, 2, 'applying again does nothing');
  const back = await operator.send(`POST ${path}/rollback`);
  assert.deepEqual([back.body.generation, back.body.state], ['older', 'rolledBack']);
  assert.equal((await client.send('GET /migration')).body.state, 'rolledBack');
  await makeRule(account, { webhook: 'http://127.0.0.1:9/again' });
});

test('a reason overrides the blocker of a consumer at the same URL and is recorded; a missing declaration still blocks', async () => {
  const { operator, client, account, receiver, path } = await prepare();
  await account.send('POST /webhooks/consumers', { body: { name: 'x', url: `${receiver.url}/all` } });
  const body = { force: 'agreed by phone' };
  const refused = await operator.send(`POST ${path}/apply`, { body });
  assert.equal(refused.status, 409);
  assert.match(refused.body.error, /ruleIdNotDeclared/);
  await client.send('POST /migration/declaration');
  assert.equal((await operator.send(`POST ${path}/apply`)).status, 409, 'urlHasConsumer');
  const forced = await operator.send(`POST ${path}/apply`, { body });
  assert.equal(forced.status, 200, forced.text);
  assert.match(forced.body.history.at(-1).detail, /forced: agreed by phone/);
});

test('an account that always used the newer webhooks has nothing to migrate', async () => {
  const account = await app.account();
  const browser = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const { body } = await browser.send('GET /migration');
  assert.deepEqual([body.state, body.check, body.history], ['alwaysNewer', undefined, []]);
  assert.equal((await browser.send('GET /migration/rehearsal')).status, 409);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyMigration } from '../../src/webhook-migration/apply-migration.ts';
import { readStatus } from '../../src/webhook-migration/migration-status.ts';
import { removeRetired } from '../../src/webhook-migration/retire-consumers.ts';
import { rollbackMigration } from '../../src/webhook-migration/rollback-migration.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { companyCreated, emit, makeRule } from '../legacy/older-account.ts';
import { makePerson } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';
import { answering, type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { makeMigrating, operator } from './migrating-account.ts';

const app = useApp();
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.stop());

const apply = (accountId: string, more: { force?: string; automationUrl?: string } = {}) =>
  applyMigration(app.ctx, { accountId, by: 'test', days: 30, ...more });
const rollback = (accountId: string) => rollbackMigration(app.ctx, { accountId, by: 'test' });
const at = (path: string, name: string) =>
  receiver.requests.filter((got) => got.path === path && JSON.parse(got.body).Data.name === name);

test('R-VER-01 R-VER-08: after the migration the same URLs get the same events, from consumers, and each once', async () => {
  const { accountId, companyId, otherId, send } = await makeMigrating(app, { url: receiver.url });
  const applied = await apply(accountId);
  assert.deepEqual([applied.isNew, applied.consumers.length], [true, 2]);
  await emit(app, accountId, companyCreated(companyId, 'mine'), companyCreated(otherId, 'other'));
  await waitFor(() => at('/all', 'other').length + at('/all', 'mine').length + at('/one', 'mine').length >= 3);
  assert.deepEqual(
    ['/all mine', '/all other', '/one mine', '/one other'].map((one) => {
      const [path = '', name = ''] = one.split(' ');
      return at(path, name).length;
    }),
    [1, 1, 1, 0],
  );
  assert.ok(receiver.requests.every((got) => got.path.startsWith('/') && got.headers['webhook-id']));
  const { results } = (await send('GET /webhooks/consumers')).body;
  const channels = results.map((one: { url: string; channels: string[] }) => [new URL(one.url).pathname, one.channels]);
  assert.deepEqual(channels.sort(), [
    ['/all', []],
    ['/one', [companyId]],
  ]);
});

test('R-VER-09 R-VER-10: X-Service-ClientId and the Authorization header of /profile are carried over', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, companyId } = account;
  await account.send('PUT /profile', { body: { webhookAuthorization: 'Bearer carried-over-secret' } });
  await apply(accountId);
  await emit(app, accountId, companyCreated(companyId, 'headers'));
  await waitFor(() => at('/all', 'headers').length === 1 && at('/one', 'headers').length === 1);
  for (const path of ['/all', '/one']) {
    const [got] = at(path, 'headers');
    assert.equal(got?.headers.authorization, 'Bearer carried-over-secret');
    assert.equal(got?.headers['x-service-clientid'], accountId);
  }
  const { results } = (await account.send('GET /webhooks/consumers')).body;
  assert.ok(results.every((one: { hasAuthorization: boolean }) => one.hasAuthorization));
  const step = await app.ctx.db.system
    .selectFrom('migration_step')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'applied')
    .executeTakeFirstOrThrow();
  assert.doesNotMatch(JSON.stringify(step), /carried-over-secret/, 'the recorded step does not contain the header');
});

test('A-14 R-VER-10: the older webhooks send an Authorization header that a person has set in the portal, and it is carried over', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, companyId } = account;
  const browser = await (await makePerson(app, { accountId, role: 'developer' })).signIn();
  const body = { webhookAuthorization: 'Bearer set-in-the-portal' };
  assert.equal((await browser.send('PUT /profile', { body })).status, 200);
  await emit(app, accountId, companyCreated(companyId, 'older header'));
  await app.alerts.look();
  await waitFor(() => at('/all', 'older header').length === 1);
  await apply(accountId);
  await emit(app, accountId, companyCreated(companyId, 'newer header'));
  await waitFor(() => at('/all', 'newer header').length === 1);
  for (const name of ['older header', 'newer header'])
    assert.equal(at('/all', name)[0]?.headers.authorization, 'Bearer set-in-the-portal', name);
});

/** Makes the company-specific rule send e-mail as well. */
async function mailToo(accountId: string): Promise<void> {
  await app.ctx.db.system
    .updateTable('rule')
    .set({ emails: ['ops@client.example'] })
    .where('account_id', '=', accountId)
    .where('company_id', 'is not', null)
    .execute();
}

test('R-VER-07: the automation tool gets the events of the e-mail rules', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, companyId } = account;
  await mailToo(accountId);
  await apply(accountId, { automationUrl: `${receiver.url}/automation` });
  await emit(app, accountId, companyCreated(companyId, 'mailed'));
  await waitFor(() => at('/automation', 'mailed').length === 1);
});

test('the automation tool does not get the Authorization header of the rules', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, companyId } = account;
  await account.send('PUT /profile', { body: { webhookAuthorization: 'Bearer for-our-own-server' } });
  await mailToo(accountId);
  await apply(accountId, { automationUrl: `${receiver.url}/tool` });
  await emit(app, accountId, companyCreated(companyId, 'untold'));
  await waitFor(() => at('/tool', 'untold').length === 1 && at('/one', 'untold').length === 1);
  assert.equal(at('/tool', 'untold')[0]?.headers.authorization, undefined);
  assert.equal(at('/one', 'untold')[0]?.headers.authorization, 'Bearer for-our-own-server');
});

test('applying again changes nothing and reports it; the applied plan is recorded', async () => {
  const { accountId } = await makeMigrating(app, { url: receiver.url });
  const first = await apply(accountId);
  const before = await app.ctx.db.system
    .selectFrom('consumer')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  const second = await apply(accountId);
  assert.deepEqual(
    { ...second, consumers: second.consumers.length },
    { isNew: false, at: second.at, planHash: first.planHash, consumers: 2 },
  );
  const later = await app.ctx.db.system
    .selectFrom('consumer')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  assert.deepEqual(later, before);
  const { run } = operator(app);
  assert.match((await run('apply', accountId)).out, /^Nothing changed: the migration was already applied at /);
  const { history } = await readStatus(app.ctx, { accountId });
  assert.deepEqual(
    history.map(({ step }) => step),
    ['declared', 'applied'],
  );
  assert.match(history[1]?.detail ?? '', new RegExp(`plan ${first.planHash.slice(0, 12)}, 2 consumers`));
});

test('of concurrent migrations of one account, one is applied and the others report it as done', async () => {
  const { accountId } = await makeMigrating(app, { url: receiver.url });
  const both = await Promise.all([apply(accountId), apply(accountId), apply(accountId)]);
  assert.deepEqual(both.map(({ isNew }) => isNew).sort(), [false, false, true]);
  assert.equal((await readStatus(app.ctx, { accountId })).consumers.length, 2);
});

test('the operator can ignore a blocker that is theirs to judge, and the reason is recorded', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId } = account;
  const body = { name: 'own', url: `${receiver.url}/all` };
  assert.equal((await account.send('POST /webhooks/consumers', { body })).status, 201);
  await assert.rejects(apply(accountId), /urlHasConsumer/);
  const { code, err } = await operator(app).run('apply', accountId, '--force', ' ');
  assert.deepEqual([code, /--force needs a reason/.test(err)], [2, true]);
  const { forced } = await apply(accountId, { force: 'said so by telephone' });
  assert.deepEqual(forced, { reason: 'said so by telephone', blockers: ['urlHasConsumer'] });
  const { history } = await readStatus(app.ctx, { accountId });
  assert.match(history.at(-1)?.detail ?? '', /forced: said so by telephone/);
});

test('A-14 R-VER-04 R-VER-05: --force does not override calls to the event log or a missing RuleId declaration', async () => {
  const caller = await makeMigrating(app, { url: receiver.url });
  await caller.send('GET /rules/alerts');
  const { accountId } = await makeMigrating(app, { url: receiver.url, isDeclared: false });
  for (const [id, kind] of [
    [caller.accountId, 'eventLogCalls'],
    [accountId, 'ruleIdNotDeclared'],
  ] as const) {
    await assert.rejects(apply(id, { force: 'because I say so' }), new RegExp(kind));
    const { code, err } = await operator(app).run('apply', id, '--force', 'because I say so');
    assert.ok(code !== 0 && err.includes(kind), err);
    assert.equal((await readStatus(app.ctx, { accountId: id })).generation, 'older');
  }
});

test('an account that has always had the newer webhooks has nothing to migrate or roll back', async () => {
  const { accountId } = await app.account();
  await assert.rejects(apply(accountId), /nothing to migrate/);
  await assert.rejects(rollback(accountId), /no migration of this account has been applied/);
  assert.equal((await readStatus(app.ctx, { accountId })).generation, 'newer');
});

test('R-VER-11: the older webhooks finish pending alerts after the migration, honouring Retry-After', async () => {
  const { accountId, otherId } = await makeMigrating(app, { url: receiver.url });
  receiver.behave(answering(503, { headers: { 'retry-after': '1' } }));
  await emit(app, accountId, companyCreated(otherId, 'under way'));
  await waitFor(() => at('/all', 'under way').length === 1);
  await apply(accountId);
  receiver.behave(answering(200));
  await waitFor(() => at('/all', 'under way').length === 2);
  const [first, second] = at('/all', 'under way');
  assert.equal(second?.body, first?.body, 'the same alert is retried');
  assert.ok(!second?.headers['webhook-id'], 'sent by the older webhooks');
  assert.equal(
    (await app.ctx.db.system.selectFrom('message').selectAll().where('account_id', '=', accountId).execute()).length,
    0,
  );
});

test("a rollback restores the rules; the consumers' pending messages are still sent, then they are removed", async () => {
  const { accountId, otherId } = await makeMigrating(app, { url: receiver.url });
  await apply(accountId);
  receiver.behave(answering(503));
  await emit(app, accountId, companyCreated(otherId, 'waits'));
  await waitFor(() => at('/all', 'waits').length === 1);
  const { isNew, retired } = await rollback(accountId);
  assert.deepEqual([isNew, retired.length], [true, 2]);
  assert.deepEqual((await rollback(accountId)).isNew, false, 'a second rollback does nothing');
  assert.match((await operator(app).run('rollback', accountId)).out, /^Nothing changed/);
  await removeRetired(app.ctx);
  const left = () =>
    app.ctx.db.system.selectFrom('consumer').select('url').where('account_id', '=', accountId).execute();
  assert.deepEqual(
    (await left()).map(({ url }) => new URL(url).pathname),
    ['/all'],
    'the consumer without pending messages is gone',
  );
  receiver.behave(answering(200));
  await emit(app, accountId, companyCreated(otherId, 'back'));
  await waitFor(() => at('/all', 'back').length === 1);
  assert.ok(JSON.parse(at('/all', 'back')[0]?.body ?? '').AlertId, 'sent by the older webhooks');
  await waitFor(() => at('/all', 'waits').length === 2, 60_000);
  assert.ok(at('/all', 'waits')[1]?.headers['webhook-id'], 'sent by the newer webhooks');
  await waitFor(async () => {
    await removeRetired(app.ctx);
    return (await left()).length === 0;
  });
  assert.equal((await readStatus(app.ctx, { accountId })).state, 'rolled back');
});

test('applied again after a rollback, matching consumers are reused and the others get no more events', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, companyId, otherId } = account;
  const first = await apply(accountId);
  receiver.behave(answering(503));
  await emit(app, accountId, companyCreated(companyId, 'old'));
  await waitFor(() => at('/one', 'old').length === 1);
  receiver.behave(answering(200));
  await rollback(accountId);
  const { results } = (await account.send('GET /rules')).body;
  const ofCompany = results.find((rule: { companyId?: string }) => rule.companyId);
  await account.send(`DELETE /rules/${ofCompany.ruleId}`);
  await makeRule(account, { webhook: `${receiver.url}/one`, companyId: otherId });
  const second = await apply(accountId);
  const of = (path: string, made: typeof first) => made.consumers.find(({ url }) => url.endsWith(path))?.consumerId;
  assert.equal(of('/all', second), of('/all', first));
  assert.notEqual(of('/one', second), of('/one', first));
  await emit(app, accountId, companyCreated(companyId, 'new'), companyCreated(otherId, 'new'));
  await waitFor(() => at('/all', 'new').length === 2 && at('/one', 'new').length === 1);
  await waitFor(() => at('/one', 'old').length === 2, 60_000);
  assert.equal(at('/one', 'new').length, 1, 'only events of the company that the rule names now');
});

test('a rollback is rejected once the client has changed, deleted or created a consumer', async () => {
  type Change = (consumerId: string, send: TestAccount['send']) => ReturnType<TestAccount['send']>;
  const cases: [what: RegExp, change: Change][] = [
    [/was changed/, (id, send) => send(`PATCH /webhooks/consumers/${id}`, { body: { name: 'ours' } })],
    [/was changed/, (id, send) => send(`POST /webhooks/consumers/${id}/disable`)],
    [/was deleted/, (id, send) => send(`DELETE /webhooks/consumers/${id}`)],
    [/created/, (_, send) => send('POST /webhooks/consumers', { body: { name: 'new', url: `${receiver.url}/new` } })],
  ];
  for (const [what, change] of cases) {
    const account = await makeMigrating(app, { url: receiver.url });
    const { consumers } = await apply(account.accountId);
    await new Promise((resolve) => setTimeout(resolve, 2));
    assert.ok((await change(consumers[0]?.consumerId ?? '', account.send)).status < 300);
    await assert.rejects(rollback(account.accountId), what);
    assert.equal((await readStatus(app.ctx, account)).generation, 'newer', 'the generation did not change');
  }
});

test('a consumer that the service itself has disabled does not prevent a rollback', async () => {
  const { accountId, otherId } = await makeMigrating(app, { url: receiver.url });
  await apply(accountId);
  await app.ctx.db.system
    .updateTable('consumer')
    .set({ is_disabled_by_410: true })
    .where('account_id', '=', accountId)
    .execute();
  receiver.behave(answering(410));
  await emit(app, accountId, companyCreated(otherId, 'gone'));
  const read = () => app.ctx.db.system.selectFrom('consumer').selectAll().where('account_id', '=', accountId).execute();
  await waitFor(async () => (await read()).some((one) => one.disabled_reason === 'gone'));
  receiver.behave(answering(200));
  assert.equal((await rollback(accountId)).isNew, true);
});

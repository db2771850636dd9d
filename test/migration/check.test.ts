import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs } from '../../src/base/durations.ts';
import { apiRoutes } from '../../src/routes.ts';
import { applyMigration, checkAccount } from '../../src/webhook-migration/apply-migration.ts';
import { requestMigration } from '../../src/webhook-migration/declare-readiness.ts';
import { readStatus } from '../../src/webhook-migration/migration-status.ts';
import { endRehearsal, startRehearsal } from '../../src/webhook-migration/start-rehearsal.ts';
import { useApp } from '../harness.ts';
import { companyCreated, emit, makeRule } from '../legacy/older-account.ts';
import { waitFor } from '../wait-for.ts';
import { answering, type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { makeMigrating, operator } from './migrating-account.ts';

const clock = settableClock(new Date());
const app = useApp({ clock, config: { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'daybook@example.com' } });
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.stop());

const check = (accountId: string, more: { days?: number; automationUrl?: string } = {}) =>
  checkAccount(app.ctx, { accountId, days: 30, ...more });
const kinds = (findings: readonly { kind: string }[]) => findings.map(({ kind }) => kind);

test('R-VER-04 R-LEGACY-08: a call to the event log blocks; the evidence has key, endpoint, number and last time', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId } = account;
  assert.deepEqual(kinds((await check(accountId)).blockers), []);
  for (let n = 0; n < 3; n++) await account.send('GET /rules/alerts');
  const last = clock.now().toISOString();
  const other = await app.key(accountId, { name: 'reporting' });
  await app.send('GET /rules/alerts/0198c5a0-0000-7000-8000-000000000000', { key: other.secret });
  const { blockers, isReady } = await check(accountId);
  assert.equal(isReady, false);
  assert.deepEqual(kinds(blockers), ['eventLogCalls']);
  const evidence = blockers[0]?.evidence.find((one) => one.apiKeyId === account.apiKeyId);
  assert.deepEqual(
    [evidence?.endpoint, evidence?.calls, evidence?.lastAt, evidence?.keyName],
    ['GET /rules/alerts', 3, last, 'test'],
  );
  assert.ok(blockers[0]?.evidence.some((one) => one.keyName === 'reporting'));
  await assert.rejects(applyMigration(app.ctx, { accountId, by: 'test', days: 30 }), /eventLogCalls.*\/rules\/alerts/s);

  assert.equal((await account.send(`DELETE /apiKeys/${other.apiKeyId}`)).status, 204);
  const left = await check(accountId);
  assert.ok(!left.blockers[0]?.evidence.some((one) => one.keyName === 'reporting'), 'a deleted key does not block');
  assert.ok(kinds(left.notes).includes('eventLogCallsStopped'));
  clock.advanceMs(31 * dayMs);
  const later = await check(accountId);
  assert.deepEqual(kinds(later.blockers), [], 'the calls have stopped');
  assert.ok(kinds(later.notes).includes('eventLogCallsStopped'));
  assert.deepEqual(kinds((await check(accountId, { days: 60 })).blockers), ['eventLogCalls']);
});

test('R-VER-05 R-LEGACY-02: the migration is blocked until the client declares that it does not use RuleId', async () => {
  const { accountId } = await makeMigrating(app, { url: receiver.url, isDeclared: false });
  assert.deepEqual(kinds((await check(accountId)).blockers), ['ruleIdNotDeclared']);
  const { json } = operator(app);
  const recorded = await json('declare', accountId, '--by', 'Ada of Acme');
  assert.deepEqual(recorded, { accountId, by: 'Ada of Acme', source: 'operator' });
  assert.deepEqual(kinds((await check(accountId)).blockers), []);
  const { history } = await json('status', accountId);
  assert.deepEqual(
    history.map((step: { step: string; by: string; source: string }) => [step.step, step.by, step.source]),
    [['declared', 'Ada of Acme', 'operator']],
  );
  const { code, err } = await operator(app).run('declare', accountId);
  assert.deepEqual([code, /--by/.test(err)], [2, true]);
});

test('R-VER-02: the client requests the migration, and who did so and when is recorded', async () => {
  const { accountId } = await makeMigrating(app, { url: receiver.url });
  assert.ok(kinds((await check(accountId)).notes).includes('notRequested'));
  await app.ctx.db.transaction(accountId, (tx) => requestMigration(app.ctx, tx, { by: 'Ada', source: 'client' }));
  assert.ok(!kinds((await check(accountId)).notes).includes('notRequested'));
  const { requested, history } = await readStatus(app.ctx, { accountId });
  assert.equal(requested, true);
  assert.deepEqual([history.at(-1)?.by, history.at(-1)?.at], ['Ada', clock.now().toISOString()]);
});

test('R-VER-03: no operation that is open to an API key migrates, declares or requests the migration', async () => {
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  assert.deepEqual(
    routes
      .filter((one) => one.access !== 'session' && one.access !== 'operator')
      .filter((one) => /migrat|generation/i.test(`${one.path} ${one.operationId}`))
      .map((one) => one.operationId),
    [],
  );
  const account = await makeMigrating(app, { url: receiver.url });
  const answer = await account.send('PUT /profile', { body: { webhookGeneration: 'newer' } });
  assert.equal(answer.status, 400);
  assert.equal((await account.send('GET /profile')).body.webhookGeneration, 'older');
});

test('R-VER-07: e-mail rules do not block; they are listed with their replacement', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, companyId } = account;
  const ruleId = await makeRule(account, { type: 'sync.failed', companyId, emails: ['ops@client.example'] });
  const found = await check(accountId);
  assert.equal(found.isReady, true);
  const [note] = found.notes.filter(({ kind }) => kind === 'emailRules');
  assert.match(note?.text ?? '', /--automation-url/);
  const rule = { ruleId, type: 'sync.failed', companyId, emails: ['ops@client.example'] };
  assert.deepEqual(note?.evidence, [rule]);
  const automationUrl = `${receiver.url}/automation`;
  const { plan } = await check(accountId, { automationUrl });
  assert.deepEqual(plan.emails, [{ ...rule, replacedBy: automationUrl }]);
  const [consumer] = plan.consumers.filter(({ url }) => url === automationUrl);
  assert.deepEqual([consumer?.eventTypes, consumer?.channels], [['sync.failed'], [companyId]]);
});

test('an impossible plan blocks: too many consumers, forbidden URLs, a consumer with the same URL', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId } = account;
  const url = `${receiver.url}/all`;
  await account.send('POST /webhooks/consumers', { body: { name: 'mine', url } });
  await account.send('POST /webhooks/consumers', { body: { name: 'other', url: `${receiver.url}/elsewhere` } });
  const twice = await check(accountId);
  assert.deepEqual(kinds(twice.blockers), ['urlHasConsumer']);
  assert.equal(twice.blockers[0]?.evidence[0]?.url, url);
  assert.ok(kinds(twice.notes).includes('otherConsumers'));

  await app.ctx.db.system
    .insertInto('rule')
    .values(
      Array.from({ length: 49 }, (_, n) => ({
        account_id: accountId,
        rule_id: `0198c5a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
        rule_type: 'company.created',
        company_id: null,
        webhook_url: n === 0 ? 'http://10.0.0.1/' : `${receiver.url}/many/${n}`,
        emails: [],
        created_at: clock.now(),
        changed_at: clock.now(),
      })),
    )
    .execute();
  const { blockers } = await check(accountId);
  assert.deepEqual(kinds(blockers), ['tooManyConsumers', 'urlRefused', 'urlHasConsumer']);
  assert.deepEqual(blockers[0]?.evidence, [{ planned: 51, own: 2, limit: 50 }]);
  assert.equal(blockers[1]?.evidence[0]?.url, 'http://10.0.0.1/');
  const forced = applyMigration(app.ctx, { accountId, by: 'test', days: 30, force: 'because' });
  await assert.rejects(forced, /tooManyConsumers.*urlRefused/s);
  assert.equal((await readStatus(app.ctx, { accountId })).generation, 'older');
});

test('consumers of a rehearsal with pending messages count against the limit; a ready account can be migrated', async () => {
  const { accountId, companyId } = await makeMigrating(app, { url: receiver.url });
  const ctx = { ...app.ctx, config: { ...app.ctx.config, consumersPerAccount: 3 } };
  const look = () => checkAccount(ctx, { accountId, days: 30 });
  receiver.behave(answering(503));
  const { rehearsal_id: rehearsalId } = await startRehearsal(ctx, { accountId, by: 'test', minutes: 5, events: 1 });
  await emit(app, accountId, companyCreated(companyId, 'busy'));
  await endRehearsal(ctx, { accountId, rehearsalId });
  const [blocker, ...others] = (await look()).blockers;
  receiver.behave(answering(200));
  assert.deepEqual(
    [blocker?.kind, blocker?.evidence, others],
    ['tooManyConsumers', [{ planned: 2, own: 0, busy: 2, limit: 3 }], []],
  );
  assert.match(blocker?.text ?? '', /plus 2 of a rehearsal .*28 hours at most/);
  clock.advanceMs(60_000);
  await app.lanes.sweep();
  await waitFor(async () => (await look()).isReady);
  assert.equal((await applyMigration(ctx, { accountId, by: 'test', days: 30 })).consumers.length, 2);
});

test('a rehearsal that is under way blocks the migration', async () => {
  const { accountId } = await makeMigrating(app, { url: receiver.url });
  await startRehearsal(app.ctx, { accountId, by: 'test', minutes: 5, events: 10 });
  assert.deepEqual(kinds((await check(accountId)).blockers), ['rehearsalUnderWay']);
  await assert.rejects(startRehearsal(app.ctx, { accountId, by: 'test', minutes: 5, events: 10 }), /under way/);
  clock.advanceMs(6 * 60_000);
  assert.deepEqual(kinds((await check(accountId)).blockers), [], 'its time is over');
});

test('the check is printed as readable text, and a repeated plan is identical', async () => {
  const account = await makeMigrating(app, { url: receiver.url, isDeclared: false });
  await account.send('GET /rules/alerts');
  const { run, json } = operator(app);
  const { out } = await run('check', account.accountId);
  assert.match(out, /^Not ready: 2 blockers\./);
  assert.match(out, /BLOCKER eventLogCalls: An API key has called the event log/);
  assert.match(out, new RegExp(`${account.apiKeyId}.*GET /rules/alerts`));
  const [one, two] = [await json('plan', account.accountId), await json('plan', account.accountId)];
  assert.deepEqual(one, two);
  assert.match((await run('plan', account.accountId)).out, /2 rules become 2 consumers/);
  assert.equal((await json('status', account.accountId)).state, 'not migrated');
});

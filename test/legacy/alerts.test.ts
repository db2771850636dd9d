import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { useApp } from '../harness.ts';
import { startOwnTime } from '../own-time.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { seedConsumer } from '../webhooks/seed-consumer.ts';
import { companyCreated, deliveriesOf, emit, makeCompany, makeRule } from './older-account.ts';

const app = useApp();
const receivers: Receiver[] = [];
afterEach(() => app.alerts.look());
after(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

async function receive(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

test('R-LEGACY-01 R-LEGACY-02 R-LEGACY-11 R-VER-06: an alert has the body of the newer webhooks, including RuleType, plus AlertId and RuleId', async () => {
  const receiver = await receive();
  const older = await app.account({ webhooks: 'older', name: 'A "quoted" name' });
  const companyId = await makeCompany(older);
  const ruleId = await makeRule(older, { webhook: `${receiver.url}/older` });
  await emit(app, older.accountId, companyCreated(companyId, 'Bäckerei'));
  const newer = await app.account({ name: 'A "quoted" name' });
  await seedConsumer(app.ctx, { accountId: newer.accountId, url: `${receiver.url}/newer` });
  await emit(app, newer.accountId, companyCreated(companyId, 'Bäckerei'));
  const got = await receiver.waitFor(2);
  const bodyAt = (path: string) => JSON.parse(got.find((request) => request.path === path)?.body ?? '');
  const { AlertId, RuleId, EventId, GeneratedAt, ClientId, ...rest } = bodyAt('/older');
  const { EventId: eventId, GeneratedAt: at, ClientId: clientId, ...same } = bodyAt('/newer');
  assert.equal(RuleId, ruleId);
  assert.equal(ClientId, older.accountId);
  assert.equal(rest.RuleType, 'company.created');
  assert.ok(EventId && GeneratedAt && eventId && at && clientId);
  assert.deepEqual(rest, same);
  await app.alerts.look();
  const alert = (await older.send(`GET /rules/alerts/${AlertId}`)).body;
  assert.equal(alert.ruleType, 'company.created');
});

test('every delivery carries X-Service-ClientId and, if the profile has one, the Authorization header', async () => {
  const receiver = await receive();
  const account = await app.account({ webhooks: 'older' });
  await makeRule(account, { webhook: receiver.url });
  await emit(app, account.accountId, companyCreated(account.accountId));
  await receiver.waitFor(1);
  await account.send('PUT /profile', { body: { webhookAuthorization: 'Bearer of-good-news' } });
  await emit(app, account.accountId, companyCreated(account.accountId));
  const [first, second] = await receiver.waitFor(2);
  for (const got of [first, second]) {
    assert.equal(got?.method, 'POST');
    assert.equal(got?.headers['x-service-clientid'], account.accountId);
    assert.equal(got?.headers['content-type'], 'application/json');
  }
  assert.equal(first?.headers.authorization, undefined);
  assert.equal(second?.headers.authorization, 'Bearer of-good-news');
});

test('an event raises one alert per rule that matches its type and is company-agnostic or of its company', async () => {
  const receiver = await receive();
  const account = await app.account({ webhooks: 'older' });
  const [mine, other] = [await makeCompany(account), await makeCompany(account)];
  await makeRule(account, { webhook: `${receiver.url}/all` });
  await makeRule(account, { webhook: `${receiver.url}/all-too` });
  await makeRule(account, { webhook: `${receiver.url}/mine`, companyId: mine });
  await makeRule(account, { webhook: `${receiver.url}/deleted`, type: 'company.deleted' });
  await emit(
    app,
    account.accountId,
    companyCreated(mine),
    companyCreated(other),
    { type: 'company.deleted', companyId: other, message: 'deleted', data: {} },
    { type: 'account.rateLimit.reset', message: 'over', data: { window: 'day' } },
  );
  await receiver.waitFor(6);
  await app.alerts.look();
  assert.deepEqual(
    receiver.requests.map((got) => `${got.path} ${JSON.parse(got.body).CompanyId}`).sort(),
    [
      `/all ${mine}`,
      `/all ${other}`,
      `/all-too ${mine}`,
      `/all-too ${other}`,
      `/deleted ${other}`,
      `/mine ${mine}`,
    ].sort(),
  );
  const ids = receiver.requests.map((got) => JSON.parse(got.body).AlertId);
  assert.equal(new Set(ids).size, 6, 'each alert has its own id');
});

test('R-LEGACY-03 R-LEGACY-04 R-LEGACY-05 R-LEGACY-09: the event log lists the alerts of an account and of a rule, newest first, and returns a single alert', async () => {
  const receiver = await receive();
  const account = await app.account({ webhooks: 'older' });
  const companyId = await makeCompany(account);
  const ruleId = await makeRule(account, { webhook: receiver.url, companyId });
  const data = { platformKey: 'sandbox', status: 'Linked' };
  const connectionId = '0198c5a0-0000-7000-8000-000000000002';
  const linkedRule = await makeRule(account, { webhook: receiver.url, type: 'connection.linked' });
  await emit(app, account.accountId, companyCreated(companyId, 'Eins'));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await emit(app, account.accountId, { type: 'connection.linked', companyId, connectionId, message: 'Linked.', data });
  await receiver.waitFor(2);
  await app.alerts.look();

  const all = (await account.send('GET /rules/alerts')).body;
  assert.equal(all.totalResults, 2);
  const [linked, created] = all.results;
  assert.deepEqual(
    { ...linked, alertId: '', raisedOn: '', deliveries: [] },
    {
      alertId: '',
      ruleId: linkedRule,
      ruleType: 'connection.linked',
      companyId,
      dataConnectionId: connectionId,
      message: 'Linked.',
      data,
      raisedOn: '',
      deliveries: [],
    },
  );
  const [delivery] = created.deliveries;
  assert.deepEqual([delivery.kind, delivery.target, delivery.status], ['webhook', receiver.url, 'delivered']);
  assert.deepEqual(
    delivery.attempts.map((attempt: { statusCode: number }) => attempt.statusCode),
    [200],
  );
  assert.equal(created.dataConnectionId, undefined);

  const ofRule = (await account.send(`GET /rules/${ruleId}/alerts`)).body;
  assert.deepEqual(ofRule.results, [created]);
  assert.equal(ofRule.totalResults, 1);
  assert.deepEqual((await account.send(`GET /rules/alerts/${created.alertId}`)).body, created);

  const first = (await account.send('GET /rules/alerts?pageSize=1')).body;
  assert.deepEqual(first.results, [linked]);
  assert.deepEqual((await account.send(`GET ${first._links.next.href}`)).body.results, [created]);
  const filtered = (await account.send('GET /rules/alerts?query=ruleType=company.created')).body;
  assert.deepEqual(filtered.results, [created]);
  for (const path of [`/rules/alerts/${ruleId}`, `/rules/${created.alertId}/alerts`])
    assert.equal((await account.send(`GET ${path}`)).status, 404, path);
});

test('alerts are raised in the transaction of the event: a rollback leaves none', async () => {
  const account = await app.account({ webhooks: 'older' });
  await makeRule(account, { webhook: 'http://127.0.0.1:9/' });
  await assert.rejects(
    app.ctx.db.transaction(account.accountId, async (tx) => {
      await app.ctx.emit(tx, [companyCreated(account.accountId)]);
      throw new Error('no');
    }),
  );
  assert.deepEqual(await deliveriesOf(app, account.accountId), []);
});

test('a replaced or deleted rule raises no more alerts; earlier alerts still go to their original target', async () => {
  const receiver = await receive();
  const account = await app.account({ webhooks: 'older' });
  const ruleId = await makeRule(account, { webhook: `${receiver.url}/before` });
  await emit(app, account.accountId, companyCreated(account.accountId));
  const body = { type: 'company.created', notifiers: { webhook: `${receiver.url}/after` } };
  await account.send(`PUT /rules/${ruleId}`, { body });
  await emit(app, account.accountId, companyCreated(account.accountId));
  await account.send(`DELETE /rules/${ruleId}`);
  await emit(app, account.accountId, companyCreated(account.accountId));
  await receiver.waitFor(2);
  await app.alerts.look();
  assert.deepEqual(receiver.requests.map((got) => got.path).sort(), ['/after', '/before']);
  assert.equal((await account.send('GET /rules/alerts')).body.totalResults, 2);
});

test('a receiver that hangs delays only its own account', async () => {
  const [hanging, healthy] = [await startReceiver({ behaviour: { kind: 'stall' } }), await receive()];
  receivers.push(hanging);
  const [one, two] = [await app.account({ webhooks: 'older' }), await app.account({ webhooks: 'older' })];
  await makeRule(one, { webhook: hanging.url });
  await makeRule(two, { webhook: healthy.url });
  await emit(app, one.accountId, ...Array.from({ length: 200 }, () => companyCreated(one.accountId)));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const ownTime = startOwnTime();
  await emit(app, two.accountId, companyCreated(two.accountId));
  await healthy.waitFor(1);
  assert.ok(ownTime() < 2000);
  assert.ok(hanging.begun() <= 16, `${hanging.begun()} attempts are in progress for one account`);
  await hanging.stop();
  // Remaining deliveries would keep failing during the other tests.
  await app.ctx.db.system.deleteFrom('alert_delivery').where('account_id', '=', one.accountId).execute();
});

test('a private address is rejected again at delivery time, whatever the rule contains', async () => {
  const account = await app.account({ webhooks: 'older' });
  await makeRule(account, { webhook: 'http://127.0.0.1:9/' });
  await app.ctx.db.system
    .updateTable('rule')
    .set({ webhook_url: 'http://10.0.0.1/' })
    .where('account_id', '=', account.accountId)
    .execute();
  await emit(app, account.accountId, companyCreated(account.accountId));
  await app.alerts.look();
  const [delivery] = await deliveriesOf(app, account.accountId);
  assert.match(delivery?.attempts[0]?.error ?? '', /not a public address/);
});

test('A-30: the overview counts delivered and failed attempts of the older webhooks', async (t) => {
  const account = await app.account({ webhooks: 'older' });
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  let calls = 0;
  receiver.behave(() => ({ kind: 'answer', status: calls++ < 2 ? 500 : 200 }));
  await makeRule(account, { webhook: receiver.url });
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await emit(app, account.accountId, companyCreated(account.accountId, name));
  await app.alerts.look();
  const { body } = await account.send('GET /overview?hours=1');
  assert.deepEqual([body.activity[0].delivered, body.activity[0].failedAttempts], [3, 2]);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { useApp } from '../harness.ts';
import { newCustomer } from '../push/records.ts';
import { linkCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import { answering, useReceivers } from '../webhooks/receiver.ts';

/** The overview and the usage of an account. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
const startReceiver = useReceivers();
after(() => sandbox.stop());

type Attention = { kind: string; severity: string; message: string; [name: string]: unknown };
const kinds = (body: { attention: Attention[] }) => body.attention.map(({ kind }) => kind);
const sum = (activity: Record<string, number>[], name: string) =>
  activity.reduce((all, one) => all + (one[name] ?? 0), 0);

test('a new account is healthy, and its activity has one entry per requested hour', async () => {
  const account = await app.account();
  const { body } = await account.send('GET /overview?hours=48');
  assert.deepEqual(body.companies, { total: 0, linked: 0, needingAttention: 0 });
  assert.deepEqual(body.attention, []);
  assert.deepEqual(body.health, { status: 'ok' });
  assert.equal(body.activity.length, 48);
  const quarters = await account.send('GET /overview?hours=48&every=quarter');
  assert.equal(quarters.body.activity.length, 192);
  assert.equal(Date.parse(quarters.body.activity[1].at) - Date.parse(quarters.body.activity[0].at), 900_000);
  const last = new Date(body.activity.at(-1).at);
  assert.ok(Date.now() - last.getTime() < 3_600_000 && last.getMinutes() === 0);
  assert.equal((await account.send('GET /overview?hours=169')).status, 400);
});

test('the syncs that ended in a span are listed, the latest first; other accounts and spans are not', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'overview-101');
  await company.sync('customers');
  await company.sync('items');
  const around = (fromMs: number, toMs: number) =>
    new URLSearchParams({
      kind: 'sync',
      since: new Date(Date.now() + fromMs).toISOString(),
      until: new Date(Date.now() + toMs).toISOString(),
    });
  const { body } = await account.send(`GET /overview/ended?${around(-3_600_000, 60_000)}`);
  assert.deepEqual(
    body.latest.map(({ dataType, status }: Record<string, string>) => [dataType, status]),
    [
      ['items', 'Complete'],
      ['customers', 'Complete'],
    ],
  );
  assert.equal(body.hasMore, false);
  const first = await account.send(`GET /overview/ended?${around(-3_600_000, 60_000)}&limit=1`);
  assert.deepEqual([first.body.latest.length, first.body.hasMore], [1, true]);
  const earlier = await account.send(`GET /overview/ended?${around(-7_200_000, -3_600_000)}`);
  const other = await (await app.account()).send(`GET /overview/ended?${around(-3_600_000, 60_000)}`);
  assert.deepEqual([earlier.body.latest, other.body.latest], [[], []]);
  const pushes = await account.send(
    `GET /overview/ended?${around(-3_600_000, 60_000).toString().replace('kind=sync', 'kind=push')}`,
  );
  assert.deepEqual(pushes.body.latest, []);
  assert.equal((await account.send(`GET /overview/ended?${around(60_000, 0)}`)).status, 400);
  assert.equal((await account.send(`GET /overview/ended?${around(-8 * 86_400_000, 0)}`)).status, 400);
});

test('syncs, deliveries and their failures are counted in the hour in which they happened', async () => {
  const receiver = await startReceiver();
  const account = await app.account();
  const company = await linkCompany(account, 'overview-100');
  await account.send('POST /webhooks/consumers', { body: { name: 'hook', url: receiver.url, eventTypes: ['sync.*'] } });
  receiver.behave(answering(500));
  await company.sync('customers');
  await receiver.waitFor(1);
  receiver.behave(answering(200));
  await company.sync('items');
  await waitFor(async () => {
    const { body } = await account.send('GET /overview');
    return sum(body.activity, 'syncsCompleted') === 2 && sum(body.activity, 'delivered') >= 1;
  });
  const { body } = await account.send('GET /overview');
  assert.deepEqual(body.companies, { total: 1, linked: 1, needingAttention: 0 });
  assert.equal(sum(body.activity, 'failedAttempts'), 1);
  const byQuarter = (await account.send('GET /overview?every=quarter')).body.activity;
  for (const name of ['syncsCompleted', 'failedAttempts'])
    assert.equal(sum(byQuarter, name), sum(body.activity, name), `${name} by quarters of an hour`);
  assert.equal(body.activity.at(-1).syncsCompleted + body.activity.at(-2).syncsCompleted, 2);
  assert.equal(body.isSampled, false);
});

test('a connection with rejected credentials needs attention, with a remedy, until it is authorized again', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'overview-101');
  await control.fault({ match: { company: 'overview-101' }, fault: { kind: 'status', status: 401 }, times: 3 });
  await company.sync('customers');
  const { body } = await account.send('GET /overview');
  assert.deepEqual(kinds(body), ['connectionDeauthorized']);
  const [one] = body.attention;
  assert.equal(one.severity, 'error');
  assert.equal(one.companyId, company.companyId);
  assert.equal(one.connectionId, company.connectionId);
  assert.match(one.message, /no longer accepts the credentials of overview-101.*Send the company's link to its owner/);
  assert.equal(body.companies.needingAttention, 1);
  assert.equal(body.health.status, 'degraded');
  await control.clearFaults();
  const credentials = { company: 'overview-101', secret: 'sandbox-overview-101' };
  await account.send(`PUT ${company.path}/connections/${company.connectionId}/authorization`, {
    body: { credentials },
  });
  assert.deepEqual(kinds((await account.send('GET /overview')).body), ['syncFailed']);
  await company.sync('customers');
  assert.deepEqual(kinds((await account.send('GET /overview')).body), []);
});

test('A-17: a failed sync needs attention however old it is, and an incomplete list is marked as incomplete', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'overview-104');
  await control.fault({ match: { company: 'overview-104' }, fault: { kind: 'status', status: 403 } });
  const { syncId } = await company.sync('customers');
  await control.clearFaults();
  const { system } = app.ctx.db;
  await system
    .updateTable('sync')
    .set({ completed_at: sql<Date>`completed_at - interval '20 days'` })
    .where('sync_id', '=', syncId)
    .execute();
  const whole = (await account.send('GET /overview')).body;
  assert.deepEqual([kinds(whole), whole.isAttentionCut], [['syncFailed'], false]);
  const columns = sql`account_id, company_id, data_set_id, connection_id, platform_key, data_type, trigger, status, requested_at, completed_at, timeline`;
  await sql`insert into sync (sync_id, ${columns}) select gen_random_uuid(), ${columns} from sync, generate_series(1, 1000)
    where sync_id = ${syncId}::uuid`.execute(system);
  assert.equal((await account.send('GET /overview')).body.isAttentionCut, true);
});

test('deletions that wait for a person need attention until they are confirmed', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'overview-102');
  await company.sync('customers');
  await control.fault({ match: { company: 'overview-102', type: 'customers' }, fault: { kind: 'vanish', share: 0.6 } });
  const held = await company.sync('customers', '?full=true');
  assert.equal(held.status, 'Waiting', JSON.stringify(held));
  const { body } = await account.send('GET /overview');
  assert.deepEqual(kinds(body), ['deletionsHeld']);
  assert.equal(body.attention[0].syncId, held.syncId);
  assert.match(body.attention[0].message, /customers for overview-102 is waiting.*confirm the deletions or cancel/);
  await account.send(`POST ${company.path}/data/history/${held.syncId}/confirm`);
  await waitFor(async () => (await company.read(held.syncId)).status === 'Complete');
  assert.deepEqual(kinds((await account.send('GET /overview')).body), []);
});

test('failing and disabled consumers are reported with the reason; one that the client disabled is not', async () => {
  const receiver = await startReceiver({ behaviour: answering(500) });
  const account = await app.account();
  const make = async (name: string) =>
    (
      await account.send('POST /webhooks/consumers', {
        body: { name, url: `${receiver.url}/${encodeURIComponent(name)}`, eventTypes: ['push.*'], disableOn410: true },
      })
    ).body.consumerId;
  const failing = await make('failing');
  await account.send(`POST /webhooks/consumers/${failing}/test`);
  await waitFor(async () => kinds((await account.send('GET /overview')).body).includes('consumerFailing'));
  const { body } = await account.send('GET /overview');
  assert.equal(body.attention[0].consumerId, failing);
  assert.equal(body.attention[0].consumerName, 'failing');
  assert.match(body.attention[0].message, /"failing" are failing \(status 500\)/);
  const byHand = await make('by hand');
  await account.send(`POST /webhooks/consumers/${byHand}/disable`);
  // 410 only for this consumer: the next attempt to the failing one is due soon.
  receiver.behave(({ path }) => answering(path === '/gone' ? 410 : 500));
  const gone = await make('gone');
  await account.send(`POST /webhooks/consumers/${gone}/test`);
  await waitFor(async () => kinds((await account.send('GET /overview')).body).includes('consumerDisabled'));
  const now = (await account.send('GET /overview')).body;
  assert.deepEqual(kinds(now).sort(), ['consumerDisabled', 'consumerFailing']);
  const { secret } = await app.key(account.accountId, { scopes: ['read'] });
  const seen = (await app.send('GET /overview', { key: secret })).body;
  assert.deepEqual(seen.attention, [], 'a key without access to webhooks learns nothing about consumers');
});

test('a plan that is nearly used up and a plan that ends soon are reported in advance', async () => {
  const trial = await app.account({ plan: 'free' });
  for (let i = 0; i < 45; i++) await trial.send('POST /companies', { body: { name: `c${i}` } });
  const { body } = await trial.send('GET /overview');
  assert.deepEqual([body.attention[0].kind, body.attention[0].severity], ['planLimit', 'warning']);
  assert.match(body.attention[0].message, /45 of the 50 companies/);
  const free = await app.account({ plan: 'free' });
  await sql`update account set created_at = now() - interval '340 days' where account_id = ${free.accountId}`.execute(
    app.ctx.db.system,
  );
  app.ctx.authenticator.forget();
  assert.deepEqual(kinds((await free.send('GET /overview')).body), ['planExpiry']);
});

test('a key that is limited to some companies cannot read the overview, the usage or the live stream', async () => {
  const account = await app.account();
  const { secret } = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  for (const path of ['/overview', '/usage', '/live']) {
    const answer = await app.send(`GET ${path}`, { key: secret });
    assert.deepEqual([answer.status, answer.body.code], [403, 'keyTooNarrow'], path);
  }
});

test('usage shows the plan, how much of it is used, and the remaining requests', async () => {
  const account = await app.account({ plan: 'free' });
  await account.send('POST /companies', { body: { name: 'a' } });
  const askedMs = Date.now();
  const { body } = await account.send('GET /usage');
  assert.equal(body.plan, 'free');
  assert.deepEqual(body.companies, { used: 1, max: 50 });
  assert.deepEqual(body.apiKeys, { used: 1, max: 10 });
  assert.deepEqual(body.consumers, { used: 0, max: 50 });
  assert.equal(body.linkedCompanies, 0);
  assert.equal(body.members, 0);
  assert.deepEqual(body.deprecatedCalls, []);
  const { minute } = body.requests;
  assert.ok(minute.remaining < minute.limit && minute.remaining > minute.limit - 1000, JSON.stringify(minute));
  assert.ok(Date.parse(minute.reset) > askedMs);
});

test('usage lists the calls to the older event log by key', async () => {
  const account = await app.account({ webhooks: 'older' });
  await account.send('GET /rules/alerts');
  await account.send('GET /rules/alerts');
  const { body } = await account.send('GET /usage');
  assert.equal(body.deprecatedCalls.length, 1);
  const [{ endpoint, keyName, calls }] = body.deprecatedCalls;
  assert.deepEqual({ endpoint, keyName, calls }, { endpoint: 'GET /rules/alerts', keyName: 'test', calls: 2 });
});

test('a push with an unknown outcome is reported with its id', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'overview-103');
  const pushId = randomUUID();
  await sql`insert into push (account_id, company_id, push_id, connection_id, number, platform_key, data_type, operation,
      status, step, requested_at, timeout_minutes, times_out_at, completed_at, status_code)
    values (${account.accountId}, ${company.companyId}, ${pushId}, ${company.connectionId}, 1, 'sandbox', 'invoices', 'create',
      'TimedOut', 'unknown', now(), 60, now(), now(), 504)`.execute(app.ctx.db.system);
  const { body } = await account.send('GET /overview');
  assert.deepEqual(kinds(body), ['pushUnknown']);
  assert.equal(body.attention[0].pushId, pushId);
  assert.equal(sum(body.activity, 'pushesFailed'), 1);
});

test('the first steps of a new account tick themselves', async () => {
  const receiver = await startReceiver();
  const account = await app.account();
  const steps = async () => (await account.send('GET /overview')).body.firstSteps;
  const none = { keyUsed: false, companyLinked: false, consumerReached: false, recordPushed: false };
  assert.deepEqual({ ...(await steps()), keyUsed: false }, none);
  await waitFor(async () => (await steps()).keyUsed);
  const company = await linkCompany(account, 'overview-100');
  assert.deepEqual(await steps(), { ...none, keyUsed: true, companyLinked: true });
  await account.send('POST /webhooks/consumers', { body: { name: 'hook', url: receiver.url, eventTypes: ['sync.*'] } });
  await company.sync('customers');
  await waitFor(async () => (await steps()).consumerReached);
  assert.equal((await steps()).recordPushed, false);
  const path = `POST /companies/${company.companyId}/connections/${company.connectionId}/push/customers`;
  await account.send(path, { body: newCustomer() });
  await waitFor(async () => (await steps()).recordPushed);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { switchGeneration } from '../../src/accounts/webhook-generation.ts';
import { settableClock } from '../../src/base/clock.ts';
import { type EventLogUse, eventLogUseStatement } from '../../src/legacy/usage.ts';
import { readExamples } from '../../src/reference/examples.ts';
import { openapiDocument } from '../../src/reference/openapi.ts';
import { apiRoutes } from '../../src/routes.ts';
import { useApp } from '../harness.ts';
import { companyCreated, emit, makeRule } from './older-account.ts';

const clock = settableClock('2026-03-01T12:00:00Z');
const app = useApp({ clock, config: { eventLogSunset: '2027-12-31' } });
const unset = useApp({ clock, config: { role: 'api' } });

async function withAlert() {
  const account = await app.account({ webhooks: 'older' });
  const ruleId = await makeRule(account, { webhook: 'http://127.0.0.1:9/' });
  await emit(app, account.accountId, companyCreated(account.accountId));
  // Let the failing attempt finish. The clock does not advance, so there is no retry and the alert stays unchanged.
  await app.alerts.look();
  const { rows } = await sql<{ alert_id: string }>`select alert_id from alert
    where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  const alertId = rows[0]?.alert_id ?? '';
  const paths = ['/rules/alerts', `/rules/${ruleId}/alerts`, `/rules/alerts/${alertId}`];
  return { account, ruleId, alertId, paths };
}

const used = (accountId: string, since = '2026-01-01T00:00:00Z'): Promise<EventLogUse[]> =>
  app.ctx.db.read(accountId, eventLogUseStatement({ accountId, since: new Date(since) }));

test('R-LEGACY-06: every response of the event log endpoints has Deprecation and Link, and Sunset if a day is set', async () => {
  const { account, paths } = await withAlert();
  for (const path of paths) {
    const answer = await account.send(`GET ${path}`);
    assert.equal(answer.status, 200, path);
    const [, seconds] = /^@(\d+)$/.exec(answer.headers.get('deprecation') ?? '') ?? [];
    assert.ok(Number(seconds) > 1_700_000_000, 'a date as in RFC 9745');
    const sunset = answer.headers.get('sunset') ?? '';
    assert.equal(new Date(sunset).toUTCString(), sunset, 'an HTTP date as in RFC 8594');
    assert.ok(Date.parse(sunset) > Number(seconds) * 1000);
    const link = answer.headers.get('link') ?? '';
    for (const rel of ['deprecation', 'sunset', 'successor-version']) assert.match(link, new RegExp(`rel="${rel}"`));
    assert.match(link, /<http:\/\/api\.test\/webhooks\/messages>/);
    const same = await account.send(`GET ${path}`, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    assert.equal(same.status, 304);
    assert.ok(same.headers.get('sunset'));
  }
  const rules = await account.send('GET /rules');
  assert.equal(rules.headers.get('deprecation'), null);
});

test('R-LEGACY-02 R-LEGACY-06: the API reference marks the operations and ruleId as deprecated', () => {
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  const document: any = openapiDocument(routes, { version: '0', baseUrl: '', examples: readExamples() });
  const deprecated = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).flatMap(([method, operation]) =>
      operation.deprecated ? [`${method} ${path}`] : [],
    ),
  );
  assert.deepEqual(deprecated.sort(), [
    'get /rules/alerts',
    'get /rules/alerts/{alertId}',
    'get /rules/{ruleId}/alerts',
  ]);
  const { ruleId } = document.components.schemas.Alert.properties;
  assert.equal(ruleId.deprecated, true);
  assert.match(ruleId.description, /do not depend on it/);
});

test('A-14: no Sunset is announced unless the operator has set a day', async () => {
  const account = await unset.account({ webhooks: 'older' });
  const answer = await account.send('GET /rules/alerts');
  assert.ok(answer.headers.get('deprecation'));
  assert.equal(answer.headers.get('sunset'), null);
  assert.doesNotMatch(answer.headers.get('link') ?? '', /rel="sunset"/);
});

test('A-14 R-LEGACY-08: a call counts whatever its outcome: a wrong id, another account, a bad query, a narrow key, 410', async () => {
  const { account, ruleId, alertId } = await withAlert();
  const stranger = await withAlert();
  const narrow = await app.key(account.accountId, { name: 'reader', scopes: ['read'] });
  const nobody = '0198c5a0-0000-7000-8000-00000000dead';
  const calls: [path: string, status: number, key?: string][] = [
    ['/rules/nope/alerts', 404],
    [`/rules/${nobody}/alerts`, 404],
    [`/rules/${stranger.ruleId}/alerts`, 403],
    [`/rules/${ruleId}/alerts?pageSize=none`, 400],
    ['/rules/alerts/nope', 404],
    [`/rules/alerts/${nobody}`, 404],
    [`/rules/alerts/${stranger.alertId}`, 403],
    [`/rules/alerts/${alertId}`, 403, narrow.secret],
  ];
  let made = 0;
  const count = async () => (await used(account.accountId)).reduce((sum, use) => sum + use.calls, 0);
  for (const [path, status, key = account.key] of calls) {
    assert.equal((await app.send(`GET ${path}`, { key })).status, status, path);
    assert.equal(await count(), ++made, path);
  }
  await app.ctx.db.transaction(account.accountId, (tx) => switchGeneration(tx, { to: 'newer' }));
  assert.equal((await account.send('GET /rules/nope/alerts')).status, 404);
  assert.equal((await account.send(`GET /rules/${ruleId}/alerts`)).status, 410);
  assert.equal(await count(), made + 2);
});

test('R-LEGACY-08: every call is counted per key, endpoint and day, with the first and the last time', async () => {
  clock.set('2026-03-01T23:59:59.999Z');
  const { account, alertId } = await withAlert();
  const other = await app.key(account.accountId, { name: 'nightly poller' });
  await account.send('GET /rules/alerts');
  await Promise.all(Array.from({ length: 20 }, () => app.send('GET /rules/alerts', { key: other.secret })));
  clock.set('2026-03-02T00:00:00Z');
  await app.send('GET /rules/alerts?page=2', { key: other.secret });
  clock.set('2026-03-02T08:00:00Z');
  await app.send(`GET /rules/alerts/${alertId}`, { key: other.secret });
  // Not an event log endpoint.
  await account.send('GET /rules');
  const days = await app.ctx.db.system
    .selectFrom('event_log_use')
    .select([sql<string>`day::text`.as('day'), 'calls'])
    .where('account_id', '=', account.accountId)
    .where('api_key_id', '=', other.apiKeyId)
    .where('endpoint', '=', 'GET /rules/alerts')
    .orderBy('day')
    .execute();
  assert.deepEqual(days, [
    { day: '2026-03-01', calls: 20 },
    { day: '2026-03-02', calls: 1 },
  ]);
  const evidence = await used(account.accountId);
  assert.deepEqual(
    evidence.map(({ keyName, endpoint, calls, days: n, isKeyLive }) => ({ keyName, endpoint, calls, n, isKeyLive })),
    [
      { keyName: 'nightly poller', endpoint: 'GET /rules/alerts/{alertId}', calls: 1, n: 1, isKeyLive: true },
      { keyName: 'nightly poller', endpoint: 'GET /rules/alerts', calls: 21, n: 2, isKeyLive: true },
      { keyName: 'test', endpoint: 'GET /rules/alerts', calls: 1, n: 1, isKeyLive: true },
    ],
  );
  assert.deepEqual(evidence[1]?.firstAt, new Date('2026-03-01T23:59:59.999Z'));
  assert.deepEqual(evidence[1]?.lastAt, new Date('2026-03-02T00:00:00Z'));
  assert.equal(evidence[0]?.apiKeyId, other.apiKeyId);
  assert.deepEqual(
    (await used(account.accountId, '2026-03-02T07:00:00Z')).map(({ calls }) => calls),
    [1],
    'only calls since the given time',
  );
  await account.send(`DELETE /apiKeys/${other.apiKeyId}`);
  assert.equal((await used(account.accountId))[0]?.isKeyLive, false);
  const stranger = await app.account();
  assert.deepEqual(await used(stranger.accountId), []);
});

test('R-LEGACY-07: once the newer webhooks serve the account, the event log endpoints return 410 with a reason and still count', async () => {
  const { account, ruleId, paths } = await withAlert();
  await app.ctx.db.transaction(account.accountId, (tx) => switchGeneration(tx, { to: 'newer' }));
  for (const path of [...paths, `/rules/alerts/${ruleId}`]) {
    const answer = await account.send(`GET ${path}`);
    assert.deepEqual([answer.status, answer.body.code], [410, 'eventLogGone'], path);
    assert.match(answer.body.error, /newer webhooks serve this account.*28 hours.*GET \/webhooks\/messages/);
    assert.ok(answer.headers.get('deprecation') && answer.headers.get('link'));
  }
  const evidence = await used(account.accountId);
  assert.equal(
    evidence.reduce((sum, { calls }) => sum + calls, 0),
    4,
  );
  await app.ctx.db.transaction(account.accountId, (tx) => switchGeneration(tx, { to: 'older' }));
  assert.equal((await account.send(`GET ${paths[0]}`)).status, 200, 'after a rollback they work again');
});

test('R-LEGACY-07: an account that never had rules gets the same 410', async () => {
  const account = await app.account();
  assert.equal((await account.send('GET /rules/alerts')).status, 410);
});

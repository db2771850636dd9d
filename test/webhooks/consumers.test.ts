import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';

const clock = settableClock('2026-03-01T10:00:00Z');
const app = useApp({ clock });

const url = 'https://hooks.client.example/daybook';
const path = '/webhooks/consumers';

async function rowOf(consumerId: string) {
  return app.ctx.db.system
    .selectFrom('consumer')
    .selectAll()
    .where('consumer_id', '=', consumerId)
    .executeTakeFirstOrThrow();
}

test('R-HOOK-05 R-HOOK-07 R-HOOK-16: a consumer is created with a name and a URL; the rest has defaults', async () => {
  const { send } = await app.account();
  const made = await send(`POST ${path}`, { body: { name: 'ledger', url } });
  assert.equal(made.status, 201);
  const { consumerId, secret, ...rest } = made.body;
  assert.match(consumerId, /^[0-9a-f-]{36}$/);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(rest, {
    name: 'ledger',
    url,
    eventTypes: ['*'],
    channels: [],
    headers: {},
    hasAuthorization: false,
    isOrdered: false,
    disableOn410: false,
    signature: 'sharedSecret',
    status: 'enabled',
    created: '2026-03-01T10:00:00.000Z',
  });
  const read = await send(`GET ${path}/${consumerId}`);
  assert.deepEqual(read.body, { consumerId, ...rest }, 'the secret is not shown again');
  assert.deepEqual((await send(`GET ${path}`)).body.results, [{ consumerId, ...rest }]);
});

test('R-HOOK-01 R-HOOK-03 R-HOOK-05 R-HOOK-17: every field can be set, is shown, and can be changed and removed', async () => {
  const { send } = await app.account();
  const { companyId } = (await send('POST /companies', { body: { name: 'Bakery' } })).body;
  const fields = {
    name: 'a',
    url,
    eventTypes: ['sync.*', 'company.created'],
    channels: [companyId],
    headers: { 'X-Service-ClientId': 'eu-1', 'x-key': 'secret value' },
    rateLimitPerSecond: 5,
    concurrencyMax: 2,
    isOrdered: true,
  };
  const made = await send(`POST ${path}`, { body: fields });
  assert.equal(made.status, 201, made.text);
  const { consumerId } = made.body;
  const shown = (await send(`GET ${path}/${consumerId}`)).body;
  for (const [name, value] of Object.entries(fields)) assert.deepEqual(shown[name], value, name);

  const { version } = await rowOf(consumerId);
  const change = { name: 'b', url: `${url}/2`, eventTypes: ['*'], channels: [], headers: {}, isOrdered: false };
  const changed = await send(`PATCH ${path}/${consumerId}`, {
    body: { ...change, rateLimitPerSecond: null, concurrencyMax: null },
  });
  assert.equal(changed.status, 200, changed.text);
  for (const [name, value] of Object.entries(change)) assert.deepEqual(changed.body[name], value, name);
  assert.ok(!('rateLimitPerSecond' in changed.body) && !('concurrencyMax' in changed.body));
  const row = await rowOf(consumerId);
  assert.deepEqual([row.channels, row.headers, row.version], [null, null, version + 1]);
  const kept = await send(`PATCH ${path}/${consumerId}`, { body: { name: 'c' } });
  assert.deepEqual({ ...kept.body, name: 'b' }, changed.body, 'omitted fields stay unchanged');
});

test('secrets and headers are sealed at rest, and bound to their consumer', async () => {
  const { send, accountId } = await app.account();
  const made = await send(`POST ${path}`, { body: { name: 'a', url, headers: { 'x-key': 'very-secret' } } });
  const row = await rowOf(made.body.consumerId);
  assert.doesNotMatch(JSON.stringify(row), /very-secret|whsec_/);
  const place = `consumer|${accountId}|${made.body.consumerId}`;
  assert.equal(app.ctx.sealer.unseal(row.secret, place), made.body.secret);
  assert.equal(app.ctx.sealer.unseal(row.headers ?? '', `${place}|headers`), '{"x-key":"very-secret"}');
  assert.throws(() => app.ctx.sealer.unseal(row.headers ?? '', place));
});

const wrongBodies: [name: string, body: object, itemId: string, code: string][] = [
  ['an unknown event type', { eventTypes: ['sync.completed', 'sync.nope'] }, 'eventTypes.1', 'badRequest'],
  ['a prefix that matches no event type', { eventTypes: ['nope.*'] }, 'eventTypes.0', 'badRequest'],
  ['an unknown company', { channels: ['0198c5a0-0000-7000-8000-000000000001'] }, 'channels.0', 'badRequest'],
  ['an invalid URL', { url: 'hooks.example/x' }, 'url', 'urlRefused'],
  ['an unsupported scheme', { url: 'ftp://hooks.example/x' }, 'url', 'urlRefused'],
  ['a private address', { url: 'http://10.0.0.7/x' }, 'url', 'urlRefused'],
  ['an IPv4-mapped address', { url: 'http://[::ffff:10.0.0.7]/x' }, 'url', 'urlRefused'],
  ['an address written as a number', { url: 'http://167772167/x' }, 'url', 'urlRefused'],
  ['a password in the URL', { url: 'https://a:b@hooks.example/x' }, 'url', 'urlRefused'],
  ['a repeated header', { headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a', 'badRequest'],
  ['an invalid header name', { headers: { 'x a': '1' } }, 'headers.x a', 'badRequest'],
  ['a header value with a line break', { headers: { 'x-a': '1\r\nhost: b' } }, 'headers.x-a', 'badRequest'],
  ['a header value beyond ASCII', { headers: { 'x-a': 'grün' } }, 'headers.x-a', 'badRequest'],
  ['an unknown field', { isEnabled: true }, 'isEnabled', 'inputInvalid'],
  ['a limit of 0', { concurrencyMax: 0 }, 'concurrencyMax', 'inputInvalid'],
];

for (const [name, wrong, itemId, code] of wrongBodies) {
  test(`a consumer with ${name} is rejected when created and when changed, and the error names the item`, async () => {
    const { send } = await app.account();
    const { consumerId } = (await send(`POST ${path}`, { body: { name: 'a', url } })).body;
    for (const [request, body] of [
      [`POST ${path}`, { name: 'b', url, ...wrong }],
      [`PATCH ${path}/${consumerId}`, wrong],
    ] as const) {
      const refused = await send(request, { body });
      assert.equal(refused.status, 400, refused.text);
      assert.equal(refused.body.code, code);
      assert.equal(refused.body.validation.errors[0].itemId, itemId);
    }
    assert.equal((await send(`GET ${path}`)).body.totalResults, 1);
  });
}

test("another account's company is rejected as a channel", async () => {
  const [mine, theirs] = [await app.account(), await app.account()];
  const { companyId } = (await theirs.send('POST /companies', { body: { name: 'x' } })).body;
  const refused = await mine.send(`POST ${path}`, { body: { name: 'a', url, channels: [companyId] } });
  assert.equal(refused.status, 400);
  assert.equal(refused.body.validation.errors[0].itemId, 'channels.0');
});

const reservedNames = ['webhook-id', 'Webhook-Signature', 'webhook-anything', 'Host', 'Content-Length', 'content-type'];
reservedNames.push('Connection', 'Keep-Alive', 'Transfer-Encoding', 'TE', 'Trailer', 'Upgrade', 'Expect', 'User-Agent');
reservedNames.push('Proxy-Authorization', 'proxy-connection', 'Accept-Encoding', 'X-Forwarded-For', 'via');

test('reserved header names are rejected in every spelling, and the error names them', async () => {
  const { send } = await app.account();
  for (const name of reservedNames) {
    const refused = await send(`POST ${path}`, { body: { name: 'a', url, headers: { [name]: 'x' } } });
    assert.equal(refused.status, 400, name);
    assert.equal(refused.body.code, 'headerReserved', name);
    assert.equal(refused.body.validation.errors[0].itemId, `headers.${name}`);
  }
});

test('R-AUTH-09: Authorization is rejected with 400 and a pointer to the portal, when created and when changed', async () => {
  const { send } = await app.account();
  const { consumerId } = (await send(`POST ${path}`, { body: { name: 'a', url } })).body;
  for (const name of ['Authorization', 'authorization', 'AUTHORIZATION']) {
    for (const [request, body] of [
      [`POST ${path}`, { name: 'a', url, headers: { [name]: 'Bearer x' } }],
      [`PATCH ${path}/${consumerId}`, { headers: { [name]: 'Bearer x' } }],
    ] as const) {
      const refused = await send(request, { body });
      assert.equal(refused.status, 400);
      assert.equal(refused.body.code, 'authorizationByPortal');
      assert.match(refused.body.error, /Set it in the portal\. See https:\/\/docs\.test\//);
      assert.match(refused.body.validation.errors[0].message, /https:\/\/docs\.test\//);
    }
  }
});

test('enabling and disabling are separate operations, and repeating them changes nothing', async () => {
  const { send } = await app.account();
  const { consumerId } = (await send(`POST ${path}`, { body: { name: 'a', url } })).body;
  const disabled = await send(`POST ${path}/${consumerId}/disable`);
  assert.deepEqual(
    [disabled.status, disabled.body.status, disabled.body.disabledReason, disabled.body.disabledAt],
    [200, 'disabled', 'client', clock.now().toISOString()],
  );
  clock.advanceMs(60_000);
  assert.deepEqual((await send(`POST ${path}/${consumerId}/disable`)).body, disabled.body);
  await sql`update consumer set failing_since = now(), warned_at = now(), hold_until = now()
    where consumer_id = ${consumerId}`.execute(app.ctx.db.system);
  const enabled = await send(`POST ${path}/${consumerId}/enable`);
  assert.equal(enabled.body.status, 'enabled');
  assert.ok(
    !('disabledAt' in enabled.body) && !('disabledReason' in enabled.body) && !('failingSince' in enabled.body),
  );
  const row = await rowOf(consumerId);
  assert.deepEqual([row.failing_since, row.warned_at, row.hold_until, row.version], [null, null, null, 3]);
  await send(`POST ${path}/${consumerId}/enable`);
  assert.equal((await rowOf(consumerId)).version, 3);
});

test('a new URL clears the failure record of the previous one; other changes do not', async () => {
  const { send } = await app.account();
  const { consumerId } = (await send(`POST ${path}`, { body: { name: 'a', url } })).body;
  const at = new Date('2026-02-28T00:00:00Z');
  await app.ctx.db.system
    .updateTable('consumer')
    .set({ failing_since: at, warned_at: at })
    .where('consumer_id', '=', consumerId)
    .execute();
  const renamed = await send(`PATCH ${path}/${consumerId}`, { body: { name: 'b', url } });
  assert.equal(renamed.body.failingSince, at.toISOString());
  const moved = await send(`PATCH ${path}/${consumerId}`, { body: { url: `${url}/new` } });
  assert.ok(!('failingSince' in moved.body));
  assert.equal((await rowOf(consumerId)).warned_at, null);
});

test('every operation on a deleted consumer returns 404', async () => {
  const { send } = await app.account();
  const { consumerId } = (await send(`POST ${path}`, { body: { name: 'a', url } })).body;
  assert.equal((await send(`DELETE ${path}/${consumerId}`)).status, 204);
  for (const request of ['GET', 'DELETE', 'POST /enable', 'POST /disable', 'POST /test', 'POST /secret/rotate']) {
    const [method, below = ''] = request.split(' ');
    const answer = await send(`${method} ${path}/${consumerId}${below}`);
    assert.deepEqual([answer.status, answer.body.code], [404, 'notFound'], request);
  }
  assert.equal((await send(`PATCH ${path}/${consumerId}`, { body: { name: 'b' } })).status, 404);
});

test('R-SVC-08: consumers are listed in pages, filtered and ordered, with an ETag', async () => {
  const { send } = await app.account();
  const { companyId } = (await send('POST /companies', { body: { name: 'Bakery' } })).body;
  const bodies = [
    { name: 'one', url, eventTypes: ['sync.*'] },
    { name: 'two', url, channels: [companyId] },
    { name: 'three', url: `${url}/3` },
  ];
  for (const body of bodies) assert.equal((await send(`POST ${path}`, { body })).status, 201);
  const first = await send(`GET ${path}?pageSize=2`);
  assert.equal(first.body.totalResults, 3);
  const second = await send(`GET ${first.body._links.next.href}`);
  assert.deepEqual(
    [...first.body.results, ...second.body.results].map((consumer) => consumer.name),
    ['one', 'two', 'three'],
  );
  const names = async (query: string) =>
    (await send(`GET ${path}?query=${encodeURIComponent(query)}`)).body.results.map((c: { name: string }) => c.name);
  assert.deepEqual(await names(`channels=${companyId}`), ['two']);
  assert.deepEqual(await names('eventTypes=sync.*'), ['one']);
  assert.deepEqual(await names('url~/3 && status=Enabled'), ['three']);
  const again = await send(`GET ${path}?pageSize=2`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  assert.equal(again.status, 304);
});

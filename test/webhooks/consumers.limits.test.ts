import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { createSealer } from '../../src/base/secrets.ts';
import { resealAll } from '../../src/operations/reseal.ts';
import { setAuthorizationHeader } from '../../src/webhooks/consumers/set-authorization.ts';
import { testConfig, useApp } from '../harness.ts';

const clock = settableClock('2026-03-01T10:00:00Z');
const app = useApp({ clock, config: { consumersPerAccount: 4 } });

const url = 'https://hooks.client.example/daybook';
const path = '/webhooks/consumers';

test('the limit of consumers is exact, even if many are created at once', async () => {
  const { send } = await app.account();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => send(`POST ${path}`, { body: { name: `c${n}`, url } })),
  );
  assert.deepEqual(
    answers.map((answer) => answer.status).sort(),
    [201, 201, 201, 201, 409, 409, 409, 409, 409, 409, 409, 409],
  );
  const refused = answers.find((answer) => answer.status === 409);
  assert.equal(refused?.body.code, 'consumerLimitExceeded');
  assert.match(refused?.body.error, /at most 4 webhook consumers/);
  const [first] = (await send(`GET ${path}`)).body.results;
  await send(`DELETE ${path}/${first.consumerId}`);
  assert.equal((await send(`POST ${path}`, { body: { name: 'again', url } })).status, 201);
});

test('a creation that is repeated with the same Idempotency-Key creates one consumer, with one secret', async () => {
  const { send } = await app.account();
  const request = { body: { name: 'a', url }, headers: { 'idempotency-key': 'k1' } };
  const [first, second] = [await send(`POST ${path}`, request), await send(`POST ${path}`, request)];
  assert.equal(second.body.secret, first.body.secret);
  assert.equal((await send(`GET ${path}`)).body.totalResults, 1);
});

test('R-AUTH-10: a secret is rotated with an overlap of a day, with another overlap, or with none', async () => {
  const { send, accountId } = await app.account();
  const made = (await send(`POST ${path}`, { body: { name: 'a', url } })).body;
  const rotate = (body?: object) => send(`POST ${path}/${made.consumerId}/secret/rotate`, body ? { body } : {});
  const secrets = async () => {
    const row = await app.ctx.db.system
      .selectFrom('consumer')
      .select(['secret', 'previous_secret', 'previous_secret_until'])
      .where('consumer_id', '=', made.consumerId)
      .executeTakeFirstOrThrow();
    const open = (text: string) => app.ctx.sealer.unseal(text, `consumer|${accountId}|${made.consumerId}`);
    return [open(row.secret), row.previous_secret && open(row.previous_secret), row.previous_secret_until];
  };

  const second = await rotate();
  assert.equal(second.status, 200, second.text);
  assert.notEqual(second.body.secret, made.secret);
  assert.equal(second.body.previousSecretExpires, '2026-03-02T10:00:00.000Z');
  assert.deepEqual(await secrets(), [second.body.secret, made.secret, new Date('2026-03-02T10:00:00Z')]);

  const third = await rotate({ overlapSeconds: 60 });
  assert.deepEqual(await secrets(), [third.body.secret, second.body.secret, new Date('2026-03-01T10:01:00Z')]);
  clock.advanceMs(61_000);
  assert.ok(!('previousSecretExpires' in (await send(`GET ${path}/${made.consumerId}`)).body), 'it has ended');

  const fourth = await rotate({ overlapSeconds: 0 });
  assert.deepEqual(await secrets(), [fourth.body.secret, null, null]);
  assert.equal((await rotate({ overlapSeconds: 604_801 })).status, 400);
  assert.ok(!('secret' in (await send(`GET ${path}/${made.consumerId}`)).body));
});

test('the Authorization header that the portal sets is sealed and never shown, only that it is set', async () => {
  const { send, accountId } = await app.account();
  const { consumerId } = (await send(`POST ${path}`, { body: { name: 'a', url } })).body;
  const set = (value: string | null) =>
    app.ctx.db.transaction(accountId, (tx) => setAuthorizationHeader(app.ctx, tx, { consumerId, value }));
  await set('Bearer very-secret');
  const shown = await send(`GET ${path}/${consumerId}`);
  assert.equal(shown.body.hasAuthorization, true);
  assert.doesNotMatch(shown.text, /very-secret/);
  const row = await app.ctx.db.system
    .selectFrom('consumer')
    .select(['authorization_header', 'version'])
    .where('consumer_id', '=', consumerId)
    .executeTakeFirstOrThrow();
  const place = `consumer|${accountId}|${consumerId}|authorization`;
  assert.equal(app.ctx.sealer.unseal(row.authorization_header ?? '', place), 'Bearer very-secret');
  assert.equal(row.version, 2);
  await assert.rejects(set('a\r\nhost: b'), /visible ASCII/);
  await send(`PATCH ${path}/${consumerId}`, { body: { headers: { 'x-a': '1' } } });
  assert.equal((await send(`GET ${path}/${consumerId}`)).body.hasAuthorization, true, 'other changes keep it');
  await set(null);
  assert.equal((await send(`GET ${path}/${consumerId}`)).body.hasAuthorization, false);
});

test("a rotation of the cell's keys seals every secret text of a consumer with the new key", async () => {
  const { send, accountId } = await app.account();
  const made = (await send(`POST ${path}`, { body: { name: 'a', url, headers: { 'x-a': 'b' } } })).body;
  await send(`POST ${path}/${made.consumerId}/secret/rotate`);
  await app.ctx.db.transaction(accountId, (tx) =>
    setAuthorizationHeader(app.ctx, tx, { consumerId: made.consumerId, value: 'Bearer x' }),
  );
  const [old] = testConfig(app.databaseUrl).secretKeys;
  assert.ok(old);
  const fresh = { id: 'new', key: Buffer.alloc(32, 9) };
  await resealAll({ db: app.ctx.db, sealer: createSealer([fresh, old]) }, 'new');
  const row = await app.ctx.db.system
    .selectFrom('consumer')
    .select(['secret', 'previous_secret', 'headers', 'authorization_header'])
    .where('consumer_id', '=', made.consumerId)
    .executeTakeFirstOrThrow();
  const place = `consumer|${accountId}|${made.consumerId}`;
  const open = (text: string | null, at: string) => {
    assert.match(text ?? '', /^v1\.new\./);
    return createSealer([fresh]).unseal(text ?? '', at);
  };
  assert.equal(open(row.previous_secret, place), made.secret);
  assert.match(open(row.secret, place), /^whsec_/);
  assert.equal(open(row.headers, `${place}|headers`), '{"x-a":"b"}');
  assert.equal(open(row.authorization_header, `${place}|authorization`), 'Bearer x');
  await resealAll({ db: app.ctx.db, sealer: createSealer([old, fresh]) }, 'test');
});

test('a key without the scope webhooks and a key limited to some companies have no access to webhooks', async () => {
  const { accountId, send } = await app.account();
  const { consumerId } = (await send(`POST ${path}`, { body: { name: 'a', url } })).body;
  const reader = await app.key(accountId, { scopes: ['read', 'push', 'manage', 'keys'] });
  const narrow = await app.key(accountId, { companyTags: { region: 'EU' } });
  const requests = [`GET ${path}`, `GET ${path}/${consumerId}`, `DELETE ${path}/${consumerId}`];
  requests.push('GET /webhooks/event-types', 'GET /webhooks/source-addresses', `POST ${path}/${consumerId}/enable`);
  for (const request of requests) {
    assert.equal((await app.send(request, { key: reader.secret })).body.code, 'scopeMissing', request);
    const refused = await app.send(request, { key: narrow.secret });
    assert.deepEqual([refused.status, refused.body.code], [403, 'keyTooNarrow'], request);
  }
  const refused = await app.send(`POST ${path}`, { key: narrow.secret, body: { nonsense: true } });
  assert.equal(refused.status, 403, 'before the input is checked');
});

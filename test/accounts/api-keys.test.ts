import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashApiKey, isWellFormedApiKey, makeApiKey } from '../../src/accounts/api-key.ts';
import { useApp } from '../harness.ts';

const app = useApp();

test('R-AUTH-05: a key is dbk_<cell>_, 40 random characters and a checksum', () => {
  const { secret, prefix } = makeApiKey('eu1');
  assert.match(secret, /^dbk_eu1_[A-Za-z0-9]{40}[A-Za-z0-9]{6}$/);
  assert.ok(secret.startsWith(prefix) && prefix.length === 'dbk_eu1_'.length + 6);
  assert.ok(isWellFormedApiKey(secret));
  const made = new Set(Array.from({ length: 1000 }, () => makeApiKey('main').secret));
  assert.equal(made.size, 1000);
});

test('R-AUTH-05: the checksum detects every single mistyped character', () => {
  const { secret } = makeApiKey('main');
  fc.assert(
    fc.property(fc.integer({ min: 9, max: secret.length - 1 }), fc.constantFrom(...'ABCxyz019'), (at, character) => {
      const typed = secret.slice(0, at) + character + secret.slice(at + 1);
      assert.equal(isWellFormedApiKey(typed), typed === secret);
    }),
    { numRuns: 500 },
  );
});

test('R-EP-07 R-AUTH-04: creating a key returns 201 with its secret, which is stored only as a hash and never shown again', async () => {
  const account = await app.account();
  const made = await account.send('POST /apiKeys', {
    body: { name: 'Reader', scopes: ['read'], expires: '2099-01-01T00:00:00Z' },
  });
  assert.equal(made.status, 201);
  const { secret, apiKeyId, prefix } = made.body;
  assert.ok(secret.startsWith(prefix));
  const rows = await app.ctx.db.system.selectFrom('api_key').selectAll().where('api_key_id', '=', apiKeyId).execute();
  assert.ok(rows[0]?.hash.equals(hashApiKey(secret)));
  assert.ok(!JSON.stringify(rows).includes(secret));
  const list = await account.send('GET /apiKeys');
  assert.ok(!list.text.includes(secret));
  assert.ok(!JSON.stringify(app.logLines).includes(secret));
  assert.equal((await app.send('GET /companies', { key: secret })).status, 200);
});

test('R-EP-06: keys are listed in the paged envelope, with filter and order', async () => {
  const account = await app.account();
  for (const name of ['b', 'a', 'c']) await app.key(account.accountId, { name });
  const { status, body } = await account.send('GET /apiKeys?orderBy=-name&query=name!=test&pageSize=2');
  assert.equal(status, 200);
  assert.deepEqual(
    body.results.map((key: { name: string }) => key.name),
    ['c', 'b'],
  );
  assert.deepEqual([body.totalResults, body.pageNumber, body.pageSize], [3, 1, 2]);
  const rest = await account.send(`GET ${body._links.next.href}`);
  assert.deepEqual(
    rest.body.results.map((key: { name: string }) => key.name),
    ['a'],
  );
});

test('R-LIMIT-07 R-ERR-18: of 20 keys requested at once, only those up to 10 in the account are created; the others get 409', async () => {
  const account = await app.account();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => account.send('POST /apiKeys', { body: { name: `k${i}` } })),
  );
  const statuses = answers.map((answer) => answer.status);
  assert.deepEqual([statuses.filter((s) => s === 201).length, statuses.filter((s) => s === 409).length], [9, 11]);
  const refused = answers.find((answer) => answer.status === 409);
  assert.deepEqual([refused?.body.code, refused?.body.validation.errors.length], ['keyLimitExceeded', 1]);
  assert.equal((await account.send('GET /apiKeys')).body.totalResults, 10);
});

test('R-EP-08 R-AUTH-06: deleting a key returns 204 and makes room for another; the last one cannot be deleted', async () => {
  const account = await app.account();
  const other = await app.key(account.accountId);
  assert.equal((await account.send(`DELETE /apiKeys/${other.apiKeyId}`)).status, 204);
  assert.equal((await account.send(`DELETE /apiKeys/${other.apiKeyId}`)).status, 404, 'a deleted key no longer exists');
  const last = await account.send(`DELETE /apiKeys/${account.apiKeyId}`);
  assert.deepEqual([last.status, last.body.code], [409, 'lastKey']);
  assert.equal((await account.send('GET /companies')).status, 200);
});

test('R-AUTH-06: if two keys delete each other at once, one stays', async () => {
  const account = await app.account();
  const other = await app.key(account.accountId);
  const answers = await Promise.all([
    account.send(`DELETE /apiKeys/${other.apiKeyId}`),
    app.send(`DELETE /apiKeys/${account.apiKeyId}`, { key: other.secret }),
  ]);
  const statuses = answers.map((answer) => answer.status).sort();
  assert.ok(statuses[0] === 204 && (statuses[1] === 409 || statuses[1] === 403), String(statuses));
  const live = await app.ctx.db.system
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', account.accountId)
    .where('deleted_at', 'is', null)
    .execute();
  assert.equal(live.length, 1);
});

test('a key cannot create a key with more permissions than it has', async () => {
  const account = await app.account();
  const { secret } = await app.key(account.accountId, { scopes: ['read', 'keys'], companyTags: { region: 'EU' } });
  const wider = await app.send('POST /apiKeys', { key: secret, body: { name: 'wider', scopes: ['manage'] } });
  assert.deepEqual([wider.status, wider.body.code], [403, 'keyTooNarrow']);
  const elsewhere = await app.send('POST /apiKeys', {
    key: secret,
    body: { name: 'us', companyTags: { region: 'US' } },
  });
  assert.equal(elsewhere.status, 403);
  const same = await app.send('POST /apiKeys', { key: secret, body: { name: 'same' } });
  assert.deepEqual([same.body.scopes, same.body.companyTags], [['read', 'keys'], { region: 'EU' }]);
});

test('an expiry in the past is rejected', async () => {
  const account = await app.account();
  const answer = await account.send('POST /apiKeys', { body: { name: 'old', expires: '2020-01-01T00:00:00Z' } });
  assert.deepEqual([answer.status, answer.body.validation.errors[0].itemId], [400, 'expires']);
});

test('the last use of keys is written in batches and shown', async () => {
  const account = await app.account();
  await account.send('GET /companies');
  await app.ctx.keyUse.flush();
  const { body } = await account.send('GET /apiKeys');
  assert.ok(Math.abs(Date.parse(body.results[0].lastUsed) - Date.now()) < 10_000);
});

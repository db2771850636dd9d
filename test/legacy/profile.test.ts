import assert from 'node:assert/strict';
import { test } from 'node:test';
import { switchGeneration } from '../../src/accounts/webhook-generation.ts';
import { createSealer } from '../../src/base/secrets.ts';
import { authorizationPlace } from '../../src/legacy/wire.ts';
import { resealAll } from '../../src/operations/reseal.ts';
import { apiRoutes } from '../../src/routes.ts';
import { useApp } from '../harness.ts';

const app = useApp();
const secret = 'Bearer 0123456789abcdef-1234';

async function stored(accountId: string): Promise<string | null | undefined> {
  const row = await app.ctx.db.system
    .selectFrom('webhook_profile')
    .select('authorization_header')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.authorization_header;
}

test('R-PROFILE-01: PUT /profile sets the Authorization header of webhooks: encrypted at rest, shown masked, removed by null', async () => {
  const account = await app.account({ webhooks: 'older', name: 'Acme' });
  const before = await account.send('GET /profile');
  const { created, ...plain } = before.body;
  assert.deepEqual(plain, { clientId: account.accountId, name: 'Acme', webhookGeneration: 'older' });
  assert.ok(created);

  const set = await account.send('PUT /profile', { body: { webhookAuthorization: secret } });
  assert.deepEqual(set.body, { ...before.body, webhookAuthorization: '****1234' });
  assert.deepEqual((await account.send('GET /profile')).body, set.body);
  assert.match((await stored(account.accountId)) ?? '', /^v1\.test\./);
  assert.ok(!(await stored(account.accountId))?.includes('0123456789'));

  const short = await account.send('PUT /profile', { body: { webhookAuthorization: 'Basic abc' } });
  assert.equal(short.body.webhookAuthorization, '****', 'nothing of a short value is shown');
  const gone = await account.send('PUT /profile', { body: { webhookAuthorization: null } });
  assert.deepEqual(gone.body, before.body);
  assert.equal(await stored(account.accountId), null);
});

test('the masked header of GET /profile is rejected as a new value, and omitted fields stay unchanged', async () => {
  const account = await app.account({ webhooks: 'older' });
  await account.send('PUT /profile', { body: { webhookAuthorization: secret } });
  const back = await account.send('PUT /profile', { body: { webhookAuthorization: '****1234' } });
  assert.equal(back.status, 400);
  const renamed = await account.send('PUT /profile', { body: { name: 'New name' } });
  assert.deepEqual([renamed.body.name, renamed.body.webhookAuthorization], ['New name', '****1234']);
  for (const body of [{}, { name: ' ' }, { webhookAuthorization: 'a\r\nb: c' }, { webhookAuthorization: '' }, { x: 1 }])
    assert.equal((await account.send('PUT /profile', { body })).status, 400, JSON.stringify(body));
});

test('R-PROFILE-02: once the newer webhooks serve the account, setting the header returns 409 and points to the portal; the name can be set', async () => {
  const account = await app.account({ webhooks: 'older' });
  await account.send('PUT /profile', { body: { webhookAuthorization: secret } });
  await app.ctx.db.transaction(account.accountId, (tx) => switchGeneration(tx, { to: 'newer' }));
  for (const webhookAuthorization of [secret, null]) {
    const answer = await account.send('PUT /profile', { body: { name: 'x', webhookAuthorization } });
    assert.deepEqual([answer.status, answer.body.code], [409, 'headerByPortal']);
    assert.match(answer.body.error, /portal/);
  }
  const renamed = await account.send('PUT /profile', { body: { name: 'Renamed' } });
  assert.equal(renamed.status, 200);
  assert.equal(renamed.body.name, 'Renamed');
  assert.equal(renamed.body.webhookGeneration, 'newer');
  assert.equal(renamed.body.webhookAuthorization, undefined);
});

test('R-VER-03: a key cannot switch the generation: no operation accepts it, and the profile only shows it', async () => {
  const account = await app.account({ webhooks: 'older' });
  for (const body of [{ webhookGeneration: 'newer' }, { name: 'x', webhookGeneration: 'newer' }])
    assert.equal((await account.send('PUT /profile', { body })).status, 400);
  assert.equal((await account.send('GET /profile')).body.webhookGeneration, 'older');
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  const named = routes.filter(
    (route) =>
      route.access !== 'session' &&
      route.access !== 'operator' &&
      /webhookGeneration|migrat/i.test(`${route.path} ${JSON.stringify(route.body)}`),
  );
  assert.deepEqual(named, []);
});

test('resealing encrypts the header with the first key, like every other secret', async () => {
  const account = await app.account({ webhooks: 'older' });
  await account.send('PUT /profile', { body: { webhookAuthorization: secret } });
  const keys = [
    { id: 'new', key: Buffer.alloc(32, 9) },
    { id: 'test', key: Buffer.alloc(32, 7) },
  ];
  const sealer = createSealer(keys);
  await resealAll({ db: app.ctx.db, sealer }, 'new');
  const sealed = (await stored(account.accountId)) ?? '';
  assert.match(sealed, /^v1\.new\./);
  assert.equal(sealer.unseal(sealed, authorizationPlace(account.accountId)), secret);
});

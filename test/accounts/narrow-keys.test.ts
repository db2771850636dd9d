import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiRoutes } from '../../src/routes.ts';
import { useApp } from '../harness.ts';

const app = useApp();
const unknownId = '01980000-0000-7000-8000-000000000000';

/** Every operation that an API key can call to change something that is not inside a company. */
function accountWideChanges() {
  const routes = apiRoutes({ ...app.ctx, baseUrl: '', cell: 'main', forgetKeys() {}, version: '0', singleSignOn: [] });
  return routes.filter(
    ({ method, path, access }) => method !== 'GET' && access === undefined && !path.includes('{companyId}'),
  );
}

test('A-29: a key limited to company tags cannot change anything that belongs to the whole account', async () => {
  const account = await app.account();
  const narrow = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  const changes = accountWideChanges();
  const names = changes.map(({ operationId }) => operationId);
  for (const wanted of ['deleteApiKey', 'replaceSyncSettings', 'setApplication', 'createConsumer', 'createRule'])
    assert.ok(names.includes(wanted), `${wanted} is among ${names.join()}`);
  const open: string[] = [];
  for (const { method, path, operationId } of changes) {
    const place = path.replaceAll('{platformKey}', 'xero').replaceAll(/\{[^}]*\}/g, unknownId);
    const answer = await app.send(`${method} ${place}`, {
      key: narrow.secret,
      body: method === 'DELETE' ? undefined : {},
    });
    if (answer.body?.code !== 'keyTooNarrow') open.push(operationId);
  }
  assert.deepEqual(open.sort(), ['createApiKey', 'createCompany'], 'these enforce the tags themselves');
});

test('A-29: a key created by another key expires no later than that key', async () => {
  const account = await app.account();
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const { secret } = await app.key(account.accountId, { expires });
  const make = (body: object) => app.send('POST /apiKeys', { key: secret, body: { name: 'child', ...body } });
  assert.equal((await make({})).body.expires, expires, 'the default is the expiry of the creating key');
  const earlier = new Date(Date.now() + 60_000).toISOString();
  assert.equal((await make({ expires: earlier })).body.expires, earlier);
  const later = await make({ expires: new Date(Date.now() + 7_200_000).toISOString() });
  assert.deepEqual([later.status, later.body.code], [403, 'keyTooNarrow'], later.text);
  assert.ok(later.body.error.includes(expires), later.body.error);
});

test('A-29: a key cannot delete a key with more scopes', async () => {
  const account = await app.account();
  const few = await app.key(account.accountId, { scopes: ['read', 'keys'] });
  const same = await app.key(account.accountId, { scopes: ['read'] });
  const refused = await app.send(`DELETE /apiKeys/${account.apiKeyId}`, { key: few.secret });
  assert.deepEqual([refused.status, refused.body.code], [403, 'keyTooNarrow'], refused.text);
  assert.equal((await app.send(`DELETE /apiKeys/${same.apiKeyId}`, { key: few.secret })).status, 204);
  assert.equal((await account.send('GET /companies')).status, 200);
});

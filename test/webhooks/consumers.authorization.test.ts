import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { useReceivers } from './receiver.ts';

/** The Authorization header of a consumer, which only people can set, in the portal. */
const app = useApp();
const startReceiver = useReceivers();

async function consumerOf(role: 'viewer' | 'developer' | 'administrator' = 'developer') {
  const receiver = await startReceiver();
  const account = await app.account();
  const made = await account.send('POST /webhooks/consumers', { body: { name: 'hook', url: receiver.url } });
  const browser = await (await makePerson(app, { accountId: account.accountId, role })).signIn();
  const path = `/webhooks/consumers/${made.body.consumerId}`;
  return { account, receiver, browser, path };
}

test('R-AUTH-07 R-PROFILE-03: a person sets the Authorization header in the portal, and deliveries carry it', async () => {
  const { account, receiver, browser, path } = await consumerOf();
  const set = await browser.send(`PUT ${path}/authorization`, { body: { value: 'Bearer portal-secret' } });
  assert.equal(set.status, 200, set.text);
  assert.equal(set.body.hasAuthorization, true);
  assert.ok(!set.text.includes('portal-secret'), 'it is never shown');
  await account.send(`POST ${path}/test`);
  const [first] = await receiver.waitFor(1);
  assert.equal(first?.headers.authorization, 'Bearer portal-secret');
  const changed = await browser.send(`PUT ${path}/authorization`, { body: { value: 'Basic other' } });
  assert.equal(changed.status, 200);
  await account.send(`POST ${path}/test`);
  assert.equal((await receiver.waitFor(2))[1]?.headers.authorization, 'Basic other');
  const removed = await browser.send(`DELETE ${path}/authorization`);
  assert.deepEqual([removed.status, removed.body.hasAuthorization], [200, false]);
  await account.send(`POST ${path}/test`);
  assert.equal((await receiver.waitFor(3))[2]?.headers.authorization, undefined);
});

test('R-AUTH-07: an API key can neither set nor remove the Authorization header, by any operation', async () => {
  const { account, path } = await consumerOf();
  for (const request of [`PUT ${path}/authorization`, `DELETE ${path}/authorization`]) {
    const answer = await account.send(request, request.startsWith('PUT') ? { body: { value: 'Bearer x' } } : {});
    assert.deepEqual([answer.status, answer.body.code], [403, 'sessionOnly'], request);
  }
  const headers = { Authorization: 'Bearer x' };
  const wanted = { name: 'other', url: 'http://127.0.0.1:9/' };
  for (const answer of [
    await account.send('POST /webhooks/consumers', { body: { ...wanted, headers } }),
    await account.send(`PATCH ${path}`, { body: { headers } }),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [400, 'authorizationByPortal']);
    assert.match(answer.body.error, /Set it in the portal/);
  }
});

test('R-AUTH-07: an API key cannot have the Authorization header sent to another server; the portal can', async () => {
  const { account, receiver, browser, path } = await consumerOf();
  const other = await startReceiver();
  assert.equal((await account.send(`PATCH ${path}`, { body: { url: other.url } })).status, 200, 'while none is set');
  assert.equal((await account.send(`PATCH ${path}`, { body: { url: receiver.url } })).status, 200);
  await browser.send(`PUT ${path}/authorization`, { body: { value: 'Bearer portal-secret' } });
  const refused = await account.send(`PATCH ${path}`, { body: { url: other.url } });
  assert.deepEqual([refused.status, refused.body.code], [400, 'authorizationByPortal']);
  assert.match(refused.body.error, /Change the field "url" in the portal/);
  assert.equal((await account.send(`PATCH ${path}`, { body: { url: `${receiver.url}/elsewhere` } })).status, 200);
  await account.send(`POST ${path}/test`);
  const [first] = await receiver.waitFor(1);
  assert.deepEqual([first?.path, first?.headers.authorization], ['/elsewhere', 'Bearer portal-secret']);
  assert.equal((await browser.send(`PATCH ${path}`, { body: { url: other.url } })).status, 200);
  await account.send(`POST ${path}/test`);
  assert.equal((await other.waitFor(1))[0]?.headers.authorization, 'Bearer portal-secret');
});

test('a viewer cannot set the Authorization header, and a value that is not a valid header is rejected', async () => {
  const { browser, path } = await consumerOf('viewer');
  const refused = await browser.send(`PUT ${path}/authorization`, { body: { value: 'Bearer x' } });
  assert.deepEqual([refused.status, refused.body.code], [403, 'roleTooLow']);
  const other = await consumerOf();
  for (const value of ['', ' ', 'two\r\nlines', 'Bearer ü', 'x'.repeat(4001)])
    assert.equal((await other.browser.send(`PUT ${other.path}/authorization`, { body: { value } })).status, 400);
});

test("a session cannot change another account's consumer", async () => {
  const [mine, theirs] = [await consumerOf(), await consumerOf()];
  const answer = await mine.browser.send(`PUT ${theirs.path}/authorization`, { body: { value: 'Bearer x' } });
  assert.equal(answer.status, 403);
  assert.equal((await theirs.account.send(`GET ${theirs.path}`)).body.hasAuthorization, false);
});

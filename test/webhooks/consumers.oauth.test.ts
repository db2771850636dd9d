import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';
import { answering, type Received, useReceivers } from './receiver.ts';

/** The Authorization header of deliveries by OAuth client credentials, with a real token endpoint and receiver. */
const clock = settableClock(new Date());
const app = useApp({ clock });
const startReceiver = useReceivers();

const tokenAnswer = (token: string, expiresIn?: number) =>
  answering(200, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      access_token: token,
      token_type: 'Bearer',
      ...(expiresIn !== undefined && { expires_in: expiresIn }),
    }),
  });

async function prepare(wanted: { scope?: string } = { scope: 'hooks:write other' }) {
  const [receiver, endpoint] = [await startReceiver(), await startReceiver()];
  let issued = 0;
  endpoint.behave(() => tokenAnswer(`token-${++issued}`, 600));
  const account = await app.account();
  const made = await account.send('POST /webhooks/consumers', { body: { name: 'hook', url: `${receiver.url}/hooks` } });
  const { accountId } = account;
  const browser = await (await makePerson(app, { accountId, role: 'developer' })).signIn();
  const { consumerId } = made.body;
  const path = `/webhooks/consumers/${consumerId}`;
  const client = { tokenUrl: `${endpoint.url}/token`, clientId: 'daybook-1', clientSecret: 'very:secret/+', ...wanted };
  const set = await browser.send(`PUT ${path}/authorization/oauth`, { body: client });
  assert.equal(set.status, 200, set.text);
  const deliver = async () => {
    const { status, body } = await account.send(`POST ${path}/test`);
    assert.equal(status, 202);
    return body.messageId as string;
  };
  const attemptsOf = async (messageId: string, count = 1) => {
    const read = async () => (await account.send(`GET /webhooks/messages/${messageId}/attempts`)).body.results;
    await waitFor(async () => (await read()).length >= count);
    return read();
  };
  return { account, browser, receiver, endpoint, path, consumerId, client, set, deliver, attemptsOf };
}

const authorizations = (requests: Received[]) => requests.map(({ headers }) => headers.authorization);

test('a delivery carries a token that the service got with the client credentials, and the secret is never shown', async () => {
  const { account, receiver, endpoint, path, client, set, deliver, attemptsOf } = await prepare();
  const { clientSecret: _, ...shown } = client;
  assert.deepEqual([set.body.hasAuthorization, set.body.oauth], [true, shown]);
  const read = await account.send(`GET ${path}`);
  assert.deepEqual(read.body.oauth, shown);
  assert.ok(!`${set.text}${read.text}`.includes('secret/'), 'the secret is in no response');
  const row = await app.ctx.db.system
    .selectFrom('consumer')
    .select('oauth_client_secret')
    .where('oauth_token_url', '=', client.tokenUrl)
    .executeTakeFirstOrThrow();
  assert.ok(row.oauth_client_secret && !row.oauth_client_secret.includes('secret'), 'it is stored encrypted');
  const messageId = await deliver();
  await receiver.waitFor(1);
  assert.deepEqual(authorizations(receiver.requests), ['Bearer token-1']);
  const [asked] = endpoint.requests;
  assert.deepEqual([asked?.method, asked?.path], ['POST', '/token']);
  const pair = Buffer.from(String(asked?.headers.authorization).replace('Basic ', ''), 'base64').toString();
  assert.deepEqual(pair.split(':').map(decodeURIComponent), ['daybook-1', 'very:secret/+']);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(asked?.body)), {
    grant_type: 'client_credentials',
    scope: 'hooks:write other',
  });
  const [{ attemptId }] = await attemptsOf(messageId);
  const details = await account.send(`GET /webhooks/messages/${messageId}/attempts/${attemptId}`);
  const header = details.body.request.headers.find(({ name }: { name: string }) => name === 'authorization');
  assert.deepEqual(header, { name: 'authorization' }, 'the token is not shown');
});

test('a token is requested once for many deliveries at a time, kept until shortly before it expires, and then renewed', async () => {
  const { receiver, endpoint, deliver } = await prepare({});
  endpoint.behave(() => ({ ...tokenAnswer(`token-${endpoint.requests.length}`, 600), kind: 'answer', afterMs: 200 }));
  for (let i = 0; i < 12; i++) await deliver();
  await receiver.waitFor(12);
  assert.equal(endpoint.requests.length, 1);
  assert.ok(!endpoint.requests[0]?.body.includes('scope'));
  clock.advanceMs(530_000);
  await deliver();
  await receiver.waitFor(13);
  assert.equal(endpoint.requests.length, 1, 'the token is still good');
  clock.advanceMs(20_000);
  await deliver();
  await receiver.waitFor(14);
  assert.equal(receiver.requests.at(-1)?.headers.authorization, 'Bearer token-2', 'less than a minute was left');
});

test('a 401 renews the token once within the attempt; a receiver that refuses the new token, too, fails the attempt', async () => {
  const { receiver, endpoint, deliver, attemptsOf } = await prepare();
  await deliver();
  await receiver.waitFor(1);
  clock.advanceMs(60_000);
  receiver.behave(({ headers }) => answering(headers.authorization === 'Bearer token-1' ? 401 : 200));
  const renewed = await deliver();
  await receiver.waitFor(3);
  const attempts = await attemptsOf(renewed);
  assert.deepEqual(
    attempts.map(({ statusCode }: { statusCode: number }) => statusCode),
    [200],
    'one attempt',
  );
  assert.deepEqual(authorizations(receiver.requests.slice(1)), ['Bearer token-1', 'Bearer token-2']);
  receiver.behave(answering(401));
  const refused = await deliver();
  const [failed] = await attemptsOf(refused);
  assert.deepEqual([failed.statusCode, failed.number], [401, 1]);
  assert.equal(endpoint.requests.length, 2, 'a token that was only just issued is not renewed');
});

test('a failing token endpoint fails the attempt with a cause that names it, nothing is sent, and retries go on', async () => {
  const { account, receiver, endpoint, deliver, attemptsOf, path } = await prepare();
  const endpointHost = new URL(endpoint.url).host;
  for (const [behaviour, cause] of [
    [
      answering(401, { headers: { 'content-type': 'application/json' }, body: '{"error":"invalid_client"}' }),
      `No access token: the token endpoint ${endpointHost} returned 401 (invalid_client).`,
    ],
    [answering(500, { body: 'leaked' }), `No access token: the token endpoint ${endpointHost} returned 500.`],
    [
      answering(200, { headers: { 'content-type': 'application/json' }, body: '{"token":"leaked"}' }),
      `No access token: the token endpoint ${endpointHost} returned 200 without a valid bearer token.`,
    ],
    [
      { kind: 'redirect', to: 'http://127.0.0.1:9/' },
      `No access token: the token endpoint ${endpointHost} returned 302.`,
    ],
  ] as const) {
    endpoint.behave(behaviour);
    clock.advanceMs(6000);
    const [attempt] = await attemptsOf(await deliver());
    assert.deepEqual([attempt.statusCode, attempt.error], [undefined, cause]);
    assert.ok(attempt.nextAttempt, 'it is retried');
  }
  const before = endpoint.requests.length;
  for (const id of [await deliver(), await deliver(), await deliver()]) await attemptsOf(id);
  assert.equal(endpoint.requests.length, before, 'after a failure the endpoint is left alone for a while');
  assert.equal(receiver.requests.length, 0, 'nothing is sent without a token');
  endpoint.behave(tokenAnswer('good', 600));
  clock.advanceMs(6000);
  const retried = await account.send(`POST ${path}/retry`);
  assert.equal(retried.status, 202, retried.text);
  await receiver.waitFor(7);
  assert.equal(receiver.requests[0]?.headers.authorization, 'Bearer good');
});

test('the token endpoint must have a public address, when it is set and when it is used', async () => {
  const { browser, path, client, deliver, attemptsOf, consumerId, receiver } = await prepare();
  for (const tokenUrl of [
    'http://169.254.169.254/token',
    'ftp://example.com',
    'https://me:pw@example.com/',
    'nothing',
  ]) {
    const refused = await browser.send(`PUT ${path}/authorization/oauth`, { body: { ...client, tokenUrl } });
    assert.deepEqual([refused.status, refused.body.code], [400, 'urlRefused'], tokenUrl);
    assert.equal(refused.body.validation.errors[0].itemId, 'tokenUrl');
  }
  // An address that was allowed when it was set, as after a change of DNS or of the operator's settings.
  await app.ctx.db.system
    .updateTable('consumer')
    .set((now) => ({ oauth_token_url: 'http://10.0.0.1/token', version: now('version', '+', 1) }))
    .where('consumer_id', '=', consumerId)
    .execute();
  const [attempt] = await attemptsOf(await deliver());
  assert.match(attempt.error, /^No access token: the token endpoint 10\.0\.0\.1 could not be used: the address /);
  assert.equal(receiver.requests.length, 0);
});

test('only people set client credentials; with them, a key cannot change the URL to another server', async () => {
  const { account, browser, path, client, receiver, deliver } = await prepare();
  const byKey = await account.send(`PUT ${path}/authorization/oauth`, { body: client });
  assert.deepEqual([byKey.status, byKey.body.code], [403, 'sessionOnly']);
  const moved = await account.send(`PATCH ${path}`, { body: { url: 'http://127.0.0.1:9/' } });
  assert.deepEqual([moved.status, moved.body.code], [400, 'authorizationByPortal']);
  const fixed = await browser.send(`PUT ${path}/authorization`, { body: { value: 'Basic fixed' } });
  assert.deepEqual([fixed.body.hasAuthorization, 'oauth' in fixed.body], [true, false], 'a fixed value replaces them');
  await deliver();
  await receiver.waitFor(1);
  const again = await browser.send(`PUT ${path}/authorization/oauth`, { body: client });
  assert.equal(again.body.oauth.clientId, 'daybook-1');
  await deliver();
  await receiver.waitFor(2);
  assert.deepEqual(authorizations(receiver.requests), ['Basic fixed', 'Bearer token-1']);
  const removed = await browser.send(`DELETE ${path}/authorization`);
  assert.deepEqual([removed.body.hasAuthorization, 'oauth' in removed.body], [false, false]);
  await deliver();
  await receiver.waitFor(3);
  assert.equal(receiver.requests[2]?.headers.authorization, undefined);
});

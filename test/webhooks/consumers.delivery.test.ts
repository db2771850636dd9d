import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { settableClock } from '../../src/base/clock.ts';
import { setAuthorizationHeader } from '../../src/webhooks/consumers/set-authorization.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

/** Settings of a consumer take effect: they are set by the API, used by the worker and checked at a real receiver. */
const clock = settableClock(new Date());
const app = useApp({ clock });
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.stop());
beforeEach(() => {
  receiver.requests.length = 0;
});

const path = '/webhooks/consumers';

async function consume(account: TestAccount, more: object = {}) {
  const body = { name: 'c', url: `${receiver.url}/hooks`, ...more };
  const made = await account.send(`POST ${path}`, { body });
  assert.equal(made.status, 201, made.text);
  return made.body as { consumerId: string; secret: string };
}

async function company(account: TestAccount, name = 'Bakery'): Promise<string> {
  return (await account.send('POST /companies', { body: { name } })).body.companyId;
}

const typeOf = (received: Received) => JSON.parse(received.body).RuleType;

/** Long enough for any further delivery to arrive. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 400));

test('R-SVC-05 R-HOOK-16: an event is sent by POST to every consumer that the client has set up for it, and to no other', async () => {
  const [account, other] = [await app.account(), await app.account()];
  await consume(account, { url: `${receiver.url}/all` });
  await consume(account, { url: `${receiver.url}/company`, eventTypes: ['company.*'] });
  await consume(account, { url: `${receiver.url}/name`, eventTypes: ['company.created'] });
  await consume(account, { url: `${receiver.url}/syncs`, eventTypes: ['sync.*', 'company.deleted'] });
  await consume(other, { url: `${receiver.url}/other` });
  const companyId = await company(account);
  await receiver.waitFor(3);
  await quiet();
  assert.deepEqual(receiver.requests.map(({ path: at }) => at).sort(), ['/all', '/company', '/name']);
  for (const { method, headers, body } of receiver.requests) {
    assert.deepEqual([method, headers['content-type']], ['POST', 'application/json']);
    const { RuleType, CompanyId, ClientId } = JSON.parse(body);
    assert.deepEqual([RuleType, CompanyId, ClientId], ['company.created', companyId, account.accountId]);
  }
  assert.equal(new Set(receiver.requests.map(({ body }) => body)).size, 1, 'the same bytes for all');
  receiver.requests.length = 0;
  await account.send(`DELETE /companies/${companyId}`);
  await receiver.waitFor(3);
  await quiet();
  assert.deepEqual(receiver.requests.map(({ path: at }) => at).sort(), ['/all', '/company', '/syncs']);
});

test('R-HOOK-16 R-HOOK-17: a company-specific webhook gets the events of its companies only, a company-agnostic one those of all', async () => {
  const account = await app.account();
  const [mine, other] = [await company(account, 'mine'), await company(account, 'other')];
  await consume(account, { url: `${receiver.url}/agnostic` });
  await consume(account, { url: `${receiver.url}/specific`, channels: [mine] });
  await account.send(`DELETE /companies/${other}`);
  await account.send(`DELETE /companies/${mine}`);
  await company(account, 'third');
  await receiver.waitFor(4);
  await quiet();
  const at = (where: string) =>
    receiver.requests.filter((request) => request.path === where).map(({ body }) => JSON.parse(body).CompanyId);
  assert.equal(at('/agnostic').length, 3);
  assert.deepEqual(at('/specific'), [mine]);
});

test('R-HOOK-03 R-HOOK-04 R-HOOK-18 R-AUTH-08: each delivery carries the custom headers, including X-Service-ClientId, and the Authorization header', async () => {
  const account = await app.account();
  const headers = { 'X-Service-ClientId': 'instance-7', 'x-team': 'ledger, west' };
  const { consumerId } = await consume(account, { headers });
  await app.ctx.db.transaction(account.accountId, (tx) =>
    setAuthorizationHeader(app.ctx, tx, { consumerId, value: 'Bearer from-the-portal' }),
  );
  await company(account, 'one');
  await company(account, 'two');
  for (const request of await receiver.waitFor(2)) {
    assert.equal(request.headers['x-service-clientid'], 'instance-7');
    assert.equal(request.headers['x-team'], 'ledger, west');
    assert.equal(request.headers.authorization, 'Bearer from-the-portal');
  }
  await account.send(`PATCH ${path}/${consumerId}`, { body: { headers: { 'x-team': 'east' } } });
  await company(account, 'three');
  const [, , third] = await receiver.waitFor(3);
  assert.equal(third?.headers['x-team'], 'east');
  assert.ok(!('x-service-clientid' in (third?.headers ?? {})));
  assert.equal(third?.headers.authorization, 'Bearer from-the-portal');
});

test('R-AUTH-10: standardwebhooks verifies a delivery before, during and after a rotation, with the secrets valid at the time', async () => {
  const account = await app.account();
  const { consumerId, secret: first } = await consume(account);
  const rotate = async (overlapSeconds: number): Promise<string> => {
    const answer = await account.send(`POST ${path}/${consumerId}/secret/rotate`, { body: { overlapSeconds } });
    return answer.body.secret;
  };
  const deliver = async (): Promise<Received> => {
    const count = receiver.requests.length + 1;
    await company(account);
    return (await receiver.waitFor(count)).at(-1) ?? assert.fail();
  };
  const isVerified = (secret: string, received: Received) => {
    try {
      new Webhook(secret).verify(received.body, received.headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  const before = await deliver();
  assert.equal(before.headers['webhook-id'], JSON.parse(before.body).EventId);
  assert.deepEqual([isVerified(first, before)], [true]);
  assert.equal(isVerified(first, { ...before, body: `${before.body} ` }), false, 'a changed body');

  const second = await rotate(2);
  const during = await deliver();
  assert.deepEqual([isVerified(first, during), isVerified(second, during)], [true, true]);
  clock.advanceMs(2000);
  const later = await deliver();
  assert.deepEqual([isVerified(first, later), isVerified(second, later)], [false, true]);

  const third = await rotate(0);
  const atOnce = await deliver();
  assert.deepEqual([isVerified(second, atOnce), isVerified(third, atOnce)], [false, true]);
});

test('a test event is sent to this consumer only, whatever it subscribes to, signed and marked in the log', async () => {
  const account = await app.account();
  const one = await consume(account, { url: `${receiver.url}/one`, eventTypes: ['sync.*'] });
  await consume(account, { url: `${receiver.url}/two` });
  const sent = await account.send(`POST ${path}/${one.consumerId}/test`, { body: { eventType: 'push.failed' } });
  assert.equal(sent.status, 202, sent.text);
  const [received] = await receiver.waitFor(1);
  assert.ok(received);
  const body = new Webhook(one.secret).verify(received.body, received.headers as Record<string, string>);
  assert.deepEqual(
    [received.path, received.headers['webhook-id'], (body as { RuleType: string }).RuleType],
    ['/one', sent.body.messageId, 'push.failed'],
  );
  const byDefault = await account.send(`POST ${path}/${one.consumerId}/test`);
  assert.equal(byDefault.body.eventType, 'sync.completed', 'one that it subscribes to');
  await receiver.waitFor(2);
  await quiet();
  assert.equal(receiver.requests.length, 2);
  const rows = await app.ctx.db.system
    .selectFrom('message')
    .select(['is_test', 'recipients'])
    .where('account_id', '=', account.accountId)
    .execute();
  assert.deepEqual(rows, [
    { is_test: true, recipients: 1 },
    { is_test: true, recipients: 1 },
  ]);
  const refused = await account.send(`POST ${path}/${one.consumerId}/test`, { body: { eventType: 'nope' } });
  assert.deepEqual([refused.status, refused.body.validation.errors[0].itemId], [400, 'eventType']);
  await account.send(`POST ${path}/${one.consumerId}/disable`);
  assert.equal((await account.send(`POST ${path}/${one.consumerId}/test`)).status, 409);
});

test('a disabled or deleted consumer gets nothing; one that is enabled again gets the events from then on', async () => {
  const account = await app.account();
  const { consumerId } = await consume(account);
  await account.send(`POST ${path}/${consumerId}/disable`);
  await company(account, 'while disabled');
  await quiet();
  assert.equal(receiver.requests.length, 0);
  await account.send(`POST ${path}/${consumerId}/enable`);
  await company(account, 'again');
  const [received] = await receiver.waitFor(1);
  assert.equal(JSON.parse(received?.body ?? '{}').Data.name, 'again');
  assert.equal((await account.send(`DELETE ${path}/${consumerId}`)).status, 204);
  await company(account, 'after');
  await quiet();
  assert.equal(receiver.requests.length, 1);
});

test('pending deliveries are cancelled when their consumer is disabled, and removed when it is deleted', async () => {
  const account = await app.account();
  receiver.behave({ kind: 'answer', status: 500 });
  try {
    const [disabled, deleted] = [await consume(account), await consume(account)];
    await company(account);
    await receiver.waitFor(2);
    await account.send(`POST ${path}/${disabled.consumerId}/disable`);
    await account.send(`DELETE ${path}/${deleted.consumerId}`);
    const count = async (table: 'delivery' | 'failure') =>
      (await app.ctx.db.system.selectFrom(table).selectAll().where('account_id', '=', account.accountId).execute())
        .length;
    await waitFor(async () => (await count('delivery')) === 0);
    const failures = await app.ctx.db.system
      .selectFrom('failure')
      .select(['consumer_id', 'reason'])
      .where('account_id', '=', account.accountId)
      .execute();
    assert.deepEqual(failures, [{ consumer_id: disabled.consumerId, reason: 'cancelled' }]);
  } finally {
    receiver.behave({ kind: 'answer' });
  }
});

test('R-HOOK-20 R-HOOK-21: the service itself sends only the POST; its JSON has a text for people, for tools that notify them', async () => {
  const account = await app.account();
  await consume(account);
  const before = receiver.connections().opened;
  await company(account, 'Sunrise');
  const [received] = await receiver.waitFor(1);
  await quiet();
  assert.equal(receiver.requests.length, 1);
  assert.ok(receiver.connections().opened - before <= 1);
  const body = JSON.parse(received?.body ?? '{}');
  assert.equal(typeOf(received ?? assert.fail()), 'company.created');
  assert.match(body.Message, /\w+ .*\.$/, 'a sentence');
  assert.deepEqual(body.Data, { name: 'Sunrise' });
});

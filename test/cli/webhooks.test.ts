import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { runDaybook, runForJson } from './run-daybook.ts';

const app = useApp();
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.stop());

const env = { DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1' };
const daybook = (...args: string[]) => runDaybook(app.databaseUrl, args, env);
const json = (...args: string[]) => runForJson(app.databaseUrl, args, env);

test('the operator creates a consumer, tests it and rotates its secret, and sees the deliveries', async () => {
  const { accountId } = await app.account();
  const made = await json(
    'webhooks',
    'create',
    accountId,
    `${receiver.url}/cli`,
    '--events',
    'sync.*, company.created',
  );
  const sent = await json('webhooks', 'test', made.consumerId);
  const [received] = await receiver.waitFor(1);
  assert.ok(received);
  new Webhook(made.secret).verify(received.body, received.headers as Record<string, string>);
  assert.equal(received.headers['webhook-id'], sent.messageId);
  const rotated = await json('webhooks', 'rotate', made.consumerId);
  await json('webhooks', 'test', made.consumerId, '--event', 'push.failed');
  const [, second] = await receiver.waitFor(2);
  assert.ok(second);
  new Webhook(rotated.secret).verify(second.body, second.headers as Record<string, string>);

  await waitFor(async () => (await json('webhooks', 'attempts', accountId, sent.messageId)).length === 1);
  const [attempt] = await json('webhooks', 'attempts', accountId, sent.messageId);
  assert.deepEqual([attempt.outcome, attempt.statusCode, attempt.cause], ['delivered', 200, 'test']);
  const messages = await json('webhooks', 'messages', accountId, '--query', 'isTest=true');
  assert.deepEqual(
    messages.map((message: { eventType: string }) => message.eventType),
    ['push.failed', sent.eventType],
  );
  const shown = await daybook('webhooks', 'message', accountId, sent.messageId);
  assert.match(shown.out, /"RuleType"/);
  assert.match(shown.out, /delivered/);
});

test('on call: the operator finds a failing consumer, sees its attempts, enables it and recovers it', async () => {
  const account = await app.account();
  const { consumerId } = await json('webhooks', 'create', account.accountId, `${receiver.url}/night`);
  receiver.behave({ kind: 'answer', status: 503, body: 'down' });
  const since = new Date(Date.now() - 60_000).toISOString();
  await account.send('POST /companies', { body: { name: 'Night' } });
  const trouble = async () =>
    (await json('webhooks', 'consumers', '--trouble')).filter((c: { consumer: string }) => c.consumer === consumerId);
  await waitFor(async () => (await trouble()).length === 1);
  const [line] = await trouble();
  assert.equal(line.pending, '1');
  assert.ok(line.failingSince);
  const one = await daybook('webhooks', 'consumer', consumerId);
  assert.match(one.out, /503/);
  await json('webhooks', 'disable', consumerId);
  await waitFor(async () => (await trouble())[0]?.pending === '0');
  assert.equal((await trouble())[0].status, 'disabled: client');
  receiver.behave({ kind: 'answer' });
  await json('webhooks', 'enable', consumerId);
  const counted = await json('webhooks', 'recover', consumerId, '--since', since, '--dry-run');
  assert.equal(counted.total, 1);
  const at = () => receiver.requests.filter(({ path }) => path === '/night').length;
  const before = at();
  await json('webhooks', 'recover', consumerId, '--since', since);
  await waitFor(() => at() === before + 1);
  await waitFor(async () => (await trouble()).length === 0);
});

test('on call: once the receiver is fixed, the operator retries the pending messages now', async () => {
  const account = await app.account();
  const { consumerId } = await json('webhooks', 'create', account.accountId, `${receiver.url}/mended`);
  const at = () => receiver.requests.filter(({ path }) => path === '/mended').length;
  const attempts = async (): Promise<unknown[]> =>
    (await json('webhooks', 'consumer', consumerId)).attempts.map((one: { status: number | null; error: string }) =>
      one.status === 503 ? 503 : one,
    );
  receiver.behave({ kind: 'answer', status: 503 });
  await account.send('POST /companies', { body: { name: 'Waits' } });
  // The third attempt is five minutes away.
  await waitFor(async () => (await attempts()).length === 2, 60_000);
  assert.deepEqual(await attempts(), [503, 503]);
  receiver.behave({ kind: 'answer' });
  const told = await json('webhooks', 'retry', consumerId);
  assert.deepEqual(told, { account: account.accountId, consumerId, total: 1 });
  await waitFor(() => at() === 3);
  assert.match((await daybook('webhooks', 'retry', consumerId)).out, /No message is waiting/);
  const { rows } = await app.ctx.db.pool.query(
    "select subject_id from audit where operation = 'daybook webhooks retry' and account_id = $1",
    [account.accountId],
  );
  assert.deepEqual(rows, [{ subject_id: consumerId }, { subject_id: consumerId }]);
  await json('webhooks', 'disable', consumerId);
  assert.match((await daybook('webhooks', 'retry', consumerId)).err, /Enable it, then recover/);
});

test('a message is resent, and a new consumer gets a replay of the messages it missed', async () => {
  const account = await app.account();
  const since = new Date(Date.now() - 60_000).toISOString();
  await account.send('POST /companies', { body: { name: 'Early' } });
  const { consumerId } = await json('webhooks', 'create', account.accountId, `${receiver.url}/late`);
  const at = () => receiver.requests.filter(({ path }) => path === '/late');
  await json('webhooks', 'replay', consumerId, '--since', since);
  await waitFor(() => at().length === 1);
  const messageId = String(at()[0]?.headers['webhook-id']);
  await waitFor(async () => (await json('webhooks', 'attempts', account.accountId, messageId)).length === 1);
  const again = await json('webhooks', 'resend', account.accountId, messageId, '--consumer', consumerId);
  assert.deepEqual(again.consumerIds, [consumerId]);
  await waitFor(() => at().length === 2);
  assert.equal(at()[1]?.body, at()[0]?.body, 'the same bytes are sent');
});

test('wrong usage is explained', async () => {
  const { accountId } = await app.account();
  const cases: [args: string[], code: number, text: RegExp][] = [
    [['webhooks', 'consumer', 'x'], 2, /CONSUMER_ID must be a UUID/],
    [['webhooks', 'enable', '019a0000-0000-7000-8000-000000000000'], 1, /no such consumer/],
    [['webhooks', 'create', accountId, 'http://10.0.0.1/'], 1, /not a public address/],
    [['webhooks', 'create', accountId, receiver.url, '--events', 'nope'], 1, /eventTypes/],
    [['webhooks', 'messages', accountId, '--limit', '0'], 2, /--limit/],
    [['webhooks', 'message', accountId, '019a0000-0000-7000-8000-000000000000'], 1, /no such message/],
    [['webhooks', 'recover', '019a0000-0000-7000-8000-000000000000'], 1, /no such consumer/],
    [['listen'], 2, /either --key or --account/],
    [['listen', '--key', 'k', '--forward', 'x'], 2, /--forward must be a URL/],
  ];
  for (const [args, code, text] of cases) {
    const answer = await daybook(...args);
    assert.equal(answer.code, code, `${args.join(' ')}: ${answer.err}`);
    assert.match(answer.err, text);
  }
});

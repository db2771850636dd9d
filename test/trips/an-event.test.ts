import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { answering, type Receiver, startReceiver } from '../webhooks/receiver.ts';

/** Walkthrough (c) of ARCHITECTURE.md, with the outcomes: response, rows, outgoing calls, log line. */
const clock = settableClock(new Date());
const app = useApp({ clock, jitter: () => 0 });
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.stop());

test('an event is stored with its message in one transaction, rejected by the consumer, retried, delivered and logged', async () => {
  const account = await app.account({ name: 'Trip' });
  const made = await account.send('POST /webhooks/consumers', {
    body: {
      name: 'trip',
      url: `${receiver.url}/hooks`,
      eventTypes: ['company.*'],
      headers: { 'X-Service-ClientId': 'a' },
    },
  });
  const { consumerId, secret } = made.body;
  receiver.behave(answering(503, { body: 'not yet' }));

  const { companyId } = (await account.send('POST /companies', { body: { name: 'Trip' } })).body;
  const [refused] = await receiver.waitFor(1);
  const { messageId } = (await account.send('GET /webhooks/messages')).body.results[0];
  const path = `/webhooks/messages/${messageId}`;
  const read = async () => (await account.send(`GET ${path}`)).body;
  await waitFor(async () => (await read()).deliveries[0]?.attempts === 1);
  const waiting = await read();
  assert.deepEqual([waiting.status, waiting.channels, waiting.eventType], ['pending', [companyId], 'company.created']);
  const line = app.logLines.find((one) => one.messageId === messageId);
  assert.deepEqual([line?.outcome, line?.statusCode, line?.number], ['failed', 503, 1]);

  receiver.behave(answering(200));
  clock.advanceMs(5000);
  await app.lanes.sweep();
  const [, accepted] = await receiver.waitFor(2);
  await waitFor(async () => (await read()).status === 'delivered');
  assert.equal(accepted?.body, refused?.body, 'the same bytes');
  assert.equal(accepted?.headers['x-service-clientid'], 'a');
  assert.equal(accepted?.headers['webhook-id'], messageId);
  const headers = accepted?.headers as Record<string, string>;
  const body = new Webhook(secret).verify(accepted?.body ?? '', headers) as Record<string, unknown>;
  assert.deepEqual([body.RuleType, body.CompanyId, body.EventId], ['company.created', companyId, messageId]);

  const { results } = (await account.send(`GET ${path}/attempts`)).body;
  const told = results.map((one: Record<string, unknown>) => [one.consumerId, one.number, one.outcome, one.statusCode]);
  told.sort((a: number[], b: number[]) => Number(a[1]) - Number(b[1]));
  assert.deepEqual(told, [
    [consumerId, 1, 'failed', 503],
    [consumerId, 2, 'delivered', 200],
  ]);
  const left = await app.ctx.db.system.selectFrom('delivery').selectAll().execute();
  assert.deepEqual(left, [], 'no delivery is pending');
});

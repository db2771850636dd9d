import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createEgressGuard } from '../../src/outbound/egress-guard.ts';
import { createWebhookSender, type WebhookSender } from '../../src/outbound/webhook-sender.ts';
import { waitFor } from '../wait-for.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const guard = createEgressGuard({ allowed: ['127.0.0.1/32'] });
let consumer: Receiver;
let sender: WebhookSender;
before(async () => {
  consumer = await startReceiver();
  sender = createWebhookSender({ guard, proxyUrl: '', localAddress: '' });
});
after(async () => {
  await sender.close();
  await consumer.stop();
});

const send = () => sender.send({ url: consumer.url, headers: [], body: '{}', timeoutMs: 20_000 });

async function sendMany({ count, atOnce }: { count: number; atOnce: number }): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) assert.equal((await send()).kind, 'answer');
    }),
  );
}

test('connections are used again, so that there are never more than sends in flight', async () => {
  await sendMany({ count: 200, atOnce: 5 });
  assert.equal(consumer.connections().opened, 5);
  await sendMany({ count: 200, atOnce: 1 });
  assert.equal(consumer.connections().opened, 5);
});

test('a connection that the consumer closes is replaced, and no send fails', async () => {
  const { opened } = consumer.connections();
  consumer.behave({ kind: 'answer', headers: { connection: 'close' } });
  await sendMany({ count: 20, atOnce: 2 });
  await waitFor(() => consumer.connections().open <= 4);
  consumer.behave({ kind: 'answer' });
  await sendMany({ count: 20, atOnce: 2 });
  const more = consumer.connections().opened - opened;
  assert.ok(more >= 17 && more <= 20, `${more} connections for 20 closed ones`);
});

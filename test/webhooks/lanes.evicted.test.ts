import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createWebhookSender } from '../../src/outbound/webhook-sender.ts';
import { startLanes } from '../../src/webhooks/lanes/start-lanes.ts';
import { useApp } from '../harness.ts';
import { useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

/** Lanes, started by the test and with a cache of one consumer: the process itself has no workers. */
const app = useApp({ config: { role: 'api' } });
const receive = useReceivers();

/** The lanes of a claim are handled in the order of their numbers, so each of the two is evicted in one of the cases. */
for (const evicted of ['first', 'second'] as const)
  test(`a delivery is sent although its consumer, the ${evicted} of two, was evicted from the cache during the claim`, async (t) => {
    const { accountId } = await app.account();
    const sender = createWebhookSender({ guard: app.ctx.egressGuard, proxyUrl: '', localAddress: '' });
    const lanes = startLanes({ ...app.ctx, sender }, { isPaused: () => false, consumersMax: 1 });
    t.after(async () => {
      await lanes.stop();
      await sender.close();
    });
    const [first, second] = [await receive(), await receive()];
    const shared = randomUUID();
    const [cached, other] = evicted === 'first' ? [first, second] : [second, first];
    for (const receiver of [first, second])
      await seedConsumer(app.ctx, { accountId, url: receiver.url, ...(receiver === other && { channels: [shared] }) });
    await emitEvents(app.ctx, { accountId, companyId: randomUUID() });
    await cached.waitFor(1);
    await emitEvents(app.ctx, { accountId, companyId: shared });
    await other.waitFor(1);
    await cached.waitFor(2);
  });

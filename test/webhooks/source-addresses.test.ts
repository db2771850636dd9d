import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { describeConfig, readConfig } from '../../src/config/config.ts';
import { testSecretKeys, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

/** The published source addresses of deliveries, compared with what a receiver sees. */
const fromSecond = useApp({ config: { webhookLocalAddress: '127.0.0.2' } });
const unpublished = useApp({ config: { role: 'api' } });
const behindProxy = useApp({
  config: { role: 'api', webhookLocalAddress: '127.0.0.2', webhookProxyUrl: 'http://127.0.0.1:9' },
});

const seen = new Map<string, string[]>();
let receiver: Server;
before(async () => {
  receiver = createServer((request, response) => {
    const path = request.url ?? '';
    seen.set(path, [...(seen.get(path) ?? []), request.socket.remoteAddress ?? '']);
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
after(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const urlOf = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;

test('A-6 R-HOOK-19: a receiver sees every delivery, of both generations, come from the published address', async () => {
  const newer = await fromSecond.account();
  await seedConsumer(fromSecond.ctx, { accountId: newer.accountId, url: urlOf('/newer') });
  await emitEvents(fromSecond.ctx, { accountId: newer.accountId, count: 20 });
  const older = await fromSecond.account({ webhooks: 'older' });
  const rule = { type: 'company.created', notifiers: { webhook: urlOf('/older') } };
  assert.equal((await older.send('POST /rules', { body: rule })).status, 201);
  await emitEvents(fromSecond.ctx, { accountId: older.accountId, count: 5 });
  await fromSecond.alerts.look();
  await waitFor(() => seen.get('/newer')?.length === 20 && seen.get('/older')?.length === 5);
  const { body } = await newer.send('GET /webhooks/source-addresses');
  assert.deepEqual(body, { status: 'published', addresses: ['127.0.0.2'] });
  for (const path of ['/newer', '/older']) assert.deepEqual([...new Set(seen.get(path))], body.addresses, path);
});

test('A-6 R-HOOK-19: if no address is configured, the response says that none is published', async () => {
  // Behind a proxy, receivers see the proxy's address: allowing the local address would not help them.
  for (const app of [unpublished, behindProxy]) {
    const { send } = await app.account();
    const { status, body } = await send('GET /webhooks/source-addresses');
    assert.deepEqual([status, body.status, body.addresses], [200, 'notPublished', undefined]);
    assert.match(body.message, /operator/);
    const said = app.logLines.filter((line) => String(line.msg).includes('DAYBOOK_WEBHOOK_SOURCE_ADDRESSES'));
    assert.equal(said.length, 1, 'logged once, at start');
    assert.equal(said[0]?.level, 'warn');
  }
  const { send } = await fromSecond.account();
  assert.equal((await send('GET /webhooks/source-addresses')).body.status, 'published');
  assert.ok(!fromSecond.logLines.some((line) => String(line.msg).includes('DAYBOOK_WEBHOOK_SOURCE_ADDRESSES')));
});

test('A-6: daybook config says what to set if no source address is published', () => {
  const env = { DAYBOOK_DATABASE_URL: 'postgres://localhost/d', DAYBOOK_SECRET_KEYS: testSecretKeys };
  const row = (more: Record<string, string>) =>
    describeConfig(readConfig({ ...env, ...more }), { ...env, ...more }).find(
      ({ variable }) => variable === 'DAYBOOK_WEBHOOK_SOURCE_ADDRESSES',
    );
  assert.match(String(row({})?.value), /^not published: set it to the IP addresses/);
  assert.equal(row({ DAYBOOK_WEBHOOK_LOCAL_ADDRESS: '203.0.113.7' })?.value, '203.0.113.7');
  assert.equal(row({ DAYBOOK_WEBHOOK_SOURCE_ADDRESSES: '203.0.113.8' })?.value, '203.0.113.8');
});

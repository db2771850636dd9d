import assert from 'node:assert/strict';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createEgressGuard } from '../../src/outbound/egress-guard.ts';
import { createWebhookSender } from '../../src/outbound/webhook-sender.ts';
import { startOwnTime } from '../own-time.ts';

/** Outbound routes that an operator can set: through a proxy, and from one of several local addresses. */
const seen: { from: string | undefined; path: string | undefined; body: string }[] = [];
let receiver: Server;
const headers = ['content-type', 'application/json', 'webhook-id', 'm1'];

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = (server: Server) => (server.address() as AddressInfo).port;

before(async () => {
  receiver = createServer(async (request, response) => {
    const from = request.socket.remoteAddress;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push({ from, path: request.url, body: Buffer.concat(chunks).toString() });
    response.writeHead(200).end();
  });
  await listen(receiver);
});
after(() => {
  receiver.closeAllConnections();
  receiver.close();
});

test('R-HOOK-19: deliveries come from the local address that the operator has set', async () => {
  const guard = createEgressGuard({ allowed: ['127.0.0.0/8'] });
  for (const localAddress of ['127.0.0.2', '127.0.0.9', '']) {
    const sender = createWebhookSender({ guard, proxyUrl: '', localAddress });
    for (const host of ['127.0.0.1', 'localhost']) {
      seen.length = 0;
      const answer = await sender.send({
        url: `http://${host}:${portOf(receiver)}/hooks`,
        headers,
        body: '{}',
        timeoutMs: 5000,
      });
      assert.equal(answer.kind, 'answer', JSON.stringify(answer));
      assert.deepEqual(seen, [{ from: localAddress || '127.0.0.1', path: '/hooks', body: '{}' }]);
    }
    await sender.close();
  }
});

test('a proxy gets the host name, and a request to a forbidden address does not even reach it', async () => {
  const asked: string[] = [];
  const from = new Set<string | undefined>();
  const firstBytes: number[] = [];
  const sockets = new Set<{ destroy(): void }>();
  // Like common proxies: http targets are requested by their full URL, https targets through a tunnel.
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    from.add(request.socket.remoteAddress);
    const { pathname, search } = new URL(request.url ?? '');
    const options = {
      port: portOf(receiver),
      path: pathname + search,
      method: request.method,
      headers: request.headers,
    };
    const forwarded = forward(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  proxy.on('connect', (request: IncomingMessage, client) => {
    asked.push(`CONNECT ${request.url}`);
    from.add(request.socket.remoteAddress);
    sockets.add(client);
    client.on('error', () => {});
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.once('data', (chunk: Buffer) => {
      firstBytes.push(chunk[0] ?? 0);
      client.destroy();
    });
  });
  await listen(proxy);
  // The guard allows no private address. The proxy's own address is the operator's choice and is not checked.
  const guard = createEgressGuard({ allowed: [], resolve: () => assert.fail('the proxy resolves names') });
  const sender = createWebhookSender({
    guard,
    proxyUrl: `http://127.0.0.1:${portOf(proxy)}`,
    localAddress: '127.0.0.2',
  });
  try {
    seen.length = 0;
    for (let n = 0; n < 3; n++) {
      const url = 'http://hooks.client.test/x?y=1';
      const answer = await sender.send({ url, headers, body: `{"n":${n}}`, timeoutMs: 5000 });
      assert.ok(answer.kind === 'answer' && answer.status === 200, JSON.stringify(answer));
    }
    assert.deepEqual(
      seen.map(({ path, body }) => [path, body]),
      [0, 1, 2].map((n) => ['/x?y=1', `{"n":${n}}`]),
    );
    const tunnelled = await sender.send({ url: 'https://hooks.client.test/', headers, body: '{}', timeoutMs: 5000 });
    assert.equal(tunnelled.kind, 'none', 'the other end does not speak TLS');
    assert.deepEqual(firstBytes, [0x16], 'a TLS handshake has gone through the tunnel');

    const forbidden = [
      'http://127.0.0.1/',
      'http://169.254.169.254/',
      'http://[::ffff:10.0.0.1]/',
      'http://localhost/',
    ];
    for (const url of [...forbidden, 'https://10.0.0.1/']) {
      const answer = await sender.send({ url, headers, body: '{}', timeoutMs: 5000 });
      assert.equal(answer.kind, 'none', url);
    }
    const whole = 'POST http://hooks.client.test/x?y=1';
    assert.deepEqual(asked, [whole, whole, whole, 'CONNECT hooks.client.test:443']);
    assert.deepEqual([...from], ['127.0.0.2'], 'the proxy is reached from the local address, too');
  } finally {
    await sender.close();
    for (const socket of sockets) socket.destroy();
    proxy.closeAllConnections();
    proxy.close();
  }
});

test('a proxy that rejects the request or hangs is a failure within the timeout', async () => {
  const guard = createEgressGuard({ allowed: [] });
  for (const isHanging of [false, true]) {
    const proxy = createServer();
    proxy.on('connect', (_request, client) => {
      client.on('error', () => {});
      if (!isHanging) client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await listen(proxy);
    const sender = createWebhookSender({ guard, proxyUrl: `http://127.0.0.1:${portOf(proxy)}`, localAddress: '' });
    const ownTime = startOwnTime();
    const answer = await sender.send({ url: 'http://hooks.client.test/', headers, body: '{}', timeoutMs: 1000 });
    assert.equal(answer.kind, 'none', JSON.stringify(answer));
    assert.ok(ownTime() < 1700);
    await sender.close();
    proxy.closeAllConnections();
    proxy.close();
  }
});

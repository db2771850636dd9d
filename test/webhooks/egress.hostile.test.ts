import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createEgressGuard, type ResolveName } from '../../src/outbound/egress-guard.ts';
import { createWebhookSender, type WebhookAnswer, type WebhookSender } from '../../src/outbound/webhook-sender.ts';
import { startOwnTime } from '../own-time.ts';
import { waitFor } from '../wait-for.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Malicious consumers against the real webhook client. 127.0.0.1 is allowed; 127.0.0.3 is a forbidden address. */
const capMs = 1000;
/** The client checks for overdue sends every 50 ms; the rest allows for a busy machine. */
const graceMs = 700;
/** Timeout for sends that get a response: the timeout must not be what ends them. */
const longMs = 20_000;
const memoryMax = 48 * 1024 * 1024;

let consumer: Receiver;
let forbidden: Receiver;
const databaseFiles: WebhookSender[] = [];
before(async () => {
  consumer = await startReceiver();
  forbidden = await startReceiver({ host: '127.0.0.3' });
});
after(async () => {
  await Promise.all([consumer.stop(), forbidden.stop()]);
});
afterEach(async () => {
  consumer.behave({ kind: 'answer' });
  for (const sender of databaseFiles.splice(0)) await sender.close();
  assert.equal(forbidden.connections().opened, 0, 'nothing has reached the forbidden address');
});

function openSender(options: { resolve?: ResolveName; proxyUrl?: string; localAddress?: string } = {}): WebhookSender {
  const { resolve, proxyUrl = '', localAddress = '' } = options;
  const guard = createEgressGuard({ allowed: ['127.0.0.1/32'], ...(resolve && { resolve }) });
  const sender = createWebhookSender({ guard, proxyUrl, localAddress });
  databaseFiles.push(sender);
  return sender;
}

const headers = ['content-type', 'application/json'];
const send = (sender: WebhookSender, url: string, timeoutMs = capMs) =>
  sender.send({ url, headers, body: '{"a":1}', timeoutMs });

/** Sends, and checks that the send ends in time. */
async function sendInTime(sender: WebhookSender, url: string, timeoutMs = capMs): Promise<WebhookAnswer> {
  const ownTime = startOwnTime();
  const answer = await send(sender, url, timeoutMs);
  const took = ownTime();
  assert.ok(took < capMs + graceMs, `took ${Math.round(took)} ms`);
  return answer;
}

/** The largest increase of the memory of this process during the work, measured every 20 ms. */
async function memoryDuring(work: () => Promise<void>): Promise<number> {
  const held = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, held() - before);
  }, 20);
  await work();
  clearInterval(timer);
  return most;
}

/** A TCP server that handles each connection with the given function. */
async function rawServer(onSocket: (socket: Socket) => void): Promise<{ port: number; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect (${status}) to a forbidden address is a response like any other and is not followed`, async () => {
    consumer.behave({ kind: 'redirect', to: `${forbidden.url}/x`, status });
    const answer = await sendInTime(openSender(), consumer.url, longMs);
    assert.deepEqual([answer.kind, answer.kind === 'answer' && answer.status], ['answer', status]);
  });
}

test('no connection is opened to a forbidden address in the URL, in any spelling', async () => {
  const sender = openSender();
  const hosts = ['127.0.0.3', '2130706435', '0x7f000003', '0177.0.0.3', '127.3', '127.0.0.3.', '[::ffff:127.0.0.3]'];
  for (const host of [...hosts, '[::ffff:7f00:3]', '[::127.0.0.3]', '[64:ff9b::127.0.0.3]']) {
    const answer = await sendInTime(sender, `http://${host}:${forbidden.port}/`);
    assert.equal(answer.kind, 'none', host);
    assert.match(answer.kind === 'none' ? answer.error : '', /not a public address/, host);
  }
});

test('no connection is opened to a name that leads to a forbidden address, alone or among others', async () => {
  for (const addresses of [['127.0.0.3'], ['127.0.0.1', '127.0.0.3'], ['::ffff:127.0.0.3'], ['::1', '127.0.0.1']]) {
    const sender = openSender({ resolve: async () => addresses });
    const answer = await sendInTime(sender, `http://hooks.test:${forbidden.port}/`);
    assert.equal(answer.kind, 'none', addresses.join());
    assert.match(answer.kind === 'none' ? answer.error : '', /not a public address/);
  }
});

test('if the DNS answer for a name changes, each connection goes to an address that was checked for it, or nowhere', async () => {
  const answers = [['127.0.0.1'], ['127.0.0.3']];
  let asked = 0;
  const sender = openSender({ resolve: async () => answers[asked++ % 2] ?? [] });
  consumer.behave({ kind: 'answer', headers: { connection: 'close' } });
  const url = `http://rebind.test:${consumer.port}/`;
  for (let round = 0; round < 4; round++) {
    const kinds = [(await sendInTime(sender, url, longMs)).kind, (await sendInTime(sender, url, longMs)).kind];
    assert.deepEqual(kinds, ['answer', 'none'], `round ${round}`);
  }
  assert.equal(asked, 8, 'one DNS query for each connection, and no others');
});

test('a name server that never answers does not hold a send beyond its timeout', async () => {
  const sender = openSender({ resolve: () => new Promise(() => {}) });
  const answer = await sendInTime(sender, 'http://slow-dns.test/');
  assert.equal(answer.kind, 'none');
});

for (const status of [200, 500]) {
  test(`of an endless body after ${status}, 64 KiB are read and at most 4 KiB kept, and the connection is closed`, async () => {
    consumer.behave({ kind: 'endless-body', status });
    const sender = openSender();
    const most = await memoryDuring(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => sendInTime(sender, consumer.url, longMs)));
      for (const answer of answers) {
        assert.ok(answer.kind === 'answer' && answer.status === status && answer.isCut, JSON.stringify(answer));
        assert.equal(answer.answer.length, status === 200 ? 0 : 4096);
      }
    });
    assert.ok(most < memoryMax, `${most} bytes`);
    await waitFor(() => consumer.connections().open === 0);
  });
}

test('endless headers, 10,000 headers and a very long header are cut off at 16 KiB', async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => `x-${n}: ${n}`).join('\r\n');
  for (const behaviour of [
    { kind: 'endless-headers' } as const,
    { kind: 'raw', bytes: `HTTP/1.1 200 OK\r\n${many}\r\ncontent-length: 0\r\n\r\n` } as const,
    { kind: 'raw', bytes: `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\ncontent-length: 0\r\n\r\n` } as const,
  ]) {
    consumer.behave(behaviour);
    const sender = openSender();
    const most = await memoryDuring(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => sendInTime(sender, consumer.url)));
      for (const answer of answers) assert.equal(answer.kind, 'none', JSON.stringify(answer));
    });
    assert.ok(most < memoryMax, `${most} bytes`);
  }
});

test('endless trailers use no more time and memory than the limits allow', async () => {
  const server = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n');
    const timer = setInterval(() => socket.write(`x-trailer: ${'y'.repeat(1000)}\r\n`.repeat(100)), 1);
    socket.on('close', () => clearInterval(timer));
  });
  const most = await memoryDuring(async () => {
    await sendInTime(openSender(), `http://127.0.0.1:${server.port}/`);
  });
  assert.ok(most < memoryMax, `${most} bytes`);
  await server.stop();
});

const dripped = `HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-pad: ${'y'.repeat(200)}\r\n\r\nok`;
for (const [name, raw] of [
  ['headers', dripped],
  ['body', undefined],
] as const) {
  test(`a response whose ${name} arrives byte by byte does not exceed the timeout, and its connection is closed`, async () => {
    consumer.behave({ kind: 'drip', everyMs: 50, ...(raw && { raw }) });
    const sender = openSender();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendInTime(sender, consumer.url)));
    for (const answer of answers) {
      assert.equal(answer.kind, 'none');
      assert.match(answer.kind === 'none' ? answer.error : '', /no complete response within 1 s/);
    }
    await waitFor(() => consumer.connections().open === 0);
  });
}

test('a consumer that never responds, or never reads the request, holds a send only until its timeout', async () => {
  consumer.behave({ kind: 'stall' });
  assert.equal((await sendInTime(openSender(), consumer.url)).kind, 'none');
  const deaf = await rawServer((socket) => socket.pause());
  const sender = openSender();
  const ownTime = startOwnTime();
  const answer = await sender.send({
    url: `http://127.0.0.1:${deaf.port}/`,
    headers,
    body: 'x'.repeat(8 * 1024 * 1024),
    timeoutMs: capMs,
  });
  assert.equal(answer.kind, 'none');
  assert.ok(ownTime() < capMs + graceMs);
  await deaf.stop();
});

test('a gzip bomb is not decompressed: only its compressed bytes are kept', async () => {
  const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024));
  assert.ok(bomb.length < 300_000);
  for (const status of [200, 500]) {
    const server = await rawServer((socket) => {
      const head = `HTTP/1.1 ${status} X\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
      socket.end(Buffer.concat([Buffer.from(head), bomb]));
    });
    const sender = openSender();
    const most = await memoryDuring(async () => {
      const answer = await sendInTime(sender, `http://127.0.0.1:${server.port}/`, longMs);
      assert.ok(answer.kind === 'answer' && answer.status === status && answer.isCut);
      assert.ok(answer.answer.length <= 4096);
      assert.doesNotMatch(answer.answer, /\0/);
    });
    assert.ok(most < memoryMax, `${most} bytes`);
    await server.stop();
  }
});

test('garbage or plain HTTP instead of TLS, and garbage instead of HTTP, are failures', async () => {
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256));
  const server = await rawServer((socket) => socket.end(noise));
  assert.equal((await sendInTime(openSender(), `https://127.0.0.1:${server.port}/`)).kind, 'none');
  assert.equal((await sendInTime(openSender(), `http://127.0.0.1:${server.port}/`)).kind, 'none');
  assert.equal((await sendInTime(openSender(), `https://127.0.0.1:${consumer.port}/`)).kind, 'none');
  await server.stop();
  const silent = await rawServer(() => {});
  assert.equal((await sendInTime(openSender(), `https://127.0.0.1:${silent.port}/`)).kind, 'none', 'no handshake');
  await silent.stop();
});

test('a connection that closes early, at any point, is a failure and not a success', async () => {
  const points = [
    '',
    'HTTP/1.1 2',
    'HTTP/1.1 200 OK\r\ncontent-le',
    'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf',
  ];
  points.push('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhalf');
  for (const bytes of points) {
    consumer.behave(bytes === '' ? { kind: 'close' } : { kind: 'raw', bytes });
    assert.equal((await sendInTime(openSender(), consumer.url)).kind, 'none', JSON.stringify(bytes));
  }
});

test('endless interim responses (1xx) use no more time and memory than allowed; one of them is not a success', async () => {
  for (const line of [
    'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 102 P\r\n\r\n',
  ]) {
    const server = await rawServer((socket) => {
      const timer = setInterval(() => socket.write(line.repeat(500)), 1);
      socket.on('close', () => clearInterval(timer));
    });
    const most = await memoryDuring(async () => {
      const answer = await sendInTime(openSender(), `http://127.0.0.1:${server.port}/`);
      assert.equal(answer.kind, 'none', JSON.stringify(answer));
    });
    assert.ok(most < memoryMax, `${most} bytes`);
    await server.stop();
  }
  consumer.behave({
    kind: 'raw',
    bytes: 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  });
  assert.equal((await sendInTime(openSender(), consumer.url)).kind, 'none', 'no other protocol was requested');
});

test('a second response on the same connection is discarded: the next send gets its own response', async () => {
  const two = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 500 Smuggled\r\ncontent-length: 0\r\n\r\n';
  const server = await rawServer((socket) => socket.on('data', () => socket.write(two)));
  const sender = openSender();
  for (let n = 0; n < 5; n++) {
    const answer = await sendInTime(sender, `http://127.0.0.1:${server.port}/`);
    assert.ok(answer.kind === 'none' || answer.status === 200, JSON.stringify(answer));
  }
  await server.stop();
});

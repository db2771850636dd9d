import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createEgressGuard, resolveName } from '../../src/outbound/egress-guard.ts';
import { createWebhookSender, type WebhookSender } from '../../src/outbound/webhook-sender.ts';
import { startOwnTime } from '../own-time.ts';
import { type Answers, type NameServer, startNameServer } from './name-server.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Host names, with a real name server. 127.0.0.1 is allowed; 127.0.0.3 is a forbidden address. */
let answers: Answers = () => [];
let server: NameServer;
let consumer: Receiver;
let forbidden: Receiver;
before(async () => {
  server = await startNameServer((question) => answers(question));
  consumer = await startReceiver({ behaviour: { kind: 'answer', headers: { connection: 'close' } } });
  forbidden = await startReceiver({ host: '127.0.0.3', port: consumer.port });
});
after(async () => {
  await Promise.all([consumer.stop(), forbidden.stop(), server.stop()]);
});
const databaseFiles: WebhookSender[] = [];
afterEach(async () => {
  for (const sender of databaseFiles.splice(0)) await sender.close();
  server.questions.length = 0;
  assert.equal(forbidden.connections().opened, 0, 'nothing has reached the forbidden address');
});

const resolve = (name: string) => resolveName(name, [server.address]);

function send(sender: WebhookSender) {
  const url = `http://hooks.client.test:${consumer.port}/`;
  return sender.send({ url, headers: ['content-type', 'application/json'], body: '{}', timeoutMs: 20_000 });
}

function openSender(): WebhookSender {
  const guard = createEgressGuard({ allowed: ['127.0.0.1/32'], resolve });
  const sender = createWebhookSender({ guard, proxyUrl: '', localAddress: '' });
  databaseFiles.push(sender);
  return sender;
}

test('a name server that answers with the forbidden address every second time never gets a connection to it', async () => {
  let round = 0;
  answers = ({ type }) => (type === 'A' ? [round % 2 === 0 ? '127.0.0.1' : '127.0.0.3'] : []);
  const sender = openSender();
  for (round = 0; round < 6; round++) {
    const answer = await send(sender);
    assert.equal(answer.kind, round % 2 === 0 ? 'answer' : 'none', JSON.stringify(answer));
  }
  assert.equal(consumer.requests.length, 3);
  assert.equal(server.questions.filter(({ type }) => type === 'A').length, 6, 'once for each connection');
});

test('a name with a forbidden address among several, or in the other address family, is rejected', async () => {
  for (const [ipv4, ipv6] of [
    [['127.0.0.1', '127.0.0.3'], []],
    [['127.0.0.1'], ['::1']],
    [['127.0.0.1'], ['::ffff:127.0.0.3']],
    [[], ['fd00::1']],
  ] as const) {
    answers = ({ type }) => [...(type === 'A' ? ipv4 : ipv6)];
    const answer = await send(openSender());
    assert.equal(answer.kind, 'none');
    assert.match(answer.kind === 'none' ? answer.error : '', /not a public address/, `${ipv4} ${ipv6}`);
  }
});

test('a missing DNS answer for one address family costs half a second, and a name without addresses fails at once', async () => {
  answers = ({ type }) => (type === 'A' ? ['127.0.0.1'] : undefined);
  let ownTime = startOwnTime();
  assert.equal((await send(openSender())).kind, 'answer');
  const openMs = ownTime();
  assert.ok(openMs < 1500, `${openMs} ms`);
  answers = () => [];
  ownTime = startOwnTime();
  assert.equal((await send(openSender())).kind, 'none');
  assert.ok(ownTime() < 1000);
});

test('addresses of both families are found, with and without a dot at the end of the name', async () => {
  answers = ({ type }) => (type === 'A' ? ['8.8.8.8', '8.8.4.4'] : ['2606:4700::1111']);
  for (const name of ['both.client.test', 'both.client.test.']) {
    assert.deepEqual(await resolve(name), ['8.8.8.8', '8.8.4.4', '2606:4700::1111']);
  }
});

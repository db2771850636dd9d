import assert from 'node:assert/strict';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, test } from 'node:test';
import { createClient, Forbidden, type LiveEvent, Unauthorized } from '../../sdk/src/daybook.ts';
import { useApp } from '../harness.ts';
import { makePerson, ownOrigin } from '../people/people.ts';

/** Live events, with an API key and with the session of a page of the service itself. */
const app = useApp();

/** A proxy that forwards everything, and can cut all connections. */
const sockets = new Set<Socket>();
const between = createServer((incoming, outgoing) => {
  const { port } = new URL(app.url);
  const { method, url, headers } = incoming;
  const passed = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.on('error', () => outgoing.destroy()).pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
});
between.on('connection', (socket) => {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
});
await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
const betweenUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
after(() => {
  between.closeAllConnections();
  between.close();
});

async function next(events: AsyncGenerator<LiveEvent>, wanted: LiveEvent['event']): Promise<LiveEvent> {
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error(`The stream ended before ${wanted}.`);
    if (value.event === wanted) return value;
  }
}

test('watch yields live events; after a lost connection it reconnects and hello is sent again', async () => {
  const account = await app.account();
  const daybook = createClient({ baseUrl: betweenUrl, apiKey: account.key, firstWaitMs: 20 });
  const events = daybook.watch();
  assert.deepEqual(await next(events, 'hello'), { event: 'hello', data: {} });
  await daybook.createCompany({ body: { name: 'a' } });
  await next(events, 'company');
  for (const socket of sockets) socket.destroy();
  await next(events, 'hello');
  const made = await daybook.createConsumer({ body: { name: 'hook', url: 'http://127.0.0.1:9/' } });
  const heard = await next(events, 'consumer');
  assert.deepEqual(heard.data, { consumerId: made.consumerId });
  await events.return(undefined);
});

test('watch stops when its signal aborts, even while nothing happens', async () => {
  const account = await app.account();
  const stop = new AbortController();
  const daybook = createClient({ baseUrl: app.url, apiKey: account.key });
  const heard: string[] = [];
  const watching = (async () => {
    for await (const { event } of daybook.watch({ signal: stop.signal })) {
      heard.push(event);
      setTimeout(() => stop.abort(), 50);
    }
  })();
  await watching;
  assert.deepEqual(heard, ['hello']);
});

test('a client that may not watch gets the error, and does not retry', async () => {
  const account = await app.account();
  const { secret, apiKeyId } = await app.key(account.accountId);
  await account.send(`DELETE /apiKeys/${apiKeyId}`);
  const refused = createClient({ baseUrl: app.url, apiKey: secret }).watch();
  await assert.rejects(refused.next(), Forbidden);
  await assert.rejects(createClient({ baseUrl: app.url, apiKey: 'nonsense' }).watch().next(), Unauthorized);
});

test('with session: true the cookie identifies the person: no Authorization header is sent, changes work', async () => {
  const account = await app.account();
  const browser = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const sent: RequestInit[] = [];
  // Adds what a browser adds by itself.
  const asBrowser: typeof fetch = (input, init = {}) => {
    sent.push(init);
    return fetch(input, { ...init, headers: { ...(init.headers as object), cookie: browser.cookie, ...ownOrigin } });
  };
  const daybook = createClient({ baseUrl: app.url, session: true, fetch: asBrowser });
  const session = await daybook.getSession();
  assert.equal(session.account?.accountId, account.accountId);
  const { companyId } = await daybook.createCompany({ body: { name: 'by a person' } });
  assert.equal((await daybook.getCompany({ companyId })).name, 'by a person');
  const consumer = await daybook.createConsumer({ body: { name: 'hook', url: 'http://127.0.0.1:9/' } });
  const { hasAuthorization } = await daybook.setConsumerAuthorization({
    consumerId: consumer.consumerId,
    body: { value: 'Bearer x' },
  });
  assert.equal(hasAuthorization, true);
  const events = daybook.watch();
  await next(events, 'hello');
  await events.return(undefined);
  for (const { credentials, headers } of sent) {
    assert.equal(credentials, 'same-origin');
    assert.ok(!('authorization' in (headers as object)));
  }
  const byKey = createClient({
    baseUrl: app.url,
    apiKey: account.key,
    fetch: (input, init) => {
      assert.equal(init?.credentials, 'omit');
      return fetch(input, init);
    },
  });
  await assert.rejects(byKey.removeConsumerAuthorization({ consumerId: consumer.consumerId }), Forbidden);
});

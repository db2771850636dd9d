import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { type EventStream, openEventStream, type StreamEvent } from '../data/event-stream.ts';
import { startOn, useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { linkCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import { useReceivers } from '../webhooks/receiver.ts';

/** The live stream of what happens in an account. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
const startReceiver = useReceivers();
after(() => sandbox.stop());

const watch = (key: string, url = app.url) => openEventStream(`${url}/live`, { key });

/** Reads events up to and including the first match. */
async function until(stream: EventStream, fits: (event: StreamEvent) => boolean, timeoutMs = 30_000) {
  const seen: StreamEvent[] = [];
  for (;;) {
    const event = await stream.next(timeoutMs);
    seen.push(event);
    if (fits(event)) return seen;
  }
}
const ofKind = (events: StreamEvent[], kind: string) =>
  events.filter(({ event }) => event === kind).map(({ data }) => JSON.parse(data));

test('a stream begins with hello and reports a sync from its request to its end, with its progress', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'live-2500');
  await control.fault({ match: { company: 'live-2500' }, fault: { kind: 'slow', ms: 2500 } });
  const stream = await watch(account.key);
  assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal((await stream.next()).event, 'hello');
  const { syncId } = await company.request('invoices');
  const events = await until(stream, ({ event, data }) => event === 'sync' && JSON.parse(data).status === 'Complete');
  const told = ofKind(events, 'sync');
  assert.ok(told.every((sync) => sync.syncId === syncId));
  const pages = told.map((sync) => sync.progress.pages);
  assert.ok(new Set(pages).size >= 3, `progress was seen in between: ${pages}`);
  assert.deepEqual(
    pages,
    pages.toSorted((a, b) => a - b),
  );
  assert.deepEqual(told.at(-1), await company.read(syncId));
  await control.clearFaults();
  stream.close();
});

test('the work of a worker in another process is reported within about a second', async () => {
  const api = await startOn(app.databaseUrl, { config: { sandboxUrl: sandbox.url, role: 'api' } });
  try {
    const account = await app.account();
    const company = await linkCompany(account, 'live-101');
    const stream = await watch(account.key, api.app.url);
    assert.equal((await stream.next()).event, 'hello');
    const { syncId } = await company.request('customers');
    const done = await company.settled(syncId);
    const events = await until(stream, ({ event, data }) => event === 'sync' && JSON.parse(data).status === 'Complete');
    const lateMs = Date.now() - Date.parse(done.completed);
    assert.ok(lateMs < 3000, `${lateMs} ms after its end`);
    assert.equal(ofKind(events, 'sync').at(-1).syncId, syncId);
    // The list of companies changes, too: it shows `lastSync`.
    if (ofKind(events, 'company').length === 0) await until(stream, ({ event }) => event === 'company');
    stream.close();
    await stream.ended;
  } finally {
    await api.stop();
  }
});

test('a new message is reported with its status, and again when its status changes', async () => {
  const receiver = await startReceiver();
  const account = await app.account();
  const made = await account.send('POST /webhooks/consumers', { body: { name: 'hook', url: receiver.url } });
  const stream = await watch(account.key);
  await stream.next();
  const { messageId } = (await account.send(`POST /webhooks/consumers/${made.body.consumerId}/test`)).body;
  const isDone = ({ event, data }: StreamEvent) => event === 'message' && JSON.parse(data).status === 'delivered';
  const told = ofKind(await until(stream, isDone), 'message');
  assert.equal(told.at(-1).messageId, messageId);
  assert.equal(told.at(-1).isTest, true);
  stream.close();
});

test('a consumer that is created, changed or deleted is reported by its id; so are companies and connections', async () => {
  const account = await app.account();
  const stream = await watch(account.key);
  await stream.next();
  const made = await account.send('POST /webhooks/consumers', { body: { name: 'hook', url: 'http://127.0.0.1:9/' } });
  const { consumerId } = made.body;
  const isConsumer = ({ event }: StreamEvent) => event === 'consumer';
  assert.deepEqual(ofKind(await until(stream, isConsumer), 'consumer'), [{ consumerId }]);
  await account.send(`PATCH /webhooks/consumers/${consumerId}`, { body: { name: 'other' } });
  assert.deepEqual(ofKind(await until(stream, isConsumer), 'consumer'), [{ consumerId }]);
  await account.send(`DELETE /webhooks/consumers/${consumerId}`);
  assert.deepEqual(ofKind(await until(stream, isConsumer), 'consumer'), [{ consumerId }]);
  await account.send('POST /companies', { body: { name: 'a' } });
  await until(stream, ({ event }) => event === 'company');
  const company = await linkCompany(account, 'live-102');
  const events = await until(stream, ({ event }) => event === 'connection');
  assert.deepEqual(ofKind(events, 'connection').at(-1), {
    connectionId: company.connectionId,
    companyId: company.companyId,
  });
  stream.close();
});

test('events of another account are not sent, and a key without the scope webhooks gets no messages', async () => {
  const [mine, theirs] = [await app.account(), await app.account()];
  const { secret } = await app.key(mine.accountId, { scopes: ['read', 'manage'] });
  const stream = await watch(secret);
  await stream.next();
  await theirs.send('POST /companies', { body: { name: 'theirs' } });
  await mine.send('POST /companies', { body: { name: 'mine' } });
  const events = await until(stream, ({ event }) => event === 'company');
  await assert.rejects(stream.next(1500), /No event/);
  assert.deepEqual([...new Set(events.map(({ event }) => event))], ['company']);
  stream.close();
});

test('a signed-in person gets events until the session ends', async () => {
  const account = await app.account();
  const browser = await (await makePerson(app, { accountId: account.accountId, role: 'viewer' })).signIn();
  const response = await fetch(`${app.url}/live`, { headers: { cookie: browser.cookie } });
  assert.equal(response.status, 200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const first = new TextDecoder().decode((await reader.read()).value);
  assert.match(first, /^retry: 2000\n\nevent: hello\n/);
  assert.equal((await browser.send('DELETE /session')).status, 204);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await account.send('POST /companies', { body: { name: 'a' } });
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    rest += new TextDecoder().decode(part.value);
  assert.doesNotMatch(rest, /event: company/);
});

test('a deleted key gets no more events: the stream ends before the next one', async () => {
  const account = await app.account();
  const { secret, apiKeyId } = await app.key(account.accountId);
  const stream = await watch(secret);
  await stream.next();
  await account.send(`DELETE /apiKeys/${apiKeyId}`);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await account.send('POST /companies', { body: { name: 'a' } });
  await stream.ended;
  await assert.rejects(stream.next(10), /No event/);
});

test('PostgreSQL is queried twice a second however many clients listen, and not at all without listeners', async () => {
  const api = await startOn(app.databaseUrl, { config: { sandboxUrl: sandbox.url, role: 'api' } });
  try {
    let asked = 0;
    api.app.ctx.db.pool.on('acquire', () => asked++);
    const askedIn = async (ms: number) => {
      asked = 0;
      await new Promise((resolve) => setTimeout(resolve, ms));
      return asked;
    };
    const quiet = await askedIn(2000);
    const accounts = await Promise.all(Array.from({ length: 5 }, () => app.account()));
    const streams = await Promise.all(
      accounts.flatMap(({ key }) => Array.from({ length: 4 }, () => watch(key, api.app.url))),
    );
    for (const stream of streams) await stream.next();
    // The requests themselves also cause writes (key use, quota), which end within seconds.
    const looksMax = 6;
    await waitFor(async () => (await askedIn(2000)) <= quiet + looksMax, 60_000);
    // The live stream still queries.
    await waitFor(async () => (await askedIn(2000)) >= quiet + 2);
    for (const stream of streams) stream.close();
    await waitFor(async () => (await askedIn(1000)) <= Math.ceil(quiet / 2) + 1);
  } finally {
    await api.stop();
  }
});

test('a process that stops closes its streams and does not wait for them', async () => {
  const other = await startOn(app.databaseUrl, { config: { sandboxUrl: sandbox.url, role: 'api' } });
  const account = await app.account();
  const stream = await watch(account.key, other.app.url);
  await stream.next();
  const started = performance.now();
  await other.stop();
  await stream.ended;
  assert.ok(performance.now() - started < 5000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOn, type TestAccount, useApp } from '../harness.ts';
import { openServer } from '../server-process.ts';
import { waitFor } from '../wait-for.ts';
import { openEventStream } from './event-stream.ts';
import { publish, seedDataSet } from './seed-publication.ts';

const app = useApp({ config: { requestsAtOncePerCompany: 2, waitingReadersPerAccount: 5, databasePoolSize: 3 } });

async function prepared(account: TestAccount) {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  return seedDataSet(app.ctx.db, { accountId: account.accountId, companyId });
}

const idsOf = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? Infinity;

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await work, performance.now() - started];
}

test('a long poll in another process responds within 200 ms of a publication', async () => {
  const account = await app.account();
  const set = await prepared(account);
  const server = await openServer({ databaseUrl: app.databaseUrl });
  try {
    // The other process waits, and this one publishes.
    for (const path of ['/changes', `/companies/${set.companyId}/changes`]) {
      let after = (await account.send(`GET ${path}?after=latest`)).body.next;
      const rounds: number[][] = [];
      // Other load on the machine can spoil a round, so one good round of four is enough.
      while (!rounds.some((delays) => median(delays) < 200)) {
        const delays: number[] = [];
        for (let i = 0; i < 5; i++) {
          const waiting = server.send(`GET ${path}?after=${after}&wait=20`, { key: account.key });
          await pause(130 + i * 20);
          const id = `${path} ${rounds.length} ${i}`;
          await publish(app.ctx.db, set, [{ id }]);
          const [answer, ms] = await timed(waiting);
          assert.deepEqual(idsOf(answer.body), [id]);
          after = answer.body.next;
          delays.push(ms);
        }
        rounds.push(delays.map(Math.round));
        assert.ok(rounds.length < 4 || median(delays) < 200, `no median of ${JSON.stringify(rounds)} ms is below 200`);
      }
    }
  } finally {
    await server.stop();
  }
});

test('a long poll without changes ends on time with a bookmark; existing changes are returned at once', async () => {
  const account = await app.account();
  const set = await prepared(account);
  const [empty, ms] = await timed(account.send('GET /changes?wait=1'));
  assert.deepEqual([empty.body.results, empty.body.next, empty.body.hasMore], [[], '0', false]);
  assert.ok(ms >= 950 && ms < 10_000, `${ms} ms`);
  await publish(app.ctx.db, set, [{ id: '1' }]);
  const [full, soon] = await timed(account.send(`GET /changes?wait=20&after=${empty.body.next}`));
  assert.deepEqual(idsOf(full.body), ['1']);
  assert.ok(soon < 10_000, `${soon} ms`);
});

test('a request that waits for one company or data type keeps waiting while another is published', async () => {
  const account = await app.account();
  const [mine, other] = [await prepared(account), await prepared(account)];
  const waiting = [
    account.send(`GET /companies/${mine.companyId}/changes?wait=20`),
    account.send(`GET /changes?wait=20&dataType=${mine.dataType}&after=latest`),
  ];
  await pause(300);
  const bills = await seedDataSet(app.ctx.db, { ...other, dataType: 'bills' });
  await publish(app.ctx.db, bills, [{ id: 'not wanted' }]);
  await pause(300);
  await publish(app.ctx.db, mine, [{ id: 'wanted' }]);
  for (const answer of await Promise.all(waiting)) assert.deepEqual(idsOf(answer.body), ['wanted']);
});

test('waiting requests hold neither a slot of the company nor a database connection, and are limited per account', async () => {
  const account = await app.account();
  const { companyId, ...set } = await prepared(account);
  // 2 slots, 3 connections, 5 readers.
  const streams = [];
  for (let i = 0; i < 2; i++)
    streams.push(await openEventStream(`${app.url}/companies/${companyId}/changes`, { key: account.key }));
  const polls = Array.from({ length: 3 }, () => account.send(`GET /companies/${companyId}/changes?wait=20`));
  await pause(300);
  const refused = await account.send(`GET /companies/${companyId}/changes?wait=20`);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '10']);
  const stream = await openEventStream(`${app.url}/changes`, { key: account.key });
  assert.equal(stream.status, 429);
  assert.equal((await (await app.account()).send('GET /changes?wait=1')).status, 200, 'another account may wait');
  assert.equal((await account.send(`GET /companies/${companyId}/changes`)).status, 200, 'without wait it is allowed');
  await publish(app.ctx.db, { companyId, ...set }, [{ id: '1' }]);
  for (const answer of await Promise.all(polls)) assert.deepEqual(idsOf(answer.body), ['1']);
  for (const one of streams) assert.equal(JSON.parse((await one.next()).data).id, '1');
  for (const one of streams) one.close();
  // Disconnected readers no longer count.
  await waitFor(async () => {
    const all = Array.from({ length: 5 }, () => account.send('GET /changes?after=latest&wait=1'));
    return (await Promise.all(all)).every((answer) => answer.status === 200);
  });
});

test('server-sent events carry the changes, and Last-Event-ID continues after the last one', async () => {
  const account = await app.account();
  const set = await prepared(account);
  // More than one page of the stream.
  await publish(
    app.ctx.db,
    set,
    Array.from({ length: 250 }, (_, i) => ({ id: String(i).padStart(3, '0') })),
  );
  const first = await openEventStream(`${app.url}/changes`, { key: account.key });
  assert.match(first.headers.get('content-type') ?? '', /^text\/event-stream/);
  const seen: string[] = [];
  const listed = (await account.send('GET /changes?limit=5000')).body.results;
  for (let i = 0; i < 120; i++) {
    const event = await first.next();
    assert.deepEqual([event.event, event.id], ['change', listed[i].cursor]);
    assert.deepEqual(JSON.parse(event.data), listed[i]);
    seen.push(JSON.parse(event.data).id);
  }
  const lastEventId = listed[119].cursor;
  first.close();
  await publish(app.ctx.db, set, [{ id: '250', source: '{\n"a":\r\n1}' }]);
  // The parameter is from the client's first request; the header says how far it has read since.
  const second = await openEventStream(`${app.url}/changes?after=latest&include=sourceData`, {
    key: account.key,
    lastEventId,
  });
  while (seen.length < 251) seen.push(JSON.parse((await second.next()).data).id);
  assert.deepEqual(
    seen,
    Array.from({ length: 251 }, (_, i) => String(i).padStart(3, '0')),
  );
  const published = performance.now();
  await publish(app.ctx.db, set, [{ id: 'live' }]);
  assert.equal(JSON.parse((await second.next()).data).id, 'live');
  assert.ok(performance.now() - published < 5000, 'long before the next heartbeat');
  second.close();
});

test('a stream without events sends a heartbeat after 15 s, with a bookmark after the changes that were filtered out', async () => {
  const account = await app.account();
  const set = await prepared(account);
  const stream = await openEventStream(`${app.url}/changes?dataType=bills`, { key: account.key });
  await publish(app.ctx.db, set, [{ id: '1' }]);
  await waitFor(() => stream.comments.length > 0, 60_000);
  assert.equal(stream.lastId(), (await account.send('GET /changes?after=latest')).body.next);
  stream.close();
});

test('a stream and a long poll end when their key is deleted, before any further change is sent', {
  timeout: 30_000,
}, async () => {
  const account = await app.account();
  const set = await prepared(account);
  const spare = await app.key(account.accountId);
  const stream = await openEventStream(`${app.url}/changes`, { key: spare.secret });
  const poll = app.send('GET /changes?wait=20', { key: spare.secret });
  await pause(100);
  await account.send(`DELETE /apiKeys/${spare.apiKeyId}`);
  await pause(1100);
  await publish(app.ctx.db, set, [{ id: 'secret' }]);
  await stream.ended;
  await assert.rejects(stream.next(0), /No event/);
  assert.equal((await poll).status, 403);
});

test('a stream of a company ends when the company is deleted', { timeout: 30_000 }, async () => {
  const account = await app.account();
  const set = await prepared(account);
  const stream = await openEventStream(`${app.url}/companies/${set.companyId}/changes`, { key: account.key });
  await app.ctx.db.system
    .updateTable('company')
    .set({ deleted_at: new Date() })
    .where('company_id', '=', set.companyId)
    .execute();
  await pause(1100);
  await publish(app.ctx.db, set, [{ id: 'secret' }]);
  await stream.ended;
  await assert.rejects(stream.next(0), /No event/);
});

test('a rejected stream request gets an ordinary error response, and HEAD opens no stream', async () => {
  const account = await app.account();
  const headers = { accept: 'text/event-stream' };
  const answer = await account.send('GET /changes?after=x', { headers });
  assert.deepEqual([answer.status, answer.body.code], [400, 'cursorInvalid']);
  for (let i = 0; i < 6; i++)
    assert.equal((await account.send('HEAD /changes', { headers, unchecked: true })).status, 200);
});

test('while nothing is published, the waiting requests of many accounts together cost ten statements a second', async (t) => {
  const { app: own, stop } = await startOn(app.databaseUrl, { config: { role: 'api' } });
  t.after(stop);
  const accounts = await Promise.all(Array.from({ length: 30 }, () => app.account()));
  const waits = accounts.map(({ key }) => own.send('GET /changes?wait=8', { key }));
  let statements = 0;
  own.ctx.db.pool.on('acquire', () => statements++);
  const perSecond: number[] = [];
  for (let second = 0; second < 7; second++) {
    statements = 0;
    await pause(1000);
    perSecond.push(statements);
  }
  // Ten, plus a few of the process itself; with one poll for each reader it would be 300. The first second includes the
  // start of the requests.
  const usual = median(perSecond.slice(1, -1));
  assert.ok(usual >= 1 && usual <= 60, `statements in each second: ${perSecond}`);
  for (const answer of await Promise.all(waits)) assert.equal(answer.status, 200);
});

test('a stopping process ends its streams and long polls at once', { timeout: 30_000 }, async (t) => {
  const { app: own, stop } = await startOn(app.databaseUrl);
  t.after(() => own.ctx.changeWakeups.stop());
  const account = await app.account();
  const stream = await openEventStream(`${own.url}/changes`, { key: account.key });
  const poll = own.send('GET /changes?wait=50', { key: account.key });
  await pause(300);
  const [, ms] = await timed(stop());
  assert.ok(ms < 5000, `stopped within ${ms} ms`);
  await stream.ended;
  assert.deepEqual([(await poll).status, (await poll).body.results], [200, []]);
});

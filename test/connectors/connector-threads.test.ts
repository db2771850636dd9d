import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Connector, ProviderHttp } from '@daybook/connector-kit';
import { NotSent, RateLimited, Unavailable } from '@daybook/connector-kit';
import { createConnectorThreads } from '../../src/connectors/connector-threads.ts';
import { type ReadPage, RecordRefused } from '../../src/connectors/record-row.ts';
import { requireReadable } from '../../src/connectors/require-readable.ts';
import { ThreadLost } from '../../src/connectors/thread-lost.ts';
import { createRegistry } from './misbehaving-registry.ts';

/** A single thread, so that every session shares it with the session that kills it. */
const options = {
  module: new URL('./misbehaving-registry.ts', import.meta.url),
  options: {},
  threadsMax: 1,
  memoryMb: 64,
  busyMs: 3000,
};
const threads = createConnectorThreads(options);
after(() => threads.close());
const registry = threads.guard(await createRegistry());
const find = (key: string): Connector => registry.find(key) ?? assert.fail();
const answering = (body: () => Promise<string>): ProviderHttp => ({
  nowMs: () => 1000,
  request: async () => ({ status: 200, headers: {}, body: await body() }),
});
const http = answering(async () => '"fine"');
const credentials = {};
const send = (over: ProviderHttp, waitMs: number, of = registry) => {
  const wish = { operation: 'create' as const, record: { waitMs }, reference: 'r' };
  const prepared = { method: 'POST' as const, url: 'push' };
  return of.find('pushes')?.push?.info?.send({ http: over, credentials, wish, prepared }) ?? assert.fail();
};

/** Rejects if a thread that must be ended is still running. */
async function within20Seconds<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the thread was not ended within 20 s')), 20_000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

test('A-18: a connector that loops or grows endlessly fails alone; a concurrent pass is resumed', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  let asked = 0;
  const slow = answering(async () => {
    if (++asked === 2) await gate;
    return '"fine"';
  });
  const ids: string[] = [];
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const pass = (async () => {
    const pull = find('good').pull.info ?? assert.fail();
    for await (const page of pull({ http: slow, credentials }) as AsyncIterable<ReadPage>) {
      ids.push(...page.records.map(({ id }) => id));
      const [row] = (await page.rows?.(page.records, { modified: '2026-01-01T00:00:00Z', isProven: true })) ?? [];
      assert.match(row?.payload ?? '', /fine/);
      begin();
    }
  })();
  await begun;
  await assert.rejects(within20Seconds(find('loops').check({ http, credentials })), (error: Error) => {
    assert.match(error.message, /took longer than 3 s/);
    assert.ok(error instanceof Unavailable);
    return true;
  });
  go();
  await pass;
  assert.deepEqual(ids, ['1', '2', '3'], 'each page once');
  await assert.rejects(
    within20Seconds(find('grows').check({ http, credentials })),
    /needs more than 64 MB|took longer/,
  );
  assert.deepEqual(await find('good').check({ http, credentials }), { companyName: 'good' });
});

test('A-18: a thread whose connectors never finish loading is ended, and its call fails', async () => {
  const module = new URL('data:text/javascript,await new Promise(() => setInterval(() => {}, 1000))');
  const hanging = createConnectorThreads({ module, options: {}, threadsMax: 1, loadMs: 1000 });
  const guarded = hanging.guard(await createRegistry());
  const call = guarded.all[0]?.check({ http, credentials }) ?? assert.fail();
  await assert.rejects(within20Seconds(call), /took longer than 1 s to load/);
  await hanging.close();
});

test('A-18: errors keep their class across threads, and errors of the main thread their identity', async () => {
  const limited = answering(async () => {
    throw new RateLimited('slower', 5000);
  });
  await assert.rejects(find('good').check({ http: limited, credentials }), (error) => {
    assert.ok(error instanceof RateLimited && error.retryAtMs === 5000);
    return true;
  });
  const ours = new TypeError('a bug in Daybook');
  const broken = answering(async () => {
    throw ours;
  });
  await assert.rejects(find('good').check({ http: broken, credentials }), (error) => error === ours);
});

test('A-18: a response that nests too deeply or has too many values is rejected before it is parsed', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  requireReadable(nested(200));
  requireReadable(JSON.stringify({ text: nested(1000), quote: '\\"[[[', next: ['"'] }));
  assert.throws(() => requireReadable(nested(100_000)), Unavailable);
  assert.throws(() => requireReadable(`[${'{},'.repeat(1_500_000)}0]`), Unavailable);
});

test('A-18: a row of more than 4 MiB is rejected in the thread; a push with such a record still succeeds', async () => {
  const pull = find('repeats').pull.info ?? assert.fail();
  const firstRow = async (bytes: number) => {
    const pages: AsyncIterable<ReadPage> = pull({ http: answering(async () => `${bytes}`), credentials });
    for await (const page of pages)
      return await page.rows?.(page.records, { modified: '2026-01-01T00:00:00Z', isProven: true });
  };
  assert.equal((await firstRow(1000))?.length, 1);
  await assert.rejects(firstRow(5_000_000), (error) => error instanceof RecordRefused && /4 MiB/.test(error.message));
  const answer = await send(
    answering(async () => '5000000'),
    0,
  );
  assert.equal(answer.kind, 'done');
  assert.throws(() => answer.kind === 'done' && answer.record.record?.(), /4 MiB/);
});

test('A-18: a push that had sent no request when its thread died is sent once by another thread', async () => {
  let asked = 0;
  const counting = answering(async () => `${++asked}`);
  const waiting = send(counting, 5000);
  await assert.rejects(within20Seconds(find('loops').check({ http, credentials })), /took longer/);
  assert.equal((await waiting).kind, 'done');
  assert.equal(asked, 1);
});

test('A-18: closing ends pending calls: a push that sent a request is uncertain, any other is NotSent', async () => {
  const own = createConnectorThreads(options);
  const closing = own.guard(await createRegistry());
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const never = answering(() => {
    isAsked();
    return new Promise<string>(() => {});
  });
  const sent = send(never, 0, closing);
  const unsent = send(never, 60_000, closing);
  const checked =
    closing.find('good')?.check({ http: answering(() => new Promise<string>(() => {})), credentials }) ?? assert.fail();
  const outcomes = Promise.allSettled([sent, unsent, checked]);
  await asked;
  await own.close();
  const [first, second, third] = (await outcomes).map((one) => one.status === 'rejected' && one.reason);
  assert.ok(first instanceof ThreadLost, String(first));
  assert.ok(second instanceof NotSent, String(second));
  assert.ok(third instanceof Unavailable, String(third));
  await assert.rejects(send(http, 0, closing), NotSent);
});

test('stored sources are mapped in a thread, and the rows are those that the connector itself gives', async () => {
  const batch = {
    sources: [
      { id: 'a', source: '"fine"', hash: '00', pushId: null },
      { id: 'b', source: '"fine"', hash: '', pushId: 'p' },
    ],
    mapping: '2',
    modified: '2026-11-18T00:00:00.000Z',
    isProven: true,
  };
  const own = await (await createRegistry()).mapSources('good', 'info', batch);
  assert.equal(own.rows.length, 2);
  assert.deepEqual(await registry.mapSources('good', 'info', batch), own);
  await assert.rejects(within20Seconds(registry.mapSources('loops', 'info', batch)), NotSent);
});

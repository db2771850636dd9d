import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Connector } from '../../src/connectors/connector.ts';
import { createConnectorThreads } from '../../src/connectors/connector-threads.ts';
import { RateLimited, Unavailable } from '../../src/connectors/provider-errors.ts';
import type { ProviderHttp } from '../../src/connectors/provider-http.ts';
import { requireReadable } from '../../src/connectors/require-readable.ts';
import { createRegistry } from './misbehaving-registry.ts';

/** One thread for all, so that each shares it with the one that kills it. */
const threads = createConnectorThreads({
  module: new URL('./misbehaving-registry.ts', import.meta.url),
  options: {},
  threadsMax: 1,
  memoryMb: 64,
  busyMs: 3000,
});
after(() => threads.close());
const registry = threads.guard(createRegistry());
const find = (key: string): Connector => registry.find(key) ?? assert.fail();
const answering = (body: () => Promise<string>): ProviderHttp => ({
  nowMs: () => 1000,
  request: async () => ({ status: 200, headers: {}, body: await body() }),
});
const http = answering(async () => '"fine"');
const credentials = {};

test('A-18: what loops or grows without end is ended alone; a pass beside it goes on where its last page ended', async () => {
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
    for await (const page of pull({ http: slow, credentials })) {
      ids.push(...page.records.map(({ id }) => id));
      const [row] = (await page.rows?.(page.records, '2026-01-01T00:00:00Z')) ?? [];
      assert.match(row?.payload ?? '', /fine/);
      begin();
    }
  })();
  await begun;
  await assert.rejects(find('loops').check({ http, credentials }), (error) => {
    assert.ok(error instanceof Unavailable);
    assert.match(error.message, /took longer than 3 s/);
    return true;
  });
  go();
  await pass;
  assert.deepEqual(ids, ['1', '2', '3'], 'each page once');
  await assert.rejects(find('grows').check({ http, credentials }), /needs more than 64 MB|took longer/);
  assert.deepEqual(await find('good').check({ http, credentials }), { companyName: 'good' });
});

test('A-18: errors keep their class on the way through a thread, and one of ours stays what it was', async () => {
  const limited = answering(async () => {
    throw new RateLimited('slower', 5000);
  });
  await assert.rejects(find('good').check({ http: limited, credentials }), (error) => {
    assert.ok(error instanceof RateLimited && error.retryAtMs === 5000);
    return true;
  });
  const ours = new TypeError('a fault of ours');
  const broken = answering(async () => {
    throw ours;
  });
  await assert.rejects(find('good').check({ http: broken, credentials }), (error) => error === ours);
});

test('A-18: an answer that nests too deep or has too many values is refused before it is parsed', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  requireReadable(nested(200));
  requireReadable(JSON.stringify({ text: nested(1000), quote: '\\"[[[', next: ['"'] }));
  assert.throws(() => requireReadable(nested(100_000)), Unavailable);
  assert.throws(() => requireReadable(`[${'{},'.repeat(1_500_000)}0]`), Unavailable);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { systemClock } from '../../src/base/clock.ts';
import { createLog } from '../../src/base/log.ts';
import { statementSummary } from '../../src/db/statement-span.ts';
import { createExportQueue, type SpanExporter } from '../../src/tracing/export-queue.ts';
import type { RecordedSpan } from '../../src/tracing/recorded-span.ts';
import { isSampled, readTraceparent, startTracing } from '../../src/tracing/start-tracing.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

test('a traceparent header is read as the W3C recommendation says, and an invalid one is ignored', () => {
  const valid = [`00-${trace}-${span}-01`, `00-${trace}-${span}-00`, `01-${trace}-${span}-01-more`];
  for (const text of valid) assert.equal(readTraceparent(text)?.traceId, trace, text);
  const invalid = [
    '',
    'x',
    `00-${trace}-${span}`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
  ];
  for (const text of invalid) assert.equal(readTraceparent(text), undefined, text);
});

test('the share of traces decides by an id', () => {
  // Spread evenly over all values of the last 56 bits.
  const ids = Array.from({ length: 1000 }, (_, i) => {
    const random = (BigInt(2 * i + 1) * 2n ** 55n) / 1000n;
    return trace.slice(0, 18) + random.toString(16).padStart(14, '0');
  });
  for (const share of [0, 0.1, 0.5, 1])
    assert.equal(ids.filter((id) => isSampled(id, share)).length, share * 1000, String(share));
});

test('a traceparent header does not decide whether a request is recorded, and its trace id is kept', async () => {
  const ctx = { clock: systemClock, log: createLog({ level: 'silent' }) };
  const tracing = startTracing(ctx, { url: 'http://127.0.0.1:9', share: 0.5, resource: {} });
  const ids = Array.from({ length: 200 }, () => randomUUID());
  const recorded = (traceparent: string | undefined) =>
    ids.map((correlationId) => tracing.request({ name: 'GET /x', correlationId, traceparent }));
  const plain = recorded(undefined).map((one) => one !== undefined);
  assert.ok(plain.includes(true) && plain.includes(false));
  for (const random of ['00000000000001', 'ffffffffffffff'])
    for (const flags of ['00', '01']) {
      const traceId = trace.slice(0, 18) + random;
      const spans = recorded(`00-${traceId}-${span}-${flags}`);
      assert.deepEqual(
        spans.map((one) => one !== undefined),
        plain,
        random,
      );
      assert.match(spans.find((one) => one !== undefined)?.traceparentForClient() ?? '', new RegExp(`^00-${traceId}-`));
    }
  await tracing.stop();
});

test('a statement is summarized by what it does and its first table', () => {
  const table: [text: string, summary: string][] = [
    ['select 1 from company c where c.name = $1', 'select company'],
    ['with found as materialized (select * from "record" r) select * from found', 'select record'],
    ['select * from push where push_id = $1 for update skip locked', 'select push'],
    ['insert into push_lane as l (a) values ($1) on conflict (a) do update set b = 1', 'insert push_lane'],
    ['with gone as (delete from "delivery" where lane = $1 returning *) select count(*) from gone', 'delete delivery'],
    ['insert into pgboss.job_common (id) select $1', 'insert job_common'],
    ['update "sync" set status = $1', 'update sync'],
    ['select keep_messages($1::uuid, $2::uuid[]) as lane', 'call keep_messages'],
    ['select l from unnest($1::int[]) l left join consumer c on c.lane = l', 'select consumer'],
    ['commit', 'commit'],
  ];
  for (const [text, summary] of table) assert.equal(statementSummary(text), summary);
});

test('a collector that does not respond costs a bounded amount of memory: further spans are dropped and counted', async () => {
  let held = 0;
  const exporter: SpanExporter = {
    export(spans) {
      held += spans.length;
    },
  };
  const queue = createExportQueue({ exporter, log: createLog({ level: 'silent' }) });
  for (let i = 0; i < 30_000; i++) {
    queue.add({} as RecordedSpan);
    if (i % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(held, 4 * 512, 'four requests are under way');
  assert.equal(queue.counts().dropped, 30_000 - 4 * 512 - 8192);
  const startedAt = performance.now();
  await queue.stop();
  assert.ok(performance.now() - startedAt < 5000, 'stopping does not wait for the collector for long');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { eventNames } from '../../src/events/event-types.ts';
import { sourceAddresses } from '../../src/outbound/source-addresses.ts';
import { useApp } from '../harness.ts';

const app = useApp({ config: { webhookSourceAddresses: ['203.0.113.7/32'] } });

type EventType = { eventType: string; schema: TSchema; example: Record<string, unknown>; description: string };

test('R-HOOK-09: the catalogue has every event type with a JSON Schema of its body and an example that matches it', async () => {
  const { send } = await app.account();
  const { results, totalResults } = (await send('GET /webhooks/event-types')).body;
  assert.equal(totalResults, eventNames.length);
  assert.deepEqual(
    results.map((type: EventType) => type.eventType),
    [...eventNames].sort(),
  );
  for (const { eventType, schema, example } of results as EventType[]) {
    assert.equal(example.RuleType, eventType);
    assert.ok(Compile(schema).Check(example), eventType);
    assert.ok(!Compile(schema).Check({ ...example, RuleType: 'other' }), eventType);
  }
});

test('the catalogue is a list like any other: pages, filter, order, ETag', async () => {
  const { send } = await app.account();
  const first = await send('GET /webhooks/event-types?pageSize=3');
  assert.equal(first.body.results.length, 3);
  let seen = 0;
  for (let next = '/webhooks/event-types?pageSize=3'; next; ) {
    const { body } = await send(`GET ${next}`);
    seen += body.results.length;
    next = body._links.next?.href ?? '';
  }
  assert.equal(seen, eventNames.length);
  const syncs = await send(
    `GET /webhooks/event-types?query=${encodeURIComponent('eventType~sync.')}&orderBy=-eventType`,
  );
  assert.deepEqual(
    syncs.body.results.map((type: EventType) => type.eventType),
    ['sync.failed', 'sync.completed'],
  );
  const etag = first.headers.get('etag') ?? '';
  const again = await send('GET /webhooks/event-types?pageSize=3', { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
});

test('R-HOOK-19: the source address of deliveries is published', async () => {
  const { send } = await app.account();
  assert.deepEqual((await send('GET /webhooks/source-addresses')).body, {
    status: 'published',
    addresses: ['203.0.113.7'],
  });
});

test('the published addresses are those that the operator has set, else the local address, else none', () => {
  const of = (webhookSourceAddresses: string[], webhookLocalAddress = '') =>
    sourceAddresses({ webhookSourceAddresses, webhookLocalAddress, webhookProxyUrl: '' });
  assert.deepEqual(of([]), []);
  assert.deepEqual(of([], '198.51.100.4'), ['198.51.100.4']);
  assert.deepEqual(of(['203.0.113.7/32', '2001:db8::1/128', '203.0.113.0/24', '2001:db8::/32'], '198.51.100.4'), [
    '203.0.113.7',
    '2001:db8::1',
    '203.0.113.0/24',
    '2001:db8::/32',
  ]);
});

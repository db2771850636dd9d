import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Compile } from 'typebox/compile';
import { bodySchema, eventBody } from '../../src/events/event-body.ts';
import { eventNames, eventTypes, knownPatterns, patternsFor } from '../../src/events/event-types.ts';
import { openApp, useApp } from '../harness.ts';
import { emitEvents, seedConsumer } from '../webhooks/seed-consumer.ts';

const app = useApp();

async function messagesOf(accountId: string) {
  return app.ctx.db.system
    .selectFrom('message')
    .select(['message_id', 'event_type', 'company_id', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('message_id')
    .execute();
}

test('R-HOOK-22: every event type has an example that its JSON Schema accepts, also as a whole body', () => {
  for (const name of eventNames) {
    const { data, example, description } = eventTypes[name];
    assert.ok(Compile(data).Check(example), name);
    assert.ok(description.endsWith('.'), name);
    const event = { type: name, companyId: id, connectionId: id, message: 'm', data: example };
    const { beforeName, afterName } = eventBody(event as Parameters<typeof eventBody>[0], {
      eventId: id,
      accountId: id,
      at: new Date(0),
    });
    assert.ok(Compile(bodySchema(name)).Check(JSON.parse(`${beforeName}"n"${afterName}`)), name);
  }
});
const id = '0198c5a0-0000-7000-8000-000000000001';

test('an event type matches its name, every prefix of it, and the star', () => {
  assert.deepEqual(patternsFor('account.rateLimit.reached'), [
    'account.rateLimit.reached',
    'account.*',
    'account.rateLimit.*',
    '*',
  ]);
  assert.ok(knownPatterns.has('push.*'));
});

test('R-HOOK-14 R-HOOK-15 R-HOOK-24: a body has the agreed fields, names its event in RuleType and has no RuleId', async () => {
  const account = await app.account({ name: 'A "quoted" name' });
  const created = await account.send('POST /companies', { body: { name: 'First' } });
  const { companyId } = created.body;
  const [message] = await messagesOf(account.accountId);
  const body = JSON.parse(message?.body ?? '');
  assert.deepEqual(Object.keys(body), [
    'EventId',
    'RuleType',
    'GeneratedAt',
    'ClientId',
    'ClientName',
    'CompanyId',
    'Message',
    'Data',
  ]);
  assert.equal(body.EventId, message?.message_id);
  assert.equal(body.RuleType, 'company.created');
  assert.equal(body.ClientId, account.accountId);
  assert.equal(body.ClientName, 'A "quoted" name');
  assert.equal(body.CompanyId, companyId);
  assert.deepEqual(body.Data, { name: 'First' });
});

test('an event is stored if and only if its change is: a rejected creation emits no event', async () => {
  const account = await app.account({ plan: 'free' });
  for (let n = 0; n < 50; n++) await account.send('POST /companies', { body: { name: `c${n}` } });
  const refused = await account.send('POST /companies', { body: { name: 'one too many' } });
  assert.equal(refused.status, 402);
  assert.equal((await messagesOf(account.accountId)).length, 50);
});

test('the deletion of a company is reported, after its creation', async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Short' } })).body;
  await account.send(`DELETE /companies/${companyId}`);
  const types = (await messagesOf(account.accountId)).map(({ event_type }) => event_type);
  assert.deepEqual(types, ['company.created', 'company.deleted']);
});

test('3,000 events of one transaction for ten consumers are stored within a statement timeout of 2 s', async () => {
  const { app: limited, stop } = await openApp({ config: { requestTimeoutMs: 2000, role: 'api' } });
  try {
    const { accountId } = await limited.account();
    for (let at = 0; at < 10; at++)
      await seedConsumer(limited.ctx, { accountId, url: 'https://hooks.client.example/' });
    await emitEvents(limited.ctx, { accountId, count: 3000 });
    const { rows } = await sql<{ messages: number; deliveries: number; recipients: number }>`select
      (select count(*) from message) as messages, (select count(*) from delivery) as deliveries,
      (select min(recipients) from message) as recipients`.execute(limited.ctx.db.system);
    assert.deepEqual(rows, [{ messages: 3000, deliveries: 30_000, recipients: 10 }]);
  } finally {
    await stop();
  }
});

test('several events in one transaction keep every character of their bodies', async () => {
  const { accountId } = await app.account();
  const texts = [
    '',
    'plain',
    '"quoted" \\ {a,b} NULL',
    'Ünïcode \u{1F600} 漢字',
    '\0 \ud800 half',
    'long '.repeat(3000),
  ];
  const events = texts.map((message) => ({ type: 'company.created' as const, message, data: { name: message } }));
  await app.ctx.db.transaction(accountId, (tx) => app.ctx.emit(tx, events));
  const bodies = (await messagesOf(accountId)).map(({ body }) => JSON.parse(body));
  const written = JSON.parse(JSON.stringify(texts));
  assert.deepEqual(
    bodies.map(({ Message, Data }) => [Message, Data.name]),
    written.map((text: string) => [text, text]),
  );
});

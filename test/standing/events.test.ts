import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { eventTypes } from '../../src/events/event-types.ts';
import { tellDue } from '../../src/standing/tell-due.ts';
import { anInvoice, type RecordToPublish } from '../data/seed-data-set.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { aConsumer, someBooks, standingEvents } from './standing-books.ts';

const app = useApp();

const invoice = (id: string, fields: object = {}): RecordToPublish => ({ id, record: anInvoice(fields) });

async function ask(account: TestAccount, body: object): Promise<void> {
  const answer = await account.send('POST /webhooks/standingQueries', { body: { dataType: 'invoices', ...body } });
  assert.equal(answer.status, 201, answer.text);
}

test('P-STANDING: every event is accepted by the JSON Schema of its type, and its versions are those of the record', async () => {
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const { publish, companyId } = await someBooks(app, account);
  // The message repeats the name of the query, and must not be taken for the consumer of the event.
  await ask(account, { consumerId, name: '"Data":{"consumerId":"00000000', query: 'totalAmount>0' });
  await ask(account, { consumerId, name: 'paid', query: 'status=Paid' });
  await publish([invoice('a', { status: 'Submitted' }), invoice('b', { status: 'Draft', note: 'n'.repeat(70_000) })]);
  await publish([invoice('a', { status: 'Paid', note: 'Ünï "quoted" \\ \u{1F600}' }), { id: 'b', isDeleted: true }]);
  await publish([invoice('a', { status: 'Void' })]);
  await tellDue(app.ctx);
  const events = await standingEvents(app, account.accountId);
  const { data } = eventTypes['standingQuery.matched'];
  for (const event of events) assert.ok(Compile(data).Check(event), JSON.stringify(event).slice(0, 1000));
  const told = events.flatMap(({ name, generation, records }) =>
    // biome-ignore lint/suspicious/noExplicitAny: the data of an event.
    records.map((one: any) => `${name.at(0)} ${generation} ${one.recordId} ${one.change} ${'after' in one}`),
  );
  assert.deepEqual(told.sort(), [
    '" 1 a entered true',
    '" 1 b entered false',
    '" 2 a changed true',
    '" 2 b left false',
    '" 3 a changed true',
    'p 2 a entered true',
    'p 3 a left true',
  ]);
  for (const { records, generation } of events)
    for (const { recordId, before, after, beforeGeneration } of records) {
      if (after === undefined) continue;
      const { results } = (await account.send(`GET /companies/${companyId}/data/invoices/${recordId}/versions`)).body;
      // biome-ignore lint/suspicious/noExplicitAny: a version.
      const of = (wanted: number) => results.find((version: any) => version.generation === wanted)?.record;
      assert.deepEqual(after, of(generation));
      if (before) assert.deepEqual(before, of(beforeGeneration));
    }
  const deliveries = await app.ctx.db.system
    .selectFrom('delivery')
    .innerJoin('message', 'message.message_id', 'delivery.message_id')
    .select('consumer_id')
    .where('message.account_id', '=', account.accountId)
    .where('event_type', '=', 'standingQuery.matched')
    .execute();
  assert.deepEqual(
    deliveries.map((delivery) => delivery.consumer_id),
    events.map((event) => event.consumerId),
  );
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { type ProviderHttp, type PushAnswer, Unavailable } from '@daybook/connector-kit';
import { plainHttp } from '@daybook/connector-kit/conformance';
import { startStripeServer } from '../contract-server/stripe-server.ts';
import { createStripeConnector } from '../src/stripe-connector.ts';

const server = await startStripeServer({ invoices: 30, perSecond: 1_000_000 });
after(() => server.stop());
const { books } = server;
const plain = plainHttp();
const credentials = { apiKey: server.key };
const push = createStripeConnector({ baseUrl: server.url }).push?.invoices ?? assert.fail();
const invoices = () => books.list('invoices').length;

const record = (more: object = {}) => ({
  ...{ customerRef: { id: books.list('customers').at(-1)?.id }, dueDate: '2031-12-31', currency: 'USD' },
  lineItems: [
    { description: 'Pump', unitAmount: 10.125, quantity: 2 },
    { description: 'Hose', unitAmount: 5, quantity: 1, taxRateRef: { id: books.list('tax_rates').at(-1)?.id } },
  ],
  ...more,
});
type Sent = { reference?: string; recordId?: string; http?: ProviderHttp };
function send(given: object, { reference = randomUUID(), recordId, http = plain }: Sent = {}) {
  const operation = recordId === undefined ? ('create' as const) : ('update' as const);
  const wish = { operation, record: given, reference, ...(recordId !== undefined && { recordId }) };
  return push.send({ http, credentials, wish, prepared: push.prepare(wish, credentials) });
}
// biome-ignore lint/suspicious/noExplicitAny: a record of any data type.
function done(answer: PushAnswer): any {
  if (answer.kind !== 'done') assert.fail(JSON.stringify(answer));
  return { id: answer.record.id, ...answer.record.record?.() };
}

test('an invoice is pushed as a draft, finalized, and marked as paid outside Stripe', async () => {
  const draft = done(await send(record()));
  assert.deepEqual([draft.status, draft.totalAmount, draft.lineItems.length], ['Draft', 26.25, 2]);
  const open = done(await send({ status: 'Submitted' }, { recordId: draft.id }));
  assert.deepEqual([open.status, open.amountDue], ['Submitted', 26.25]);
  assert.ok(open.invoiceNumber);
  const paid = done(await send({ status: 'Paid' }, { recordId: draft.id }));
  assert.deepEqual([paid.status, paid.amountDue], ['Paid', 0]);
  assert.equal((await send({ status: 'Void' }, { recordId: draft.id })).kind, 'refused');
  const other = done(await send(record({ status: 'Submitted' })));
  assert.equal(done(await send({ status: 'Void' }, { recordId: other.id })).status, 'Void');
});

test('P-VENDORS: a push whose connection breaks after any of its steps is finished once by sending it again', async () => {
  for (let step = 1; step <= 3; step++) {
    const before = invoices();
    const reference = randomUUID();
    let sent = 0;
    const http: ProviderHttp = {
      nowMs: plain.nowMs,
      async request(asked) {
        const answer = await plain.request(asked);
        if (++sent === step) throw new Unavailable('The connection broke.');
        return answer;
      },
    };
    const given = record({ status: 'Submitted' });
    await assert.rejects(send(given, { reference, http }), Unavailable);
    const invoice = done(await send(given, { reference }));
    assert.deepEqual([invoice.status, invoice.lineItems.length, invoices()], ['Submitted', 2, before + 1], `${step}`);
  }
});

test('P-GROUP: a deletion whose response was lost is done when it is sent again, and one of another record is refused', async () => {
  const { id: recordId } = done(await send(record()));
  const wish = { operation: 'delete' as const, recordId, reference: randomUUID() };
  const input = { http: plain, credentials, wish, prepared: push.prepare(wish, credentials) };
  server.order({ kind: 'lost', dataType: 'invoices', method: 'DELETE', times: 1 });
  await assert.rejects(push.send(input), Unavailable);
  server.clearFaults();
  const again = await push.send({ ...input, isRepeated: true });
  assert.deepEqual(again.kind === 'done' && again.record, { id: recordId, isDeleted: true });
  const first = await push.send(input);
  assert.deepEqual(first.kind === 'refused' && first.statusCode, 404);
  const open = done(await send(record({ status: 'Submitted' })));
  const kept = { ...wish, recordId: open.id };
  const refused = await push.send({
    ...input,
    wish: kept,
    prepared: push.prepare(kept, credentials),
    isRepeated: true,
  });
  assert.match(refused.kind === 'refused' ? refused.message : '', /draft/);
});

test('P-VENDORS: a push whose lines Stripe rejects leaves no draft and names the field of the line', async () => {
  const before = invoices();
  const lineItems = [...record().lineItems, { description: 'x', unitAmount: 1, quantity: 1, itemRef: { id: 'none' } }];
  const answer = await send(record({ lineItems }));
  assert.ok(answer.kind === 'refused', JSON.stringify(answer));
  assert.deepEqual(
    answer.errors.map(({ itemId }) => itemId),
    ['lineItems.2.itemRef.id'],
  );
  assert.equal(invoices(), before);
  const late = await send(record({ dueDate: '2020-01-01' }));
  assert.ok(late.kind === 'refused' && late.errors[0]?.itemId === 'dueDate');
});

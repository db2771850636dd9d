import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ProviderHttp, PulledPage } from '@daybook/connector-kit';
import { CursorTooOld, RateLimited, Unavailable } from '@daybook/connector-kit';
import { plainHttp, pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { hourMs } from '../../../src/base/durations.ts';
import { startStripeServer } from '../contract-server/stripe-server.ts';
import { money } from '../src/money.ts';
import { mapBalance } from '../src/records/bank-accounts.ts';
import { mapCustomer } from '../src/records/customers.ts';
import { mapInvoice } from '../src/records/invoices.ts';
import { mapDispute, mapRefund } from '../src/records/payments.ts';
import { mapPayout } from '../src/records/transfers.ts';
import { fail } from '../src/request-stripe.ts';
import { createStripeConnector } from '../src/stripe-connector.ts';

const server = await startStripeServer({ invoices: 30, perSecond: 1_000_000 });
after(() => server.stop());
const { books, clock } = server;
const plain = plainHttp();
const http: ProviderHttp = { request: (request) => plain.request(request), nowMs: () => clock.nowMs() };
const target = { http, credentials: { apiKey: server.key } };
const connector = createStripeConnector({ baseUrl: server.url, pageSize: 10 });
const sourcesOf = (pages: PulledPage[]) => pages.flatMap((page) => page.records.map(({ id, source }) => [id, source]));

test('amounts are in minor units: two places, none for JPY, three for KWD, two for ISK and UGX', () => {
  const cases: [number, string, number][] = [
    [1099, 'usd', 10.99],
    [-5, 'eur', -0.05],
    [1099, 'jpy', 1099],
    [1099, 'kwd', 1.099],
    [500, 'isk', 5],
    [500, 'ugx', 5],
    [0, 'usd', 0],
  ];
  for (const [minor, currency, expected] of cases) assert.equal(money(minor, currency), expected, currency);
});

const invoice = {
  ...{ id: 'in_1', created: 1_790_000_000, currency: 'usd', subtotal: 1000, total: 1200 },
  ...{ amount_paid: 0, amount_remaining: 1200 },
};

test("Stripe's statuses map to Daybook's, and a void invoice is not owed", () => {
  const states: [object, string, number][] = [
    [{ status: 'draft' }, 'Draft', 12],
    [{ status: 'open' }, 'Submitted', 12],
    [{ status: 'open', amount_paid: 1, amount_remaining: 1199 }, 'PartiallyPaid', 11.99],
    [{ status: 'uncollectible' }, 'Submitted', 12],
    [{ status: 'paid', amount_paid: 1200, amount_remaining: 0 }, 'Paid', 0],
    [{ status: 'void' }, 'Void', 0],
    [{ status: 'new-word' }, 'Unknown', 12],
  ];
  for (const [given, status, due] of states) {
    const mapped = mapInvoice({ ...invoice, ...given });
    assert.deepEqual([mapped.status, mapped.amountDue], [status, due]);
  }
});

test('a line has its unit price, discount and tax; one without a unit price is one unit of the whole amount', () => {
  const tax = { amount: 190, tax_behavior: 'exclusive', tax_rate_details: { tax_rate: 'txr_1' } };
  const line = { amount: 1000, discount_amounts: [{ amount: 50 }], taxes: [tax] };
  const priced = { ...line, quantity: 4, pricing: { unit_amount_decimal: '250.125', price_details: { product: 'p' } } };
  const [one, other] = mapInvoice({ ...invoice, lines: { data: [priced, { ...line, quantity: 3 }] } }).lineItems ?? [];
  assert.deepEqual(one, {
    ...{ description: undefined, unitAmount: 2.50125, quantity: 4, discountAmount: 0.5, subTotal: 10, taxAmount: 1.9 },
    ...{ totalAmount: 11.4, taxRateRef: { id: 'txr_1' }, itemRef: { id: 'p' } },
  });
  assert.deepEqual([other?.unitAmount, other?.quantity], [10, 1]);
  const inclusive = { ...line, taxes: [{ ...tax, tax_behavior: 'inclusive' }] };
  assert.equal(mapInvoice({ ...invoice, lines: { data: [inclusive] } }).lineItems?.[0]?.totalAmount, 9.5);
});

test('a payment outside Stripe, a refund, a dispute and a payout that came back keep their sign', () => {
  const paid = { id: 'inpay_1', amount_paid: 1200, currency: 'usd', status: 'paid', payment: {} };
  const open = { ...paid, id: 'inpay_2', status: 'open' };
  const allocations = mapInvoice({ ...invoice, payments: { data: [paid, open] } }).paymentAllocations ?? [];
  assert.deepEqual(
    allocations.map(({ payment }) => [payment.id, payment.totalAmount]),
    [['inpay_1', 12]],
  );
  const base = { id: 're_1', created: 1_790_000_000, currency: 'usd', charge: 'ch_1', payment_intent: null };
  const refund = mapRefund({ ...base, amount: 500, status: 'succeeded' });
  assert.deepEqual([refund.totalAmount, refund.lines[0]?.links[0]?.id], [-5, 'ch_1']);
  const moved = { id: 'txn_1', amount: -700, currency: 'eur' };
  const dispute = mapDispute({ ...base, reason: 'fraudulent', status: 'lost', balance_transactions: [moved] });
  assert.deepEqual([dispute.totalAmount, dispute.currency, dispute.accountRef.id], [-7, 'EUR', 'balance_eur']);
  const payout = { ...base, arrival_date: 1_790_000_000, amount: -100, status: 'paid', destination: 'ba_1' };
  const { from, to } = mapPayout(payout);
  assert.deepEqual([from.accountRef.id, from.amount, to.accountRef.id], ['ba_1', 1, 'balance_usd']);
  assert.equal(mapCustomer({ id: 'cus_1' }).customerName, 'cus_1');
  const parts = { available: [{ amount: 100, currency: 'usd' }], pending: [{ amount: -30, currency: 'usd' }] };
  const { balance, availableBalance } = mapBalance('usd', parts);
  assert.deepEqual([balance, availableBalance], [0.7, 1]);
});

test('links that Stripe writes anew do not make a record look changed', async () => {
  for (const dataType of ['invoices', 'payments', 'creditNotes']) {
    const first = sourcesOf(await pullAll(connector, target, dataType));
    assert.ok(first.length > 0);
    assert.deepEqual(sourcesOf(await pullAll(connector, target, dataType)), first, dataType);
  }
});

test('an invoice has all of its lines, although Stripe sends only ten with it', async () => {
  const texts = [...textsOf(await pullAll(connector, target, 'invoices')).values()].map((text) => JSON.parse(text));
  assert.deepEqual([...new Set(texts.map(({ lineItems }) => lineItems.length))].sort(), [2, 23]);
});

test('an attempt that failed is no payment, and an invoice names the payment that paid it', async () => {
  const payments = textsOf(await pullAll(connector, target, 'payments'));
  const charges = books.list('charges');
  const good = charges.filter(({ status }) => status === 'succeeded');
  assert.ok(charges.length > good.length, 'there are failed attempts');
  const others = books.list('refunds').length + books.list('disputes').length;
  assert.equal(payments.size, good.length + others);
  const invoices = [...textsOf(await pullAll(connector, target, 'invoices')).values()].map((text) => JSON.parse(text));
  const named = invoices.flatMap(({ paymentAllocations }) =>
    paymentAllocations.map(({ payment }: { payment: { id: string } }) => payment.id),
  );
  assert.equal(named.length, good.length);
  for (const id of named) assert.ok(payments.has(id), id);
});

test('a record that was created after the cursor and then deleted is reported as deleted', async () => {
  clock.advance(hourMs);
  const { id } = books.keep('customers', { name: 'Short', tax_ids: [] });
  const cursor = (await pullAll(connector, target, 'customers')).at(-1)?.cursor ?? '';
  assert.ok(Number(cursor) < Number(books.rows.customers.get(id)?.created), 'it is inside the overlap');
  books.remove('customers', id);
  const pages = await pullAll(connector, target, 'customers', { cursor });
  assert.deepEqual([...textsOf(pages)], [[id, 'deleted']]);
});

test('if the record after which a page starts is gone, everything is read again', async () => {
  const [page] = await pullAll(connector, target, 'invoices');
  const last = page?.resumeAt?.split('|').at(-1) ?? '';
  books.remove('invoices', last);
  await assert.rejects(pullAll(connector, target, 'invoices', { resumeAt: page?.resumeAt ?? '' }), CursorTooOld);
});

test('the start date of syncs limits documents, not customers', async () => {
  const all = books.list('invoices');
  const middle = all[Math.floor(all.length / 2)];
  const syncFrom = new Date((middle?.created ?? 0) * 1000).toISOString();
  const count = async (dataType: string) => {
    let records = 0;
    for await (const page of connector.pull[dataType]?.({ ...target, syncFrom }) ?? []) records += page.records.length;
    return records;
  };
  assert.equal(await count('invoices'), all.filter((row) => row.created >= (middle?.created ?? 0)).length);
  assert.equal(await count('customers'), books.list('customers').length);
});

test("Stripe's limit has no Retry-After, so the connector waits two seconds; a proxy's 404 is not Stripe's", () => {
  const thrown = (status: number, body: string) => {
    try {
      return fail({ status, body, headers: {} }, { request: () => assert.fail(), nowMs: () => 1000 });
    } catch (error) {
      return error;
    }
  };
  const limited = thrown(429, '{"error":{"code":"rate_limit"}}');
  assert.ok(limited instanceof RateLimited && limited.retryAtMs === 3000);
  assert.ok(thrown(404, '<html>') instanceof Unavailable);
});

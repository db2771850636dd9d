import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tell } from '../../../../test/providers/figures.ts';
import { openProof } from '../../../../test/providers/proof.ts';
import { stripeTouched } from '../../../../test/providers/vendor-clients/stripe-touched.ts';
import { noteTouched } from '../../../../test/providers/vendor-clients/touched-by-client.ts';
import { isCollection } from '../../contract-server/stripe-books.ts';
import { startStripeServer } from '../../contract-server/stripe-server.ts';
import { definitionsOf } from './stripe-spec.ts';

/**
 * Our own server with state is held to what Stripe itself publishes: Stripe's client library works with it, and every
 * object that it sends is valid by Stripe's OpenAPI document.
 */
const folder = process.env.STRIPE_CLIENT ?? assert.fail('Run live tests through "npm run providers -- stripe".');
const load = createRequire(join(folder, 'package.json'));

// biome-ignore lint/suspicious/noExplicitAny: the library is not a dependency, so its types are not here.
type Any = any;
const Stripe = load('stripe') as Any;
const Ajv = load('ajv') as Any;

const server = await startStripeServer({ invoices: 130, perSecond: 1_000_000 });
after(() => server.stop());
noteTouched(server, stripeTouched, openProof('stripe', 'client', { version: `stripe-node ${Stripe.PACKAGE_VERSION}` }));
const { hostname, port } = new URL(server.url);
const clientFor = (key: string, options: object = {}) =>
  new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', telemetry: false, ...options });
const client = clientFor(server.key, { maxNetworkRetries: 2 });
let calls = 0;
client.on('response', () => void calls++);
let errors = 0;

/** The client's own name of each list. */
const lists: Record<string, string> = {
  ...{ customers: 'customers', products: 'products', prices: 'prices', invoices: 'invoices', charges: 'charges' },
  ...{ tax_rates: 'taxRates', credit_notes: 'creditNotes', invoice_payments: 'invoicePayments', refunds: 'refunds' },
  ...{ disputes: 'disputes', balance_transactions: 'balanceTransactions', payouts: 'payouts', events: 'events' },
};

test('stripe-node pages through every list by itself and finds every object once', async () => {
  for (const [collection, name] of Object.entries(lists)) {
    assert.ok(isCollection(collection));
    const ids: string[] = [];
    for await (const one of client[name].list({ limit: 7 })) ids.push(one.id);
    assert.deepEqual(
      ids,
      server.books.list(collection).map(({ id }) => id),
      collection,
    );
  }
});

test('stripe-node retrieves, expands, filters by time and reads lines', async () => {
  for (const [collection, name] of Object.entries(lists)) {
    assert.ok(isCollection(collection));
    const [row] = server.books.list(collection);
    if (row) assert.equal((await client[name].retrieve(row.id)).id, row.id);
  }
  const long = server.books.list('invoices').find(({ lines }) => (lines as []).length > 10);
  const lines: string[] = [];
  for await (const line of client.invoices.listLineItems(long?.id, { limit: 10 })) lines.push(line.id);
  assert.equal(lines.length, 23);
  const { data } = await client.invoices.list({ limit: 3, status: 'paid', expand: ['data.payments'] });
  for (const invoice of data) assert.equal(invoice.payments.data[0].amount_paid, invoice.amount_paid);
  const created = server.books.list('charges')[3]?.created;
  const some = await client.charges.list({ created: { gte: created }, limit: 100 });
  assert.ok(some.data.every((one: Any) => one.created >= (created ?? 0)) && !some.has_more);
  assert.equal((await client.balance.retrieve()).object, 'balance');
});

test('stripe-node creates with a key once, updates, deletes, and reads the events of it', async () => {
  for (let n = 0; n < 10; n++) {
    const options = { idempotencyKey: `key-${n}` };
    const first = await client.customers.create({ name: `C ${n}`, address: { city: 'Cork' } }, options);
    const again = await client.customers.create({ name: `C ${n}`, address: { city: 'Cork' } }, options);
    assert.equal(again.id, first.id);
    assert.equal((await client.customers.update(first.id, { email: 'c@example.com' })).email, 'c@example.com');
    assert.equal((await client.customers.del(first.id)).deleted, true);
    assert.equal((await client.customers.retrieve(first.id)).deleted, true);
    const types: string[] = [];
    for await (const event of client.events.list({ types: ['customer.created', 'customer.deleted'], limit: 2 }))
      if (event.data.object.id === first.id) types.push(event.type);
    assert.deepEqual(types, ['customer.deleted', 'customer.created']);
  }
});

test('stripe-node makes, finalizes, pays, voids and deletes invoices', async () => {
  const customer = server.books.list('customers').at(-1)?.id;
  const [rate] = server.books.list('tax_rates');
  const due_date = Math.floor(server.clock.nowMs() / 1000) + 86_400;
  const price_data = { currency: 'usd', unit_amount_decimal: '1012.5', product_data: { name: 'Pump' } };
  const draft = { customer, collection_method: 'send_invoice', due_date, currency: 'usd', auto_advance: false };
  const make = async () => {
    const made = await client.invoices.create(draft);
    const lines = [{ description: 'Pump', quantity: 2, price_data, tax_rates: [rate?.id] }];
    assert.equal((await client.invoices.addLines(made.id, { lines })).lines.data.length, 1);
    return made.id;
  };
  const paid = await make();
  assert.equal((await client.invoices.update(paid, { description: 'n' })).description, 'n');
  assert.equal((await client.invoices.finalizeInvoice(paid, { auto_advance: false })).status, 'open');
  const settled = await client.invoices.pay(paid, { paid_out_of_band: true });
  assert.deepEqual([settled.status, settled.amount_remaining], ['paid', 0]);
  const voided = await make();
  await client.invoices.finalizeInvoice(voided);
  assert.equal((await client.invoices.voidInvoice(voided)).status, 'void');
  assert.equal((await client.invoices.del(await make())).deleted, true);
  for (const run of [() => client.invoices.del(voided), () => client.invoices.voidInvoice(paid)])
    await assert.rejects(run(), (error: Any) => error.type === 'StripeInvalidRequestError');
  await assert.rejects(client.invoices.create({ ...draft, due_date: 1 }), (error: Any) => error.param === 'due_date');
});

test("stripe-node reports the server's errors as those of Stripe", async () => {
  const thrown = async (run: Promise<unknown>, type: string, code?: string) => {
    const error = await run.then(
      () => assert.fail(`expected ${type}`),
      (one: Any) => one,
    );
    if (error.type !== type || (code && error.code !== code)) errors++;
    assert.deepEqual([error.type, code && error.code], [type, code]);
  };
  await thrown(clientFor('sk_test_wrong').customers.list(), 'StripeAuthenticationError');
  await thrown(clientFor(server.deniedKey).customers.list(), 'StripePermissionError');
  await thrown(client.invoices.retrieve('in_none'), 'StripeInvalidRequestError', 'resource_missing');
  await thrown(client.customers.list({ starting_after: 'cus_none' }), 'StripeInvalidRequestError', 'resource_missing');
  await thrown(client.customers.list({ limit: 101 }), 'StripeInvalidRequestError', 'parameter_invalid_integer');
  await thrown(client.customers.list({ nonsense: 1 }), 'StripeInvalidRequestError', 'parameter_unknown');
  await thrown(client.customers.create({ email: 'nobody' }), 'StripeInvalidRequestError', 'email_invalid');
  const other = client.customers.create({ name: 'Other' }, { idempotencyKey: 'key-0' });
  await thrown(other, 'StripeIdempotencyError');
  server.order({ kind: 'rateLimited', dataType: 'customers', times: 1 });
  await thrown(clientFor(server.key, { maxNetworkRetries: 0 }).customers.list(), 'StripeRateLimitError', 'rate_limit');
  // The client repeats a request that failed at the server, with the same key.
  server.order({ kind: 'failing', dataType: 'customers', times: 1 });
  assert.equal((await client.customers.create({ name: 'Again' })).name, 'Again');
  server.clearFaults();
});

test("every object of the server is valid by Stripe's OpenAPI document", async () => {
  const spec = JSON.parse(readFileSync(process.env.STRIPE_SPEC ?? '', 'utf8'));
  const ajv = new Ajv.default({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'stripe', definitions: definitionsOf(spec) });
  const problems: string[] = [];
  let objects = 0;
  const expands: Record<string, string> = {
    ...{ invoices: 'payments', customers: 'tax_ids', products: 'default_price' },
    ...{ charges: 'balance_transaction', payouts: 'destination' },
  };
  // Not by the client, which turns some texts into objects of its own.
  const get = async (path: string): Promise<Any> =>
    (await fetch(`${server.url}/v1/${path}`, { headers: { authorization: `Bearer ${server.key}` } })).json();
  const hold = (found: { id?: string; object: string }) => {
    objects++;
    const validate = ajv.getSchema(`stripe#/definitions/${found.object}`);
    if (!validate(found)) problems.push(`${found.id}: ${ajv.errorsText(validate.errors).slice(0, 400)}`);
  };
  for (const collection of Object.keys(lists))
    for (const expand of ['', `expand[]=data.${expands[collection]}`])
      for (let after = ''; ; ) {
        const { data, has_more } = await get(`${collection}?limit=100&${expand}${after && `&starting_after=${after}`}`);
        // The copy inside an event has the form of another version of the API.
        for (const one of data) hold(one.object === 'event' ? { ...one, data: { object: {} } } : one);
        if (!has_more) break;
        after = data.at(-1).id;
      }
  for (const path of ['balance', 'account']) hold(await get(path));
  assert.deepEqual(problems.slice(0, 5), [], `${problems.length} of ${objects} objects`);
  tell({ objectsValid: objects - problems.length, objectsInvalid: problems.length });
});

test('stripe-node made at least 100 calls without an unexpected error', () => {
  tell({ clientCalls: calls, clientErrors: errors });
  assert.ok(calls >= 100, String(calls));
});

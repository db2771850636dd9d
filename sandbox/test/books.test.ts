import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { recordShapes } from '../src/books/record-counts.ts';
import { startSandbox } from '../src/start-sandbox.ts';
import { controlSandbox } from './control-sandbox.ts';
import { parseWithNumberTexts, sumExact, toExact } from './exact-decimal.ts';
import { sandboxClient } from './sandbox-client.ts';

const sandbox = await startSandbox();
const twin = await startSandbox();
after(() => Promise.all([sandbox.stop(), twin.stop()]));

type Ref = { id: string; name: string };
type TaxRef = Ref & { percent: string };
type Line = Record<'net' | 'tax' | 'gross' | 'discount' | 'unit_price' | 'quantity', string> & {
  account: Ref;
  item: Ref;
  tax_rate: TaxRef;
  tracking: Ref[];
};
type Document = Record<'id' | 'net_total' | 'discount_total' | 'tax_total' | 'gross_total' | 'open_amount', string> & {
  customer: Ref;
  supplier: Ref;
  state: string;
  lines: Line[];
  payments: { id: string; amount: string }[];
};
type Payment = { id: string; amount: string; customer: Ref; applied_to: { id: string; amount: string }[] };

async function read<T>(company: string, type: string): Promise<T[]> {
  const bodies = await sandboxClient(sandbox.url, company).bodies(type);
  return bodies.flatMap((body) => parseWithNumberTexts<{ records: T[] }>(body).records);
}

test('every data type of the catalogue has records, in proportion to the number of invoices', async () => {
  assert.deepEqual(Object.keys(recordShapes).sort(), dataTypes.map((dataType) => dataType.name).sort());
  for (const invoices of [100, 777]) {
    const client = sandboxClient(sandbox.url, `counts-${invoices}`);
    for (const [type, { count }] of Object.entries(recordShapes)) {
      const records = await client.all(type, 90);
      assert.equal(records.length, count(invoices), type);
      const ids = records.map((record) => String(record.id));
      assert.deepEqual(ids, [...new Set(ids)].sort(), `${type}: ids are unique and in order`);
    }
  }
  const numbers = (await read<{ number: string }>('counts-777', 'invoices')).map((record) => record.number);
  assert.notDeepEqual(numbers, [...numbers].sort(), 'the order of ids differs from the order of numbers');
});

test('two sandboxes return the same bytes, before and after the same changes', async () => {
  const [left, right] = [sandboxClient(sandbox.url, 'twins-300'), sandboxClient(twin.url, 'twins-300')];
  const equal = async () => {
    for (const { name } of dataTypes) assert.deepEqual(await left.bodies(name, 70), await right.bodies(name, 70), name);
  };
  await equal();
  for (const url of [sandbox.url, twin.url])
    for (const { name } of dataTypes)
      for (const seed of [1, 2]) {
        const order = name === 'info' ? { update: 1 } : { update: 3, create: 2, delete: 1 };
        await controlSandbox(url).change('twins-300', { type: name, seed, ...order });
      }
  await equal();
  const changes = async (client: typeof left) => (await client.get('invoices/changes?since=0')).text();
  assert.equal(await changes(left), await changes(right));
  const other = await sandboxClient(sandbox.url, 'others-300').bodies('invoices');
  assert.notDeepEqual(other, await left.bodies('invoices'), 'another company has other records');
});

/** Rounds half up to cents, or to the decimal places of the unit price if the amounts are big. */
function taxOf({ net, tax_rate, unit_price }: Line, company: string): bigint {
  const isEveryday = !company.startsWith('exact') && unit_price.length < 15;
  const places = isEveryday ? 2 : (unit_price.split('.')[1]?.length ?? 0);
  const step = 10n ** BigInt(20 - places);
  const hundredths = BigInt(Math.round(Number(tax_rate.percent) * 100));
  return (((toExact(net) / step) * hundredths + 5000n) / 10_000n) * step;
}

async function checkBooks(company: string): Promise<void> {
  const invoices = await read<Document>(company, 'invoices');
  const payments = new Map((await read<Payment>(company, 'payments')).map((payment) => [payment.id, payment]));
  const names = async (type: string) =>
    new Map((await read<Ref>(company, type)).map((record) => [record.id, record.name]));
  const [customers, accounts, items] = [await names('customers'), await names('accounts'), await names('items')];
  const [taxRates, tracking] = [await names('taxRates'), await names('trackingCategories')];
  const known = (names: Map<string, string>, { id, name }: Ref) => assert.equal(names.get(id), name, id);
  const paidBy = new Set<string>();
  for (const invoice of invoices) {
    known(customers, invoice.customer);
    for (const line of invoice.lines) {
      known(accounts, line.account);
      known(items, line.item);
      known(taxRates, line.tax_rate);
      for (const category of line.tracking) known(tracking, category);
      const full = toExact(line.unit_price) * BigInt(line.quantity);
      assert.equal(toExact(line.net), full - toExact(line.discount));
      assert.equal(toExact(line.gross), toExact(line.net) + toExact(line.tax));
      assert.equal(toExact(line.tax), taxOf(line, company));
    }
    const sum = (name: 'net' | 'tax' | 'gross' | 'discount') => sumExact(invoice.lines.map((line) => line[name]));
    assert.equal(toExact(invoice.net_total), sum('net'));
    assert.equal(toExact(invoice.discount_total), sum('discount'));
    assert.equal(toExact(invoice.tax_total), sum('tax'));
    assert.equal(toExact(invoice.gross_total), sum('gross'));
    const paid = sumExact(invoice.payments.map((payment) => payment.amount));
    const due = invoice.state === 'cancelled' ? 0n : toExact(invoice.gross_total) - paid;
    assert.equal(toExact(invoice.open_amount), due, invoice.state);
    if (invoice.state === 'paid') assert.equal(due, 0n);
    if (invoice.state === 'part_paid') assert.ok(due > 0n && paid > 0n);
    if (['draft', 'open', 'cancelled'].includes(invoice.state)) assert.equal(paid, 0n);
    for (const { id, amount } of invoice.payments) {
      const payment = payments.get(id);
      paidBy.add(id);
      assert.deepEqual(payment?.customer, invoice.customer);
      assert.equal(payment?.amount, amount);
      assert.deepEqual(payment?.applied_to, [{ kind: 'invoice', id: invoice.id, amount }]);
    }
  }
  assert.equal(paidBy.size, payments.size, 'every payment is for an invoice');
  const states = new Set(invoices.map((invoice) => invoice.state));
  assert.deepEqual([...states].sort(), ['cancelled', 'draft', 'open', 'paid', 'part_paid']);
  for (const entry of await read<{ lines: { amount: string }[] }>(company, 'journalEntries'))
    assert.equal(sumExact(entry.lines.map((line) => line.amount)), 0n);
  for (const sheet of await read<Record<string, { amount: string; rows: { amount: string }[] }>>(
    company,
    'balanceSheet',
  ))
    for (const part of ['assets', 'liabilities'])
      assert.equal(sumExact(sheet[part]?.rows.map((row) => row.amount) ?? []), toExact(sheet[part]?.amount ?? ''));
}

for (const company of ['seed7-400', 'exact-400']) {
  test(`the books of ${company} add up to the last digit, even after changes`, async () => {
    await checkBooks(company);
    await controlSandbox(sandbox.url).change(company, { type: 'invoices', update: 300, create: 50 });
    await checkBooks(company);
  });
}

test('amounts can have up to 30 digits: in any record of an exact company, in about one of 500 elsewhere', async () => {
  const digits = (text: string) => text.replace(/[-.]/g, '').replace(/^0+/, '').length;
  const longest = (document: Document) => digits(document.gross_total);
  const exact = (await read<Document>('exact-2000', 'invoices')).map(longest);
  const max = Math.max(...exact);
  assert.ok(max >= 29 && max <= 30, `the longest has ${max} digits`);
  assert.ok(new Set(exact).size >= 25, 'amounts of every length occur');
  const long = (await read<Document>('plain-20000', 'invoices')).filter((document) => longest(document) > 15).length;
  assert.ok(long >= 20 && long <= 70, `${long} of 20,000`);
});

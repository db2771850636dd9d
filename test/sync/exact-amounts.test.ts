import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { splitArray } from '@daybook/connector-kit';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { parseWithNumberTexts, toExact } from '../../sandbox/test/exact-decimal.ts';
import { sandboxClient } from '../../sandbox/test/sandbox-client.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { linkCompany, type SyncedCompany } from './synced-company.ts';

/**
 * 10,000 invoices whose amounts have 1 to 30 digits: sandbox → sync → storage → filter → response. Compared as texts,
 * never as numbers.
 */
const name = 'exact-10000';
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

type WireLine = Record<'unit_price' | 'discount' | 'net' | 'tax' | 'gross', string>;
type Wire = Record<'id' | 'net_total' | 'discount_total' | 'tax_total' | 'gross_total' | 'open_amount', string> & {
  lines: WireLine[];
  payments: { amount: string }[];
};
type Line = Record<'unitAmount' | 'discountAmount' | 'subTotal' | 'taxAmount' | 'totalAmount', string>;
type Invoice = Record<'id' | 'subTotal' | 'totalDiscount' | 'totalTaxAmount' | 'totalAmount' | 'amountDue', string> & {
  lineItems: Line[];
  paymentAllocations: { payment: { totalAmount: string }; allocation: { totalAmount: string } }[];
};

/** The invoices as the sandbox sends them, by id. */
const sources = new Map<string, { text: string; wire: Wire }>();
let account: TestAccount;
let company: SyncedCompany;

async function syncThem(): Promise<void> {
  for (const body of await sandboxClient(sandbox.url, name).bodies('invoices')) {
    for (const text of splitArray(body, 'records').elements) {
      const wire = parseWithNumberTexts<Wire>(text);
      sources.set(wire.id, { text, wire });
    }
  }
  account = await app.account();
  company = await linkCompany(account, name);
  assert.equal((await company.sync('invoices')).status, 'Complete');
}

let synced: Promise<void> | undefined;
beforeEach(() => {
  synced ??= syncThem();
  return synced;
});

/** The amounts of an invoice in the same order, from the sandbox and from Daybook. */
const wireAmounts = (wire: Wire) => [
  ...[wire.net_total, wire.discount_total, wire.tax_total, wire.gross_total, wire.open_amount],
  ...wire.lines.flatMap((line) => [line.unit_price, line.discount, line.net, line.tax, line.gross]),
  ...wire.payments.flatMap(({ amount }) => [amount, amount]),
];
const ourAmounts = (invoice: Invoice) => [
  ...[invoice.subTotal, invoice.totalDiscount, invoice.totalTaxAmount, invoice.totalAmount, invoice.amountDue],
  ...invoice.lineItems.flatMap((l) => [l.unitAmount, l.discountAmount, l.subTotal, l.taxAmount, l.totalAmount]),
  ...invoice.paymentAllocations.flatMap((one) => [one.payment.totalAmount, one.allocation.totalAmount]),
];

test('the test data has amounts of every length up to 30 digits, more than 4,000 of them too long for a double', () => {
  const totals = [...sources.values()].map(({ wire }) => wire.gross_total);
  const lengths = totals.map((text) => text.replace('.', '').replace(/^0+/, '').length);
  assert.equal(totals.length, 10_000);
  assert.equal(new Set(lengths).size, 30);
  assert.ok(totals.filter((text) => String(Number(text)) !== text).length > 4000);
});

test('lists return every amount of 10,000 invoices unchanged, and their source data byte for byte', async () => {
  let seen = 0;
  for (let page = 1; page <= 4; page++) {
    const target = `GET ${company.path}/data/invoices?pageSize=2500&page=${page}&include=sourceData`;
    const { status, text } = await account.send(target, { unchecked: true });
    assert.equal(status, 200, text.slice(0, 500));
    for (const record of splitArray(text, 'results').elements) {
      const invoice = parseWithNumberTexts<Invoice>(record);
      const source = sources.get(invoice.id);
      assert.ok(source, invoice.id);
      assert.deepEqual(ourAmounts(invoice), wireAmounts(source.wire), invoice.id);
      assert.ok(record.endsWith(`,"sourceData":${source.text}}`), invoice.id);
      seen++;
    }
  }
  assert.equal(seen, sources.size);
});

test('a single record and the stored columns have the same digits', async () => {
  const { rows } = await sql<{ id: string; total: string; due: string; payload: string }>`select record_id as id,
    amount1::text as total, amount2::text as due, payload ->> 'totalAmount' as payload from record
    where company_id = ${company.companyId}`.execute(app.ctx.db.system);
  assert.equal(rows.length, sources.size);
  for (const { id, total, due, payload } of rows) {
    const wire = sources.get(id)?.wire;
    assert.deepEqual([total, due, payload], [wire?.gross_total, wire?.open_amount, wire?.gross_total], id);
  }
  for (const { wire } of [...sources.values()].filter((_, index) => index % 500 === 0)) {
    const answer = await account.send(`GET ${company.path}/data/invoices/${wire.id}`);
    assert.deepEqual(ourAmounts(parseWithNumberTexts<Invoice>(answer.text)), wireAmounts(wire));
  }
});

/** The numbers next to an amount: one less and one more in its last digit. */
function neighbours(text: string): { below: string; above: string } {
  const places = text.split('.')[1]?.length ?? 0;
  const whole = BigInt(text.replace('.', ''));
  const written = (value: bigint) => {
    const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
    const sign = value < 0n ? '-' : '';
    return `${sign}${digits.slice(0, digits.length - places)}${places ? `.${digits.slice(-places)}` : ''}`;
  };
  return { below: written(whole - 1n), above: written(whole + 1n) };
}

async function find(query: string): Promise<{ total: number; ids: string[] }> {
  const target = `GET ${company.path}/data/invoices?pageSize=40&query=${encodeURIComponent(query)}`;
  const { status, text } = await account.send(target, { unchecked: true });
  assert.equal(status, 200, text.slice(0, 500));
  const { elements, rest } = splitArray(text, 'results');
  const ids = elements.map((record) => parseWithNumberTexts<Invoice>(record).id);
  return { total: JSON.parse(rest).totalResults, ids };
}

/** Runs eight at a time. */
async function forEach<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const queue = [...all];
  const work = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

test('filters distinguish each of the 10,000 amounts from amounts that differ only in the last digit', async () => {
  const all = [...sources.values()].map(({ wire }) => ({ id: wire.id, amount: wire.gross_total }));
  const atOnce = 10;
  const groups = Array.from({ length: all.length / atOnce }, (_, n) => all.slice(n * atOnce, (n + 1) * atOnce));
  await forEach(groups, async (group) => {
    const conditions = group.map(({ id, amount }) => {
      const { below, above } = neighbours(amount);
      return `{id=${id}&&totalAmount=${amount}&&totalAmount>${below}&&totalAmount<${above}&&totalAmount!=${above}}`;
    });
    assert.deepEqual((await find(conditions.join('||'))).ids, group.map(({ id }) => id).sort());
  });
});

test('a filter by amount counts exactly: equal, below, above, and between the neighbouring amounts', async () => {
  const fields = { totalAmount: 'gross_total', amountDue: 'open_amount' } as const;
  for (const [field, member] of Object.entries(fields)) {
    const amounts = [...sources.values()].map(({ wire }) => wire[member]);
    const exact = amounts.map(toExact);
    const chosen = amounts.filter((_, index) => index % 331 === 0);
    await forEach(chosen, async (amount) => {
      const value = toExact(amount);
      const { below, above } = neighbours(amount);
      const count = (holds: (one: bigint) => boolean) => exact.filter(holds).length;
      const expected: Record<string, number> = {
        [`${field}=${amount}`]: count((one) => one === value),
        [`${field}<${amount}`]: count((one) => one < value),
        [`${field}<=${amount}`]: count((one) => one <= value),
        [`${field}>${amount}`]: count((one) => one > value),
        [`${field}!=${amount}`]: count((one) => one !== value),
        [`${field}=${above}`]: count((one) => one === toExact(above)),
        [`${field}>${below}&&${field}<${above}`]: count((one) => one > toExact(below) && one < toExact(above)),
      };
      for (const [query, total] of Object.entries(expected)) assert.equal((await find(query)).total, total, query);
    });
  }
});

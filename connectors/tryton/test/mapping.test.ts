import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findDataType, loadTypes } from '@daybook/connector-kit';
import { Compile } from 'typebox/compile';
import { recordOf } from '../src/pull-records.ts';
import { accountType, type WireAccount, type WireAccountType } from '../src/records/accounts.ts';
import { mapBalanceSheet } from '../src/records/reports/balance-sheet.ts';
import { mapProfitAndLoss } from '../src/records/reports/profit-and-loss.ts';
import type { TrytonShared, trytonType } from '../src/tryton-type.ts';
import { decode } from '../src/values.ts';

const types = await loadTypes<TrytonShared>(join(import.meta.dirname, '../src/records'));
const sources = Object.fromEntries(
  (types as ReturnType<typeof trytonType>[]).flatMap(({ dataType, source }) => (source ? [[dataType, source]] : [])),
);

/** Unmodified responses recorded from a real Tryton 6.0. */
type Row = { id: number } & Record<string, unknown>;
const sample = (dataType: string): Row[] =>
  JSON.parse(readFileSync(new URL(`samples/${dataType}.json`, import.meta.url), 'utf8'));

// biome-ignore lint/suspicious/noExplicitAny: a record of any data type.
function mapped(dataType: string): any[] {
  const source = sources[dataType] ?? assert.fail();
  return sample(dataType).flatMap((row) =>
    recordOf(source, row, { isIncremental: false }).map((pulled) =>
      JSON.parse(JSON.stringify({ id: pulled.id, ...pulled.record?.() })),
    ),
  );
}

for (const dataType of Object.keys(sources))
  test(`recorded ${dataType} map to valid records`, () => {
    const schema = findDataType(dataType)?.record ?? assert.fail();
    const [compiled, known] = [Compile(schema), Object.keys(schema.properties)];
    const records = mapped(dataType);
    assert.equal(records.length, sample(dataType).length);
    for (const { id, ...record } of records) {
      assert.ok(compiled.Check(record), `${id}: ${JSON.stringify(compiled.Errors(record))}`);
      assert.deepEqual(
        Object.keys(record).filter((name) => !known.includes(name)),
        [],
      );
    }
  });

test('the status of an invoice follows from its state, and the amount due from its payments', () => {
  const told = mapped('invoices').map(({ id, invoiceNumber, status, totalAmount, amountDue, currency }) => [
    ...[id, invoiceNumber, status, totalAmount, amountDue, currency],
  ]);
  assert.deepEqual(told, [
    ['1', 'INV-2026-00001', 'Paid', 144, 0, 'USD'],
    ['2', 'INV-2026-00002', 'Submitted', 1219.8, 1219.8, 'USD'],
    ['4', undefined, 'Draft', 38.35, 38.35, 'USD'],
    ['6', 'INV-2026-00005', 'PartiallyPaid', 1709.03, 854.51, 'USD'],
    ['9', undefined, 'Draft', 4139.1, 4139.1, 'USD'],
    ['12', 'INV-2026-00009', 'Submitted', 1531.73, 1531.73, 'EUR'],
    ['18', undefined, 'Void', 2498.29, 0, 'USD'],
  ]);
  const [paid] = mapped('invoices');
  assert.deepEqual(paid.lineItems, [
    {
      description: 'Consulting hour',
      unitAmount: 120,
      quantity: 1,
      subTotal: 120,
      accountRef: { id: '6', name: 'Main Revenue' },
      taxRateRef: { id: '1', name: 'VAT 20%', effectiveTaxRate: 20 },
      itemRef: { id: '1', name: 'Consulting hour' },
    },
  ]);
  assert.equal(paid.paymentAllocations[0].payment.totalAmount, 144);
  assert.deepEqual([paid.customerRef.companyName, paid.note], ['Aldine Books', 'Order 1']);
});

test('a credit note is a negative invoice at Tryton, and has positive amounts in Daybook', () => {
  const [note] = mapped('creditNotes');
  assert.ok(note.totalAmount > 0 && note.remainingCredit === note.totalAmount);
  assert.ok(
    note.lineItems.every(
      ({ quantity, subTotal }: Record<string, number>) => (quantity ?? 0) > 0 && (subTotal ?? 0) > 0,
    ),
  );
  const invoices = sources.invoices ?? assert.fail();
  const row = sample('creditNotes')[0] ?? assert.fail();
  assert.deepEqual(recordOf(invoices, row, { isIncremental: false }), []);
  assert.deepEqual(recordOf(invoices, row, { isIncremental: true }), [{ id: String(row.id), isDeleted: true }]);
});

test('a payment names its invoice and its account, and a journal entry sums to zero', () => {
  const [payment] = mapped('payments');
  assert.deepEqual([payment.totalAmount, payment.accountRef.name], [144, 'Main Cash']);
  assert.deepEqual(payment.lines[0].links, [{ type: 'Invoice', id: '1', amount: 144 }]);
  for (const entry of mapped('journalEntries')) {
    const cents = entry.journalLines.map(({ netAmount }: { netAmount: number }) => Math.round(netAmount * 100));
    assert.equal(
      cents.reduce((total: number, one: number) => total + one, 0),
      0,
    );
  }
});

test('the order of members at Tryton does not change the hashed text', () => {
  const source = sources.invoices ?? assert.fail();
  const [row] = sample('invoices');
  const turned = Object.fromEntries(Object.entries(row ?? {}).reverse()) as Row;
  const text = (given: Row) => recordOf(source, given, { isIncremental: false })[0]?.source;
  assert.equal(text(turned), text(row ?? assert.fail()));
});

test('values keep their microseconds and their digits', () => {
  const stamp = { __class__: 'datetime', year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 5, microsecond: 67 };
  const value = { 'party.': { id: 1 }, party: 1, at: stamp, amount: { __class__: 'Decimal', decimal: '0.10' } };
  assert.deepEqual(decode(value), { party: { id: 1 }, at: '2026-01-02T03:04:05.000067Z', amount: '0.10' });
});

const type = (flags: Partial<WireAccountType>): WireAccountType => ({
  ...{ id: 1, name: 'Type', statement: 'balance', assets: false, receivable: false, payable: false },
  ...{ debt: false, revenue: false, expense: false, parent: null, ...flags },
});

test('accounts are classified by their type, and equity by its name', () => {
  const under = (name: string) => ({ parent: { id: 2, name, parent: null } });
  const cases: [Partial<WireAccountType>, string][] = [
    [{ assets: true }, 'Asset'],
    [{ payable: true }, 'Liability'],
    [{ debt: true, ...under('Equity') }, 'Liability'],
    [under('Equity'), 'Equity'],
    [{ name: 'Share capital' }, 'Equity'],
    [under('Liability'), 'Liability'],
    [{ statement: 'income', revenue: true }, 'Income'],
    [{ statement: 'income', expense: true }, 'Expense'],
    [{ statement: 'off-balance' }, 'Unknown'],
    [{ statement: null }, 'Unknown'],
  ];
  for (const [flags, expected] of cases) assert.equal(accountType(type(flags)), expected, JSON.stringify(flags));
});

test('a balance sheet balances, an overdraft is a liability, and a result that is not closed is equity', () => {
  const account = (
    id: number,
    debit: string,
    credit: string,
    of: WireAccountType,
    debitType: WireAccountType | null = null,
  ) =>
    ({
      id,
      name: `Account ${id}`,
      debit,
      credit,
      type: of,
      debit_type: debitType,
      currency: { id: 1, code: 'EUR' },
    }) as WireAccount;
  const period = { id: 7, name: '2026-01', type: 'standard', start_date: '2026-01-01', end_date: '2026-01-31' };
  const [asset, liability] = [type({ assets: true }), type({ payable: true })];
  const wire = {
    period,
    accounts: [
      account(1, '100.10', '0', asset),
      // Its balance is a credit, so it is a liability. With a debit balance it would be an asset.
      account(2, '0', '30.05', liability, asset),
      account(3, '0', '50.00', type({ name: 'Capital' })),
      account(4, '0', '40.05', type({ statement: 'income', revenue: true })),
      account(5, '20.00', '0', type({ statement: 'income', expense: true })),
      account(6, '0', '0', asset),
    ],
  };
  const sheet = mapBalanceSheet(wire);
  assert.deepEqual([sheet.assets.value, sheet.liabilities.value, sheet.equity.value], [100.1, 30.05, 70.05]);
  assert.equal(sheet.netAssets, sheet.equity.value);
  assert.deepEqual(sheet.equity.items.at(-1), { name: 'Result not yet closed', value: 20.05 });
  assert.deepEqual([sheet.date, sheet.currency], ['2026-01-31T00:00:00Z', 'EUR']);
  const result = mapProfitAndLoss(wire);
  assert.deepEqual([result.income.value, result.expenses.value, result.netProfit], [40.05, 20, 20.05]);
});

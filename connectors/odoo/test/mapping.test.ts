import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadTypes } from '@daybook/connector-kit';
import { problemsOf } from '@daybook/connector-kit/conformance';
import type { OdooShared, odooType } from '../src/odoo-type.ts';
import { recordOf } from '../src/pull-records.ts';
import { kindOf } from '../src/records/accounts.ts';
import { yearStart } from '../src/records/info.ts';
import { trackingOf } from '../src/records/parts.ts';
import { mapBalanceSheet } from '../src/records/reports/balance-sheet.ts';
import { mapCashFlow } from '../src/records/reports/cash-flow-statement.ts';
import { mapProfitAndLoss } from '../src/records/reports/profit-and-loss.ts';
import type { WireReport } from '../src/records/reports/pull-reports.ts';
import { htmlOf, plainOf } from '../src/values.ts';

const types = await loadTypes<OdooShared>(join(import.meta.dirname, '../src/records'));
const sources = Object.fromEntries(
  (types as ReturnType<typeof odooType>[]).flatMap(({ dataType, source }) => (source ? [[dataType, source]] : [])),
);
const reports: Record<string, (wire: WireReport) => object> = {
  balanceSheet: mapBalanceSheet,
  profitAndLoss: mapProfitAndLoss,
  cashFlowStatement: mapCashFlow,
};

/** Rows recorded from a real Odoo 19.0; those of attachments are written by hand in the same form. */
type Row = { id: number } & Record<string, unknown>;
const sample = (dataType: string): Row[] =>
  JSON.parse(readFileSync(new URL(`samples/${dataType}.json`, import.meta.url), 'utf8'));

function recordsOf(dataType: string) {
  const report = reports[dataType];
  return sample(dataType).flatMap((row) => {
    if (report) return [{ id: String(row.from), record: () => report(row as never) }];
    return recordOf(sources[dataType] ?? assert.fail(dataType), row, { isIncremental: false });
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a record of any data type.
const mapped = (dataType: string): any[] =>
  recordsOf(dataType).map(({ id, record }) => JSON.parse(JSON.stringify({ id, ...record?.() })));

test('every data type of the catalogue can be read', () => {
  assert.equal(types.length, 23);
});

for (const { dataType } of types)
  test(`recorded ${dataType} map to valid records`, () => {
    const records = recordsOf(dataType);
    // The plans of analytic accounts are read separately.
    if (dataType !== 'trackingCategories') assert.equal(records.length, sample(dataType).length);
    for (const record of records) assert.deepEqual(problemsOf(dataType, record), [], record.id);
  });

test('the status of an invoice follows from its state, and the amount due from its payments', () => {
  const told = mapped('invoices').map(({ invoiceNumber, status, totalAmount, amountDue, currency }) => [
    ...[invoiceNumber, status, totalAmount, amountDue, currency],
  ]);
  assert.deepEqual(told, [
    ['INV/2026/00051', 'Submitted', 402.7, 402.7, 'USD'],
    ['INV/2026/00049', 'Paid', 567.14, 0, 'USD'],
    ['INV/2026/00039', 'PartiallyPaid', 212.96, 202.96, 'USD'],
    ['INV/2026/00040', 'Submitted', 525.74, 525.74, 'EUR'],
    [undefined, 'Draft', 536.09, 536.09, 'USD'],
    ['INV/2026/00041', 'Void', 219.86, 0, 'USD'],
  ]);
  const [, paid, part] = mapped('invoices');
  assert.equal(paid.paymentAllocations[0].allocation.totalAmount, 567.14);
  assert.ok(paid.paidOnDate && part.paidOnDate === undefined);
  assert.equal(part.paymentAllocations[0].allocation.totalAmount, 10);
  const [work, travel] = paid.lineItems;
  assert.deepEqual([work.quantity, work.taxRateRef.effectiveTaxRate, travel.taxAmount], [3, 15, 0]);
  assert.deepEqual([work.subTotal, work.taxAmount, work.totalAmount], [440.97, 66.15, 507.12]);
  assert.equal(paid.lineItems.length, 2, 'taxes and the amount to pay are not lines of the invoice');
});

test('a credit note is not an invoice, and an incremental pass reports it as deleted from the invoices', () => {
  const invoices = sources.invoices ?? assert.fail();
  const row = sample('creditNotes')[0] ?? assert.fail();
  assert.deepEqual(recordOf(invoices, row, { isIncremental: false }), []);
  assert.deepEqual(recordOf(invoices, row, { isIncremental: true }), [{ id: String(row.id), isDeleted: true }]);
  const draft = { ...(sample('journalEntries')[0] ?? assert.fail()), state: 'draft' };
  assert.deepEqual(recordOf(sources.journalEntries ?? assert.fail(), draft, { isIncremental: false }), []);
});

test('a payment names its invoice and its account, and a journal entry sums to zero', () => {
  const [, part] = mapped('payments');
  assert.equal(part.accountRef.name, 'Bank');
  assert.deepEqual(
    part.lines[0].links.map(({ type, amount }: Record<string, unknown>) => [type, amount]),
    [['Invoice', part.totalAmount]],
  );
  for (const entry of mapped('journalEntries')) {
    const cents = entry.journalLines.map(({ netAmount }: { netAmount: number }) => Math.round(netAmount * 100));
    assert.equal(
      cents.reduce((total: number, one: number) => total + one, 0),
      0,
    );
  }
});

test('a refund to a customer is a payment with a negative amount', () => {
  const payments = sources.payments ?? assert.fail();
  const [row = assert.fail()] = sample('payments');
  const refund = payments.map({ ...row, payment_type: 'outbound' } as never) as { totalAmount: number };
  assert.equal(refund.totalAmount, 0 - Number(row.amount));
});

test('a transfer goes from one bank to another', () => {
  for (const { from, to } of mapped('transfers'))
    assert.deepEqual([from.accountRef.name, to.accountRef.name, from.amount], ['Bank', 'Savings', to.amount]);
  const row = sample('transfers')[0] as Row & { company_id: object };
  const others = { ...row, company_id: { id: 1, transfer_account_id: { id: 999 } } };
  assert.deepEqual(recordOf(sources.transfers ?? assert.fail(), others, { isIncremental: false }), []);
});

test('reports balance', () => {
  for (const sheet of mapped('balanceSheet')) {
    assert.equal(sheet.netAssets, sheet.equity.value);
    assert.equal(Number((sheet.assets.value - sheet.liabilities.value).toFixed(2)), sheet.netAssets);
  }
  for (const flow of mapped('cashFlowStatement'))
    assert.equal(Number((flow.openingBalance + flow.netCashFlow).toFixed(2)), flow.closingBalance);
  for (const result of mapped('profitAndLoss'))
    assert.equal(Number((result.grossProfit - result.expenses.value).toFixed(2)), result.netProfit);
});

test('accounts are classified by the first word of their type', () => {
  const told = ['asset_cash', 'liability_payable', 'equity_unaffected', 'income_other', 'expense', 'off_balance'];
  assert.deepEqual(told.map(kindOf), ['Asset', 'Liability', 'Equity', 'Income', 'Expense', 'Unknown']);
});

test('the fiscal year starts on the day after it ends', () => {
  const at = Date.UTC(2026, 10, 18);
  assert.equal(yearStart(12, 31, at), '2026-01-01');
  assert.equal(yearStart(6, 30, at), '2026-07-01');
  assert.equal(yearStart(11, 30, at), '2025-12-01');
  assert.equal(yearStart(2, 29, Date.UTC(2026, 1, 1)), '2025-03-01');
});

test('a distribution over several plans names each analytic account once', () => {
  assert.deepEqual(trackingOf({ '1,7': 50, '1,8': 50 }), [{ id: '1' }, { id: '7' }, { id: '8' }]);
  assert.equal(trackingOf(false), undefined);
});

test('notes are HTML at Odoo and plain text in Daybook', () => {
  const text = 'Thank you & goodbye <b>\nSecond line';
  assert.equal(plainOf(htmlOf(text)), text);
  assert.equal(plainOf('<p>One</p><p>Two&nbsp;three</p>'), 'One\nTwo three');
  assert.equal(plainOf('<p><br></p>'), undefined);
});

test('a file belongs to the record that its model and the kind of that record say', () => {
  const told = mapped('attachments').map(({ id, recordRef, size, hash }) => [id, recordRef, size, hash?.algorithm]);
  assert.deepEqual(told, [
    ['311', { dataType: 'bills', id: '84' }, 43, 'SHA-1'],
    ['312', { dataType: 'customers', id: '9' }, 0, undefined],
  ]);
});

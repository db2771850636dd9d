import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CursorTooOld } from '@daybook/connector-kit';
import { pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { signedSender } from '../../../test/contract-servers/signed-sender.ts';
import { balances, ledgerOf } from '../contract-server/xero-ledger.ts';
import { startXeroServer } from '../contract-server/xero-server.ts';
import { createXeroConnector } from '../src/xero-connector.ts';

const server = await startXeroServer({ invoices: 12, bills: 6, limits: { perMinute: 10_000 } });
after(() => server.stop());
const connector = createXeroConnector({ baseUrl: server.url });
const sender = { http: signedSender(connector, server.oauth), credentials: { tenant: server.tenant } };
const read = async (dataType: string) =>
  new Map([...textsOf(await pullAll(connector, sender, dataType))].map(([id, text]) => [id, JSON.parse(text)]));
const cents = (amount: number) => Math.round(amount * 100);
const monthEnd = (month: string) =>
  Date.parse(new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).toISOString());
const sumOf = (fromMs: number, toMs: number, classes: string[]) =>
  [...balances(ledgerOf(server.books), { fromMs, toMs })].reduce(
    (sum, [account, amount]) => sum + (classes.includes(String(account.Class)) ? amount : 0),
    0,
  );

test('the balance sheet of every month equals the ledger to the cent, and its two sides are equal', async () => {
  const sheets = await read('balanceSheet');
  const thisYear = new Date().getUTCFullYear();
  assert.equal(sheets.size, 12 + new Date().getUTCMonth() + 1, 'the months of this year and of the last');
  assert.ok(sheets.has(`${thisYear - 1}-01`));
  for (const [month, sheet] of sheets) {
    assert.equal(cents(sheet.assets.value), sumOf(0, monthEnd(month), ['ASSET']), month);
    assert.equal(cents(sheet.liabilities.value) + 0, 0 - sumOf(0, monthEnd(month), ['LIABILITY']), month);
    assert.equal(cents(sheet.netAssets), cents(sheet.equity.value), month);
  }
  const last = sheets.get(`${thisYear}-10`);
  assert.ok(last.netAssets !== 0);
  assert.ok(last.equity.items.some(({ name }: { name: string }) => name === 'Current Year Earnings'));
  assert.ok(last.assets.items.some(({ accountId }: { accountId: string }) => accountId === '090'));
  assert.equal(last.currency, 'GBP');
});

test('the profit and loss of every month equals the ledger to the cent', async () => {
  const results = await read('profitAndLoss');
  for (const [month, result] of results) {
    const net = 0 - sumOf(Date.parse(`${month}-01`), monthEnd(month), ['REVENUE', 'EXPENSE']);
    assert.equal(cents(result.netProfit), net, month);
    assert.equal(cents(result.grossProfit), cents(result.income.value) - cents(result.costOfSales.value));
  }
  const [august, september] = [results.get('2026-08'), results.get('2026-09')];
  assert.equal(august.costOfSales.value, 3000.75);
  assert.ok(september.income.value > 0 && september.expenses.value > 0);
});

test('bank accounts have the balance of the ledger; incoming amounts are positive, outgoing negative', async () => {
  const accounts = await read('bankAccounts');
  for (const [account, amount] of balances(ledgerOf(server.books), { toMs: Date.now() })) {
    if (account.Type !== 'BANK') continue;
    const { balance, accountNumber } = accounts.get(String(account.Code || account.AccountID));
    assert.deepEqual([cents(balance), accountNumber], [amount, account.BankAccountNumber]);
  }
  const rows = [...server.books.rows.BankTransactions.values()];
  const amounts = await read('bankTransactions');
  // The two sides of a transfer are one record of `transfers`.
  for (const { BankTransactionID, Type, Total } of rows) {
    const found = amounts.get(String(BankTransactionID))?.amount;
    const signed = String(Type).startsWith('SPEND') ? -Number(Total) : Total;
    assert.equal(found, String(Type).endsWith('-TRANSFER') ? undefined : signed, String(Type));
  }
});

test('the cash flow of every month equals the ledger to the cent', async () => {
  const flows = await read('cashFlowStatement');
  assert.equal(flows.size, 12 + new Date().getUTCMonth() + 1);
  const cash = (fromMs: number, toMs: number) =>
    [...balances(ledgerOf(server.books), { fromMs, toMs })].reduce(
      (sum, [account, amount]) => sum + (account.Type === 'BANK' ? amount : 0),
      0,
    );
  for (const [month, { netCashFlow, openingBalance, closingBalance, cashReceipts, cashPayments }] of flows) {
    assert.equal(cents(netCashFlow), cash(Date.parse(`${month}-01`), monthEnd(month)), month);
    assert.equal(cents(closingBalance), cash(0, monthEnd(month)), month);
    assert.equal(cents(openingBalance) + cents(netCashFlow), cents(closingBalance), month);
    assert.equal(cents(cashReceipts.value) - cents(cashPayments.value), cents(netCashFlow), month);
  }
  const october = flows.get(`${new Date().getUTCFullYear()}-10`);
  assert.deepEqual(
    october.cashReceipts.items.map(({ name, value }: { name: string; value: number }) => [name, value]),
    [['Business Savings', 360.49]],
  );
});

test('an incremental pass asks for the newest months of the cash flow only', async () => {
  const [whole] = await pullAll(connector, sender, 'cashFlowStatement');
  const asked = () => server.requests.filter(({ path }) => path.endsWith('/BankSummary')).length;
  const before = asked();
  const [page] = await pullAll(connector, sender, 'cashFlowStatement', { cursor: whole?.cursor ?? '' });
  assert.deepEqual([page?.records, asked() - before, page?.cursor], [[], 2, whole?.cursor]);
  await assert.rejects(pullAll(connector, sender, 'cashFlowStatement', { cursor: 'nobody' }), CursorTooOld);
});

test('a start date in the sync settings chooses the months', async () => {
  const pages = [];
  for await (const page of connector.pull.profitAndLoss?.({ ...sender, syncFrom: '2026-08-01T00:00:00Z' }) ?? [])
    pages.push(page);
  assert.equal([...textsOf(pages).keys()][0], '2026-08');
});

test('tracking categories and their options are records; lines refer to them', async () => {
  const categories = await read('trackingCategories');
  const [north] = [...categories].filter(([, { name }]) => name === 'North');
  assert.ok(north);
  assert.equal(categories.get(north[1].parentId).name, 'Region');
  assert.equal(categories.get(north[1].parentId).hasChildren, true);
  assert.equal([...categories.values()].find(({ name }) => name === 'Old mill').status, 'Archived');
  const [order] = (await read('purchaseOrders')).values();
  assert.deepEqual(order.lineItems[0].tracking, [{ id: north[0], name: 'North' }]);
});

test('drafts and voided journals are no journal entries', async () => {
  const entries = await read('journalEntries');
  assert.equal(entries.size, 3);
  for (const { journalLines } of entries.values())
    assert.equal(
      journalLines.reduce((sum: number, line: { netAmount: number }) => sum + cents(line.netAmount), 0),
      0,
    );
});

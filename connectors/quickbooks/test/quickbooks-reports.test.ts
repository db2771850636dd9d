import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { signedSender } from '../../../test/contract-servers/signed-sender.ts';
import { currentBalances, ledgerOf } from '../contract-server/quickbooks-ledger.ts';
import { startQuickbooksServer } from '../contract-server/quickbooks-server.ts';
import { createQuickbooksConnector } from '../src/quickbooks-connector.ts';

const server = await startQuickbooksServer({ invoices: 12, bills: 6, limits: { perMinute: 10_000 } });
after(() => server.stop());
const connector = createQuickbooksConnector({ baseUrl: server.url, pageSize: 3 });
const sender = { http: signedSender(connector, server.oauth), credentials: { tenant: server.realm } };
const read = async (dataType: string) =>
  new Map([...textsOf(await pullAll(connector, sender, dataType))].map(([id, text]) => [id, JSON.parse(text)]));
const cents = (amount: number) => Math.round(amount * 100);
const sumOf = (fits: (day: string) => boolean, isCounted: (account: Record<string, unknown>) => boolean) =>
  ledgerOf(server.books).reduce((sum, one) => sum + (fits(one.day) && isCounted(one.account) ? one.cents : 0), 0);
const ofClass =
  (...names: string[]) =>
  ({ Classification }: Record<string, unknown>) =>
    names.includes(String(Classification));

test('the balance sheet of every month equals the ledger to the cent, and its two sides are equal', async () => {
  const sheets = await read('balanceSheet');
  assert.equal(sheets.size, 12 + new Date().getUTCMonth() + 1, 'the months of this year and of the last');
  for (const [month, sheet] of sheets) {
    const until = (day: string) => day.slice(0, 7) <= month;
    assert.equal(cents(sheet.assets.value), sumOf(until, ofClass('Asset')), month);
    assert.equal(cents(sheet.liabilities.value), 0 - sumOf(until, ofClass('Liability')), month);
    assert.equal(cents(sheet.netAssets), cents(sheet.equity.value), month);
  }
  const last = sheets.get('2026-10');
  assert.ok(last.netAssets !== 0 && last.currency === 'GBP');
});

test('the profit and loss and the cash flow of every month equal the ledger to the cent', async () => {
  const [results, flows] = [await read('profitAndLoss'), await read('cashFlowStatement')];
  for (const [month, result] of results) {
    const within = (day: string) => day.startsWith(month);
    assert.equal(cents(result.netProfit), 0 - sumOf(within, ofClass('Revenue', 'Expense')), month);
    const isCash = ({ AccountType }: Record<string, unknown>) => AccountType === 'Bank';
    const { netCashFlow, closingBalance, cashReceipts, cashPayments } = flows.get(month);
    assert.equal(cents(netCashFlow), sumOf(within, isCash), month);
    assert.equal(
      cents(closingBalance),
      sumOf((day) => day.slice(0, 7) <= month, isCash),
      month,
    );
    assert.equal(cents(cashReceipts.value) - cents(cashPayments.value), cents(netCashFlow), month);
  }
  assert.equal(results.get('2026-08').costOfSales.value, 754.5);
});

test('purchases and deposits are one data set, which can be resumed after any page', async () => {
  const whole = await pullAll(connector, sender, 'bankTransactions');
  assert.equal(whole.length, 5);
  assert.deepEqual(
    [...textsOf(whole).keys()].map((id) => id.split('-')[0]),
    [...Array(6).fill('purchase'), ...Array(4).fill('deposit')],
  );
  for (const [at, page] of whole.slice(0, -1).entries()) {
    const rest = await pullAll(connector, sender, 'bankTransactions', { resumeAt: page.resumeAt ?? '' });
    assert.deepEqual(textsOf([...whole.slice(0, at + 1), ...rest]), textsOf(whole));
    assert.equal(rest.at(-1)?.cursor, whole.at(-1)?.cursor);
  }
  const amounts = [...textsOf(whole).values()].map((text) => Math.sign(JSON.parse(text).amount));
  assert.deepEqual(amounts, [-1, -1, -1, -1, -1, 1, 1, 1, 1, 1], 'the last purchase was refunded to a credit card');
});

test('classes and departments are tracking categories; lines refer to them', async () => {
  const categories = await read('trackingCategories');
  const [lathe] = [...categories.values()].filter(({ name }) => name === 'Lathe');
  assert.equal(categories.get(lathe.parentId).name, 'Workshop');
  assert.deepEqual([categories.get(lathe.parentId).hasChildren, lathe.hasChildren], [true, false]);
  assert.deepEqual(
    [...categories].filter(([id]) => id.startsWith('department-')).map(([, { name, status }]) => [name, status]),
    [
      ['Leeds', 'Active'],
      ['York', 'Archived'],
    ],
  );
});

test('bank accounts are accounts at banks and credit cards, and every account has the balance of the ledger', async () => {
  const ledger = currentBalances(server.books);
  const balanceOf = (id: string) => (ledger.get(server.books.rows.Account.get(id) ?? {}) ?? 0) / 100;
  const banks = await read('bankAccounts');
  assert.deepEqual(
    [...banks.values()].map(({ accountName }) => accountName),
    ['Current', 'Savings', 'Visa'],
  );
  for (const [id, { balance }] of banks) assert.equal(balance, balanceOf(id));
  for (const [id, { currentBalance }] of await read('accounts')) assert.equal(currentBalance, balanceOf(id));
  assert.equal(balanceOf([...banks.keys()][2] ?? ''), -24, 'what is owed on the credit card');
});

test('P-VENDORS: a balance that changes is read, although its account counts as unchanged', async () => {
  for (const dataType of ['accounts', 'bankAccounts']) {
    const cursor = (await pullAll(connector, sender, dataType)).at(-1)?.cursor ?? '';
    server.clock.advance(3_600_000);
    const [{ Id: from } = {}, { Id: to } = {}] = [...server.books.rows.Account.values()].filter(
      ({ AccountType }) => AccountType === 'Bank',
    );
    server.books.keep('Transfer', {
      ...{ FromAccountRef: { value: from }, ToAccountRef: { value: to }, Amount: 1, TxnDate: '2026-10-09' },
    });
    const pages = await pullAll(connector, sender, dataType, { cursor });
    assert.deepEqual([...textsOf(pages).keys()].sort(), [String(from), String(to)].sort(), dataType);
  }
});

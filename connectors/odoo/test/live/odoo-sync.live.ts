import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sum } from '@daybook/connector-kit';
import { useApp } from '../../../../test/harness.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type LinkedCompany, linkCompany } from '../../../../test/providers/linked-company.ts';
import { OdooBooks } from './odoo-books.ts';
import { compareInvoices, invoicesAtOdoo } from './odoo-invoices.ts';
import { inDatabase, newBooks, type OdooPlace, seed } from './odoo-server.ts';

/** A complete Daybook against a complete Odoo. What Odoo holds is read from its database, not through its API. */
const wanted = isQuick ? 500 : 5000;
const [edits, deletes] = isQuick ? [20, 5] : [100, 20];
const app = useApp({ config: { selfHostedPlatforms: ['odoo'], providerAllowedAddresses: ['127.0.0.0/8'] } });

let place: OdooPlace;
let books: OdooBooks;
let company: LinkedCompany;
const rows = async <T>(text: string) => (await inDatabase(place.database, text)).rows as T[];
before(async () => {
  place = await newBooks(50);
  books = await OdooBooks.open(place);
  const there = (await invoicesAtOdoo(place.database)).size;
  await seed(place.database, 'bulk', '--count', String(wanted - there)).done;
  company = await linkCompany(await app.account(), { platformKey: 'odoo', credentials: place });
});

test('all invoices are synced, and each equals the one in Odoo', async () => {
  const began = performance.now();
  const sync = await company.sync('invoices');
  assert.equal(sync.status, 'Complete', JSON.stringify(sync));
  tell({ syncedInvoices: sync.counts.added, syncSeconds: Math.round((performance.now() - began) / 100) / 10 });
  assert.equal(await compareInvoices(company, place.database), wanted);
});

test('an incremental pass brings exactly the edits made in Odoo, and a full pass exactly the deletions', async () => {
  const drafts = await books.read<{ id: number; invoice_line_ids: number[] }>(
    'account.move',
    [
      ['state', '=', 'draft'],
      ['move_type', '=', 'out_invoice'],
      ['invoice_origin', 'like', 'BULK-'],
    ],
    ['invoice_line_ids'],
  );
  const [edited, deleted] = [drafts.slice(0, edits), drafts.slice(edits, edits + deletes)];
  for (const [at, { id, invoice_line_ids: lines }] of edited.entries()) {
    // Edit only a line in half of the invoices.
    if (at % 2) await books.write('account.move.line', [lines[0] ?? 0], { name: `Edited ${at}` });
    else await books.write('account.move', [id], { narration: `Edited ${at}` });
  }
  const gone = deleted.map(({ id }) => id);
  await books.delete('account.move', gone);

  const sorted = (changes: { id: string; change: string }[]) =>
    changes.map(({ id, change }) => `${change} ${id}`).sort();
  const start = await company.latest();
  const incremental = await company.sync('invoices');
  assert.equal(incremental.counts.updated, edits, JSON.stringify(incremental.counts));
  const expected = edited.map(({ id }) => `updated ${id}`).sort();
  assert.deepEqual(sorted(await company.changes('invoices', start)), expected);

  const middle = await company.latest();
  const full = await company.sync('invoices', '?full=true');
  const { unchanged: _, ...counts } = full.counts;
  assert.deepEqual(counts, { added: 0, updated: 0, deleted: deletes });
  assert.deepEqual(sorted(await company.changes('invoices', middle)), gone.map((id) => `deleted ${id}`).sort());
  assert.equal(await compareInvoices(company, place.database), wanted - deletes);
  tell({ editedBrought: incremental.counts.updated, deletedFound: counts.deleted });
});

const cents = (balances: Map<string, string>) =>
  [...balances]
    .filter(([, amount]) => Number(amount) !== 0)
    .map(([id, amount]) => `${id}: ${Number(amount).toFixed(2)}`)
    .sort();

const ledger = (condition: string) =>
  `from account_move_line l join account_account a on a.id = l.account_id
   where l.company_id = 1 and l.parent_state = 'posted' ${condition}`;

test("the trial balance computed from synced entries equals Odoo's own to the cent", async () => {
  for (const dataType of ['journalEntries', 'accounts'])
    assert.equal((await company.sync(dataType)).status, 'Complete');
  const amounts = new Map<string, string[]>();
  for (const entry of (await company.records('journalEntries')).values())
    for (const { accountRef, netAmount } of entry.journalLines)
      amounts.set(accountRef.id, [...(amounts.get(accountRef.id) ?? []), String(netAmount)]);
  const computed = new Map([...amounts].map(([id, all]) => [id, sum(all)]));
  const own = await rows<{ id: string; balance: string }>(
    `select a.id::text, sum(l.debit - l.credit)::text as balance ${ledger('')} group by a.id`,
  );
  const theirs = new Map(own.map(({ id, balance }) => [id, balance]));
  assert.deepEqual(cents(computed), cents(theirs));
  // The balance that Odoo itself shows on its accounts.
  const shown = await books.read<{ id: number; current_balance: number }>('account.account', [], ['current_balance']);
  const ofOdoo = new Map(shown.map(({ id, current_balance: balance }) => [String(id), String(balance)]));
  assert.deepEqual(cents(computed), cents(ofOdoo));
  const accounts = await company.records('accounts');
  const ofDaybook = new Map([...accounts].map(([id, { currentBalance }]) => [id, String(currentBalance)]));
  assert.deepEqual(cents(ofDaybook), cents(theirs));
  tell({ trialBalanceAccounts: cents(theirs).length, trialBalanceEqual: true });
});

test('balance sheets, profit and loss and cash flows equal the ledger of Odoo to the cent', async () => {
  const reports = ['balanceSheet', 'profitAndLoss', 'cashFlowStatement'];
  for (const dataType of reports) assert.equal((await company.sync(dataType)).status, 'Complete');
  const [sheets, results, flows] = await Promise.all(reports.map((dataType) => company.records(dataType)));
  const total = async (expression: string, kind: string, condition: string) => {
    const like = ledger(`and a.account_type like '${kind}' and ${condition}`);
    return Number((await rows<{ total: string }>(`select coalesce(sum(${expression}), 0) as total ${like}`))[0]?.total);
  };
  let compared = 0;
  for (const [month, sheet] of sheets ?? []) {
    const until = `l.date <= '${sheet.date.slice(0, 10)}'`;
    const within = `to_char(l.date, 'YYYY-MM') = '${month}'`;
    const [result, flow] = [results?.get(month), flows?.get(month)];
    const [assets, liabilities] = [
      await total('l.balance', 'asset%', until),
      await total('-l.balance', 'liability%', until),
    ];
    const equity = Number((assets - liabilities).toFixed(2));
    assert.deepEqual(
      [sheet.assets.value, sheet.liabilities.value, sheet.equity.value, sheet.netAssets],
      [assets, liabilities, equity, equity],
      `balance sheet of ${month}`,
    );
    const [income, all] = [await total('-l.balance', 'income%', within), await total('l.balance', 'expense%', within)];
    const expenses = Number((result.expenses.value + result.costOfSales.value).toFixed(2));
    assert.deepEqual(
      [result.income.value, expenses, result.netProfit],
      [income, all, Number((income - all).toFixed(2))],
      `profit and loss of ${month}`,
    );
    const cash = [
      await total('l.debit', 'asset\\_cash', within),
      await total('l.credit', 'asset\\_cash', within),
      await total('l.balance', 'asset\\_cash', until),
    ];
    assert.deepEqual([flow.cashReceipts.value, flow.cashPayments.value, flow.closingBalance], cash, `cash ${month}`);
    compared++;
  }
  assert.ok(compared >= 10 && results?.size === compared && flows?.size === compared);
  tell({ monthsCompared: compared, reportsEqual: true });
});

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sum } from '@daybook/connector-kit';
import { useApp } from '../../../../test/harness.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type LinkedCompany, linkCompany } from '../../../../test/providers/linked-company.ts';
import { openProof } from '../../../../test/providers/proof.ts';
import { TrytonBooks } from './tryton-books.ts';
import { newBooks, seed } from './tryton-server.ts';

/** A complete Daybook against a complete Tryton. */
const wanted = isQuick ? 300 : 5000;
const [edits, deletes] = isQuick ? [20, 5] : [100, 10];
const app = useApp({
  config: { selfHostedPlatforms: ['tryton'], providerAllowedAddresses: ['127.0.0.0/8'] },
});

let books: TrytonBooks;
let company: LinkedCompany;
before(async () => {
  const place = await newBooks(50);
  books = await TrytonBooks.open(place);
  const there = (await invoicesAtTryton()).size;
  await seed(place.database, 'bulk', '--count', String(wanted - there)).done;
  company = await linkCompany(await app.account(), { platformKey: 'tryton', credentials: place });
});

type Line = { type: string; description: string; quantity: number; unit_price: string; amount: string };
type Invoice = {
  id: number;
  number: string | null;
  state: string;
  description: string | null;
  party: { name: string };
  total_amount: string;
  amount_to_pay: string;
  lines: Line[];
};

/** Reads the invoices through Tryton's API, independently of the connector. */
async function invoicesAtTryton(): Promise<Map<string, Invoice>> {
  const lines = ['type', 'description', 'quantity', 'unit_price', 'amount'].map((name) => `lines.${name}`);
  const fields = ['number', 'state', 'description', 'party.name', 'total_amount', 'amount_to_pay', ...lines];
  const all = await books.read<Invoice>('account.invoice', [['type', '=', 'out']], fields);
  return new Map(all.filter(({ total_amount }) => Number(total_amount) >= 0).map((row) => [String(row.id), row]));
}

const states: Record<string, string> = { draft: 'Draft', validated: 'Draft', paid: 'Paid', cancelled: 'Void' };

function asDaybook(row: Invoice) {
  const [total, toPay] = [Number(row.total_amount), Number(row.amount_to_pay)];
  return {
    number: row.number ?? undefined,
    status: states[row.state] ?? (toPay < total ? 'PartiallyPaid' : 'Submitted'),
    note: row.description ?? undefined,
    customer: row.party.name,
    total,
    lines: row.lines
      .filter(({ type }) => type === 'line')
      .map((line) => [line.description, line.quantity, Number(line.unit_price), Number(line.amount)]),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a record as it came over HTTP.
const asTryton = (record: any) => ({
  number: record.invoiceNumber,
  status: record.status,
  note: record.note,
  customer: record.customerRef.companyName,
  total: record.totalAmount,
  lines: record.lineItems.map((line: Record<string, unknown>) => [
    ...[line.description, line.quantity, line.unitAmount, line.subTotal],
  ]),
});

/** `missed`: invoices that Daybook lacks or has otherwise. `deletedOnly`: those that only Daybook has. */
async function differences() {
  const [ours, theirs] = [await company.records('invoices'), await invoicesAtTryton()];
  const isSame = (id: string, row: Invoice) =>
    ours.has(id) && isDeepStrictEqual(asTryton(ours.get(id)), asDaybook(row));
  return {
    size: theirs.size,
    missed: [...theirs].flatMap(([id, row]) => (isSame(id, row) ? [] : [id])),
    deletedOnly: [...ours.keys()].filter((id) => !theirs.has(id)),
  };
}

async function compareAll(): Promise<number> {
  const { size, ...wrong } = await differences();
  assert.deepEqual(wrong, { missed: [], deletedOnly: [] });
  return size;
}

test('all invoices are synced, and each equals the one in Tryton', async () => {
  const began = performance.now();
  const sync = await company.sync('invoices');
  assert.equal(sync.status, 'Complete', JSON.stringify(sync));
  tell({ syncedInvoices: sync.counts.added, syncSeconds: Math.round((performance.now() - began) / 100) / 10 });
  assert.equal(await compareAll(), wanted);
});

test('an incremental pass brings exactly the edits made in Tryton, and a full pass exactly the deletions', async () => {
  const drafts = await books.read<{ id: number; lines: number[] }>(
    'account.invoice',
    [
      ['state', '=', 'draft'],
      ['type', '=', 'out'],
      ['reference', 'like', 'BULK-%'],
    ],
    ['lines'],
  );
  const [edited, deleted] = [drafts.slice(0, edits), drafts.slice(edits, edits + deletes)];
  for (const [at, { id, lines }] of edited.entries()) {
    // Edit only a line in half of the invoices. The date of the invoice then does not change.
    if (at % 2) await books.write('account.invoice.line', [lines[0] ?? 0], { quantity: 30 + at });
    else await books.write('account.invoice', [id], { description: `Edited ${at}` });
  }
  const gone = deleted.map(({ id }) => id);
  await books.delete('account.invoice', gone);

  const sorted = (changes: { id: string; change: string }[]) =>
    changes.map(({ id, change }) => `${change} ${id}`).sort();
  const start = await company.latest();
  const incremental = await company.sync('invoices');
  const { missed: editsMissed } = await differences();
  tell({ editedBrought: incremental.counts.updated, editsMissed: editsMissed.length });
  assert.equal(incremental.counts.updated, edits, JSON.stringify(incremental.counts));
  const expected = edited.map(({ id }) => `updated ${id}`).sort();
  assert.deepEqual(sorted(await company.changes('invoices', start)), expected);

  const middle = await company.latest();
  const full = await company.sync('invoices', '?full=true');
  const { deletedOnly } = await differences();
  tell({ deletedFound: full.counts.deleted, deletionsMissed: deletedOnly.length });
  const { unchanged: _, ...counts } = full.counts;
  assert.deepEqual(counts, { added: 0, updated: 0, deleted: deletes });
  assert.deepEqual(sorted(await company.changes('invoices', middle)), gone.map((id) => `deleted ${id}`).sort());
  assert.equal(await compareAll(), wanted - deletes);
  openProof('tryton', 'live').note('deletions', 'invoices');
});

type Balances = Map<string, string>;
const cents = (balances: Balances) =>
  [...balances]
    .filter(([, amount]) => Number(amount) !== 0)
    .map(([id, amount]) => `${id}: ${Number(amount).toFixed(2)}`)
    .sort();

test("the trial balance computed from synced entries equals Tryton's own to the cent", async () => {
  for (const dataType of ['journalEntries', 'accounts'])
    assert.equal((await company.sync(dataType)).status, 'Complete');
  const amounts = new Map<string, string[]>();
  for (const entry of (await company.records('journalEntries')).values())
    for (const { accountRef, netAmount } of entry.journalLines)
      amounts.set(accountRef.id, [...(amounts.get(accountRef.id) ?? []), String(netAmount)]);
  const computed: Balances = new Map([...amounts].map(([id, all]) => [id, sum(all)]));

  const years = await books.read<{ id: number }>('account.fiscalyear', [], ['name']);
  const own = new Map<string, string>();
  for (const { id: fiscalyear } of years) {
    type Row = { account: number; debit: string; credit: string };
    const context = { fiscalyear, posted: true };
    for (const row of await books.read<Row>(
      'account.general_ledger.account',
      [],
      ['account', 'debit', 'credit'],
      context,
    ))
      own.set(String(row.account), sum([own.get(String(row.account)) ?? '0', row.debit, `-${row.credit}`]));
  }
  assert.deepEqual(cents(computed), cents(own));
  const accounts = await company.records('accounts');
  assert.deepEqual(
    cents(new Map([...accounts].map(([id, { currentBalance }]) => [id, String(currentBalance)]))),
    cents(own),
  );
  tell({ trialBalanceAccounts: cents(own).length, trialBalanceEqual: true });
});

type Type = {
  id: number;
  name: string;
  statement: string;
  parent: number;
  revenue: boolean;
  expense: boolean;
  amount: string;
};
const typeFields = ['name', 'statement', 'parent', 'revenue', 'expense', 'amount'];

test("balance sheets and profit and loss equal Tryton's own to the cent", async () => {
  for (const dataType of ['balanceSheet', 'profitAndLoss'])
    assert.equal((await company.sync(dataType)).status, 'Complete');
  type Period = { id: number; fiscalyear: number; end_date: string };
  const periods = await books.read<Period>('account.period', [], ['fiscalyear', 'end_date']);
  const raw = await books.call<{ id: number; end_date: object }[]>('model.account.period.search_read', [
    ...[[], 0, null, null, ['end_date']],
  ]);
  const [sheets, results] = [await company.records('balanceSheet'), await company.records('profitAndLoss')];
  assert.ok(sheets.size >= 12 && results.size === sheets.size);
  let compared = 0;
  for (const { id, fiscalyear } of periods.filter((period) => sheets.has(String(period.id)))) {
    const date = raw.find((period) => period.id === id)?.end_date;
    const balance = await books.read<Type>('account.account.type', [], typeFields, {
      date,
      cumulate: true,
      posted: true,
    });
    // Tryton 7.0 writes some zeros as -0.
    const named = (name: string) => 0 + Number(balance.find((type) => type.name === name && type.parent === 1)?.amount);
    const sheet = sheets.get(String(id));
    assert.deepEqual(
      [sheet.assets.value, sheet.liabilities.value, sheet.equity.value, sheet.netAssets],
      [named('Asset'), named('Liability'), named('Equity'), named('Equity')],
      `balance sheet of ${sheet.date}`,
    );
    const context = { fiscalyear, start_period: id, end_period: id, posted: true };
    const income = await books.read<Type>('account.account.type', [], typeFields, context);
    const total = (which: 'revenue' | 'expense') =>
      Number(sum(income.filter((type) => type[which]).map(({ amount }) => amount)));
    const result = results.get(String(id));
    assert.deepEqual(
      [result.income.value, 0 - result.expenses.value, result.netProfit],
      [0 + total('revenue'), 0 + total('expense'), Number((total('revenue') + total('expense')).toFixed(2))],
      `profit and loss from ${result.fromDate}`,
    );
    compared++;
  }
  tell({ periodsCompared: compared, reportsEqual: true });
});

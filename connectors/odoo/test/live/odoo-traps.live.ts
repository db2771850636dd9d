import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { plainHttp, pullAll, textOf } from '@daybook/connector-kit/conformance';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { createOdooConnector } from '../../src/odoo-connector.ts';
import { OdooBooks } from './odoo-books.ts';
import { bookEntry, makeDraft, makePosted, pay } from './odoo-changes.ts';
import { inDatabase, newBooks, otherCompany, seed } from './odoo-server.ts';

/** One test for each problem that was seen with Odoo, against a real server. */
const place = await newBooks(50);
const books = await OdooBooks.open(place);
const http = plainHttp({ timeoutMs: 60_000 });
const connector = createOdooConnector();
const withoutOverlap = createOdooConnector({ overlapMs: 0 });

async function records(dataType: string, from: { cursor?: string } = {}, using = connector, credentials = place) {
  const pages = await pullAll(using, { http, credentials }, dataType, from);
  return {
    cursor: pages.at(-1)?.cursor ?? '',
    all: new Map(pages.flatMap((page) => page.records).map((record) => [record.id, record])),
  };
}

/** Odoo's times have whole seconds: what follows must happen in a later second than what was before. */
const nextSecond = () => setTimeout(1100);

test('records of a long transaction are not missed, although later timestamps were seen before', async () => {
  const count = isQuick ? 10 : 40;
  const before = await records('invoices');
  async function whileOpen() {
    await nextSecond();
    const other = await makeDraft(books);
    const seen = await records('invoices', { cursor: before.cursor });
    // Records that changed within the overlap are returned again. Credit notes are reported as deleted.
    const fresh = [...seen.all].filter(([id, record]) => !before.all.has(id) && !record.isDeleted);
    assert.deepEqual(
      fresh.map(([id]) => id),
      [String(other)],
      'the transaction is not visible before it has ended',
    );
    return seen;
  }
  const slow = seed(place.database, 'slow', '--count', String(count));
  await slow.begun;
  const meanwhile = await whileOpen().finally(slow.finish);
  await slow.done;
  const made = (await books.read<{ id: number }>('account.move', [['move_type', '=', 'out_invoice']], ['id']))
    .map(({ id }) => String(id))
    .filter((id) => !before.all.has(id) && !meanwhile.all.has(id));
  assert.equal(made.length, count);
  const naive = await records('invoices', meanwhile, withoutOverlap);
  const ours = await records('invoices', meanwhile);
  const missedBy = (pass: typeof ours) => made.filter((id) => !pass.all.has(id)).length;
  tell({ slowTransaction: count, missedWithoutOverlap: missedBy(naive), missedWithOverlap: missedBy(ours) });
  assert.equal(missedBy(naive), count, 'Odoo still has this problem');
  assert.equal(missedBy(ours), 0);
});

test('an invoice of which only a line was edited is returned', async () => {
  const id = await makeDraft(books);
  const { cursor, all } = await records('invoices');
  const line = await books.first('account.move.line', [['move_id', '=', id]]);
  await nextSecond();
  await books.write('account.move.line', [line], { name: 'Edited' });
  const pass = await records('invoices', { cursor }, withoutOverlap);
  const record = pass.all.get(String(id)) ?? assert.fail('the invoice was not returned');
  assert.notEqual(textOf(record), textOf(all.get(String(id)) ?? assert.fail()));
});

test('a payment that is assigned and taken away again changes the invoice both times', async () => {
  const id = await makePosted(books);
  const { cursor } = await records('invoices');
  await nextSecond();
  await pay(books, id, 10);
  const paid = await records('invoices', { cursor }, withoutOverlap);
  // biome-ignore lint/suspicious/noExplicitAny: a record of any data type.
  const told = (pass: typeof paid) => pass.all.get(String(id))?.record?.() as any;
  assert.deepEqual([told(paid).status, told(paid).amountDue], ['PartiallyPaid', 15]);
  assert.equal(told(paid).paymentAllocations[0].allocation.totalAmount, 10);
  await nextSecond();
  const lines = await books.call<number[]>('account.move.line', 'search', { domain: [['move_id', '=', id]] });
  await books.press('account.move.line', 'remove_move_reconcile', lines);
  const open = await records('invoices', { cursor: paid.cursor }, withoutOverlap);
  assert.deepEqual([told(open)?.status, told(open)?.amountDue], ['Submitted', 25]);
});

test('an entry that is reset to draft leaves the journal entries, and a cancelled payment the payments', async () => {
  const entry = await bookEntry(books, 5);
  const payment = await pay(books, await makePosted(books), 10);
  const [entries, payments] = [await records('journalEntries'), await records('payments')];
  assert.ok(entries.all.has(String(entry)) && payments.all.has(String(payment)));
  await books.press('account.move', 'button_draft', [entry]);
  await books.press('account.payment', 'action_draft', [payment]);
  await books.press('account.payment', 'action_cancel', [payment]);
  assert.equal((await records('journalEntries', entries)).all.get(String(entry))?.isDeleted, true);
  assert.equal((await records('payments', payments)).all.get(String(payment))?.isDeleted, true);
  assert.ok(!(await records('payments')).all.has(String(payment)));
});

test('a draft that becomes a credit note moves from the invoices to the credit notes', async () => {
  const id = await makeDraft(books);
  const { cursor } = await records('invoices');
  await books.press('account.move', 'action_switch_move_type', [id]);
  assert.equal((await records('invoices', { cursor })).all.get(String(id))?.isDeleted, true);
  const note = (await records('creditNotes', { cursor })).all.get(String(id))?.record?.() as { totalAmount: number };
  assert.equal(note.totalAmount, 25);
});

test('a partner that is no longer active is archived, not deleted', async () => {
  const id = await books.create('res.partner', { name: 'Soon gone', customer_rank: 1 });
  await books.write('res.partner', [id], { active: false });
  const record = (await records('customers')).all.get(String(id))?.record?.() as { status: string };
  assert.equal(record.status, 'Archived');
});

test('nothing of another company in the same database is read, although the user may read both', async () => {
  const owned: Record<string, string> = {
    invoices: "account_move where move_type = 'out_invoice'",
    bills: "account_move where move_type = 'in_invoice'",
    customers: 'res_partner where true',
    items: 'product_product where product_tmpl_id in (select id from product_template where company_id = 2) or false',
    payments: 'account_payment where true',
    journalEntries: 'account_move where true',
    taxRates: 'account_tax where true',
    bankAccounts: 'account_journal where true',
    bankTransactions: 'account_bank_statement_line where true',
    transfers: 'account_partial_reconcile where true',
    trackingCategories: 'account_analytic_account where true',
    salesOrders: 'sale_order where true',
    purchaseOrders: 'purchase_order where true',
  };
  let [leaked, theirs] = [0, 0];
  for (const dataType of Object.keys(connector.pull)) {
    const { all } = await records(dataType);
    for (const record of all.values())
      if (/secret|other books/i.test(`${record.source}${JSON.stringify(record.record?.())}`)) leaked++;
    const table = owned[dataType];
    if (!table) continue;
    const and = dataType === 'items' ? '' : ' and company_id = 2';
    const { rows } = await inDatabase(place.database, `select id::text from ${table}${and}`);
    theirs += rows.length;
    leaked += rows.filter(({ id }) => all.has(id)).length;
  }
  tell({ recordsOfOtherCompany: theirs, leakedRecords: leaked });
  assert.ok(theirs > 60, `the other company has only ${theirs} records`);
  assert.equal(leaked, 0);
  const other = await records('invoices', {}, connector, { ...place, company: otherCompany });
  assert.equal(other.all.size, 12);
  assert.ok([...other.all.values()].every(({ source }) => source?.includes('Secret Work')));
});

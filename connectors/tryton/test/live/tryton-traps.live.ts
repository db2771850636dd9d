import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PushAnswer, PushWish } from '@daybook/connector-kit';
import * as errors from '@daybook/connector-kit';
import { plainHttp, pullAll, textOf } from '@daybook/connector-kit/conformance';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { createTrytonConnector } from '../../src/tryton-connector.ts';
import { TrytonBooks } from './tryton-books.ts';
import { makeDraft, today } from './tryton-changes.ts';
import { trytonExamples } from './tryton-pushes.ts';
import { inDatabase, newBooks, seed, viewer } from './tryton-server.ts';

/** One test for each problem that was seen with Tryton, against a real server. */
const place = await newBooks(50);
const proxy = await startFaultProxy(place.url);
after(() => proxy.stop());
const books = await TrytonBooks.open(place);
const examples = trytonExamples(books);
const http = plainHttp({ timeoutMs: 20_000 });
const credentials = { ...place, url: proxy.url };
const connector = createTrytonConnector();
const sender = { http, credentials };

type Row = { id: number; number: string; state: string; tax_amount: string; total_amount: string; write_date: string };
const invoiceRow = async (id: number) => {
  const fields = ['number', 'state', 'tax_amount', 'total_amount', 'write_date'];
  const [row] = await books.read<Row>('account.invoice', [['id', '=', id]], fields);
  return row ?? assert.fail(`there is no invoice ${id}`);
};

async function records(dataType: string, from: { cursor?: string } = {}, using = connector) {
  const pages = await pullAll(using, sender, dataType, from);
  return {
    cursor: pages.at(-1)?.cursor ?? '',
    all: new Map(pages.flatMap((page) => page.records).map((record) => [record.id, record])),
  };
}

function open(dataType: string, record: object, reference = randomUUID()) {
  const push = connector.push?.[dataType] ?? assert.fail();
  const wish: PushWish = { operation: 'create', record, reference };
  const input = { ...sender, wish, prepared: push.prepare(wish, credentials) };
  return { send: () => push.send(input), find: () => push.find?.(input) ?? assert.fail(), reference };
}

const idOf = (answer: PushAnswer | { kind: 'absent' }) =>
  answer.kind === 'done' ? answer.record.id : assert.fail(JSON.stringify(answer));

test('records of a long transaction are not missed, although later timestamps were seen before', async () => {
  const count = isQuick ? 10 : 40;
  const before = await records('invoices');
  const slow = seed(place.database, 'slow', '--count', String(count), '--seconds', isQuick ? '5' : '20');
  await slow.begun;
  // Tryton reports its time in whole seconds: the transaction must have started in an earlier second.
  await setTimeout(1100);
  await makeDraft(books);
  const meanwhile = await records('invoices', { cursor: before.cursor });
  // Records that changed within the overlap are returned again. Rows that are not invoices are reported as deleted.
  const fresh = [...meanwhile.all].filter(([id, record]) => !before.all.has(id) && !record.isDeleted);
  assert.ok(fresh.length <= 1, `${fresh.length} are visible before the transaction has ended`);
  await slow.done;
  const wanted = [
    ['type', '=', 'out'],
    ['total_amount', '>', 0],
  ];
  const made = (await books.read<{ id: number }>('account.invoice', wanted, ['id']))
    .map(({ id }) => String(id))
    .filter((id) => !before.all.has(id) && !meanwhile.all.has(id));
  assert.equal(made.length, count);
  const naive = await records('invoices', meanwhile, createTrytonConnector({ overlapMs: 0 }));
  const ours = await records('invoices', meanwhile);
  const missedBy = (pass: typeof ours) => made.filter((id) => !pass.all.has(id)).length;
  tell({ slowTransaction: count, missedWithoutOverlap: missedBy(naive), missedWithOverlap: missedBy(ours) });
  assert.equal(missedBy(naive), count, 'Tryton still has this problem');
  assert.equal(missedBy(ours), 0);
});

test('an edited line does not change the date of its invoice, but the invoice is returned', async () => {
  const id = await makeDraft(books);
  const { cursor, all } = await records('invoices');
  const [before, line] = [await invoiceRow(id), await books.first('account.invoice.line', [['invoice', '=', id]])];
  await books.write('account.invoice.line', [line], { quantity: 9 });
  const row = await invoiceRow(id);
  assert.equal(row.write_date, before.write_date, 'Tryton still has this problem');
  assert.notEqual(row.total_amount, before.total_amount);
  // Without an overlap, so that only the edited line can be the reason.
  const pass = await records('invoices', { cursor }, createTrytonConnector({ overlapMs: 0 }));
  const record = pass.all.get(String(id)) ?? assert.fail('the invoice was not returned');
  assert.notEqual(textOf(record), textOf(all.get(String(id)) ?? assert.fail()));
});

test('a deleted line leaves no trace, but the full pass finds it', async () => {
  const id = await makeDraft(books);
  const before = await records('invoices');
  await books.delete('account.invoice.line', [await books.first('account.invoice.line', [['invoice', '=', id]])]);
  const pass = await records('invoices', {}, connector);
  const texts = [before, pass].map(({ all }) => textOf(all.get(String(id)) ?? assert.fail()));
  assert.notEqual(texts[0], texts[1]);
});

test('a draft that becomes a credit note moves from the invoices to the credit notes', async () => {
  const id = await makeDraft(books);
  const { cursor } = await records('invoices');
  const line = await books.first('account.invoice.line', [['invoice', '=', id]]);
  await books.write('account.invoice.line', [line], { quantity: -3 });
  await books.write('account.invoice', [id], { description: 'Now a credit note' });
  assert.equal((await records('invoices', { cursor })).all.get(String(id))?.isDeleted, true);
  const note = (await records('creditNotes', { cursor })).all.get(String(id))?.record?.() as { totalAmount: number };
  assert.equal(note.totalAmount, 90);
});

test('a party that is no longer active is archived, not deleted', async () => {
  const id = await books.create('party.party', { name: 'Soon gone' });
  await books.write('party.party', [id], { active: false });
  const record = (await records('customers')).all.get(String(id))?.record?.() as { status: string };
  assert.equal(record.status, 'Archived');
});

test('an idle session can read but not post, and is replaced once', async () => {
  const logins = () => proxy.count(({ body }) => body.includes('"common.db.login"'));
  await connector.check(sender);
  const before = logins();
  await inDatabase(place.database, "update ir_session set create_date = now() - interval '2 hours', write_date = null");
  assert.ok((await records('accounts')).all.size > 0);
  assert.equal(logins(), before, 'it still reads');
  const id = idOf(await open('invoices', await examples.example('invoices')).send());
  assert.equal((await invoiceRow(Number(id))).state, 'posted');
  assert.equal(logins(), before + 1);
});

test('create does not compute taxes, but a pushed draft and a posted invoice have them', async () => {
  const record = await examples.example('invoices');
  for (const status of ['Draft', 'Submitted']) {
    const row = await invoiceRow(Number(idOf(await open('invoices', { ...record, status }).send())));
    // 3 × 99.99 at 20 %, 1.5 × 40.0001 and 3 × 99.99 without tax.
    assert.deepEqual([row.tax_amount, row.total_amount], ['59.99', '719.93'], status);
    assert.equal(row.state, status === 'Draft' ? 'draft' : 'posted');
  }
});

test('concurrent posts conflict at Tryton, but all invoices get their numbers, without gaps', async () => {
  const record = await examples.example('invoices');
  const answers = await Promise.all(Array.from({ length: 6 }, () => open('invoices', record).send()));
  const rows = await Promise.all(answers.map((answer) => invoiceRow(Number(idOf(answer)))));
  const numbers = rows.map(({ number }) => Number(number.split('-').at(-1))).sort((a, b) => a - b);
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => (numbers[0] ?? 0) + at),
  );
});

test('business errors come with HTTP 200, and name their fields', async () => {
  const record = (await examples.example('invoices')) as { lineItems: object[] };
  const refusalOf = async (changes: object) => {
    const answer = await open('invoices', { ...record, ...changes }).send();
    return answer.kind === 'refused' ? answer : assert.fail(JSON.stringify(answer));
  };
  const [line] = record.lineItems;
  const cases: [string, object, string, RegExp][] = [
    ['no period', { issueDate: '1999-01-01' }, 'issueDate', /period/],
    ['no such party', { customerRef: { id: '999999' } }, 'customerRef.id', /party/],
    ['no such currency', { currency: 'XTS' }, 'currency', /XTS/],
    [
      'no such account',
      { lineItems: [{ ...line, accountRef: { id: '999999' } }] },
      'lineItems.0.accountRef.id',
      /exist/,
    ],
    [
      'too many digits',
      { lineItems: [{ ...line, unitAmount: 1.123456 }] },
      'lineItems.0.unitAmount',
      /digits|decimal/i,
    ],
  ];
  for (const [what, changes, itemId, message] of cases) {
    const refused = await refusalOf(changes);
    assert.deepEqual(
      refused.errors.map((error) => error.itemId),
      [itemId],
      `${what}: ${refused.message}`,
    );
    assert.match(refused.message, message, what);
  }
  await assert.rejects(
    connector.check({ http, credentials: { ...credentials, database: 'nosuch' } }),
    errors.AuthRejected,
  );
  const denied = { http, credentials: { ...credentials, ...viewer } };
  await assert.rejects(pullAll(connector, denied, 'journalEntries'), errors.PermissionDenied);
});

test('an invoice dated before the last numbered one is rejected and leaves no draft behind', async () => {
  const record = (await examples.example('invoices')) as object;
  idOf(await open('invoices', record).send());
  const early = open('invoices', { ...record, issueDate: `${today().slice(0, 4)}-01-02` });
  const answer = await early.send();
  assert.equal(answer.kind, 'refused');
  assert.deepEqual(await examples.invoicesOf(early.reference), []);
  assert.deepEqual(await early.find(), { kind: 'absent' });
});

test('of two drafts with one reference, the older is kept and the other is deleted', async () => {
  const twice = open('invoices', await examples.example('invoices'));
  const makes = ({ body }: { body: string }) => body.includes('"model.account.invoice.create"');
  const looks = ({ body }: { body: string }) => body.includes('"model.account.invoice.search"');
  for (let sends = 0; sends < 2; sends++) {
    proxy.order({ fault: 'lost', matches: makes });
    proxy.order({ fault: 'failing', matches: looks });
    await assert.rejects(twice.send(), errors.Unavailable);
    proxy.clear();
  }
  const [first, second] = await examples.invoicesOf(twice.reference);
  assert.ok(first && second, 'Tryton does not keep references unique');
  assert.equal(idOf(await twice.find()), String(first.id));
  const left = await examples.invoicesOf(twice.reference);
  assert.deepEqual(
    left.map(({ id, state }) => [id, state]),
    [[first.id, 'posted']],
  );
});

test('a rejected password is not retried at once, because Tryton would lock the user out', async () => {
  const wrong = { http, credentials: { ...credentials, user: 'locked', password: 'wrong' } };
  const logins = () => proxy.count(({ body }) => body.includes('"locked"'));
  for (let look = 0; look < 8; look++) await assert.rejects(connector.check(wrong), errors.AuthRejected);
  assert.equal(logins(), 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { collectGenerations } from '../../src/data/write/collect-generations.ts';
import { anInvoice, publishRecords, type RecordToPublish } from '../data/seed-data-set.ts';
import { type Seeded, seedConnection, seedDataSet } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { checkWalks } from '../lists/check-walks.ts';

const clock = settableClock(new Date('2026-10-02T09:00:00Z'));
const config = { sandboxUrl: 'http://127.0.0.1:9', role: 'api' as const, versionsKeptHours: 24 };
const app = useApp({ clock, config });
const hour = 3_600_000;

type Publish = (dataType: string, records: RecordToPublish[]) => Promise<void>;
type Books = { account: TestAccount; companyId: string; path: string; publish: Publish };

async function books(account?: TestAccount): Promise<Books> {
  const owner = account ?? (await app.account());
  const { companyId } = (await owner.send('POST /companies', { body: { name: 'books' } })).body;
  const place = { accountId: owner.accountId, companyId };
  const connectionId = await seedConnection(app.ctx.db, place);
  const sets = new Map<string, Seeded>();
  const publish: Publish = async (dataType, records) => {
    const known = sets.get(dataType);
    const set = known ?? (await seedDataSet(app.ctx.db, { ...place, connectionId, dataType }));
    sets.set(dataType, set);
    await publishRecords(app.ctx.db, set, records, { at: clock.now() });
    clock.advanceMs(1000);
  };
  return { account: owner, companyId, path: `/companies/${companyId}/restatements`, publish };
}

const invoice = (id: string, issueDate: string, fields: object = {}): RecordToPublish => ({
  id,
  record: anInvoice({ issueDate: `${issueDate}T00:00:00Z`, ...fields }),
});

/** Moves the clock on and returns the moment. */
function pause(): string {
  const at = clock.now().toISOString();
  clock.advanceMs(hour);
  return at;
}

async function get({ account, path }: Books, search: string, at = '') {
  const answer = await account.send(`GET ${path}${at}?${search}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
const listOf = (of: Books, search: string) => get(of, search, '/records');
const said = (body: { results: { id: string; change: string; difference?: number }[] }) =>
  Object.fromEntries(body.results.map(({ id, change, difference }) => [id, `${change} ${difference}`]));

test('P-RESTATED: a changed, deleted, voided, new or backdated record of the closed period is told, with its amount', async () => {
  const of = await books();
  await of.publish('invoices', [
    invoice('same', '2026-09-01'),
    invoice('amount', '2026-09-02'),
    invoice('deleted', '2026-09-03', { totalAmount: 7 }),
    invoice('voided', '2026-09-04', { totalAmount: 8 }),
    invoice('paid', '2026-09-05', { status: 'Submitted', amountDue: 100 }),
    invoice('moved-in', '2026-10-02', { totalAmount: 40 }),
    invoice('moved-out', '2026-09-29', { totalAmount: 60 }),
    invoice('draft', '2026-09-10', { status: 'Draft', totalAmount: 11 }),
    invoice('currency', '2026-09-11', { totalAmount: 12 }),
    invoice('later', '2026-10-01'),
  ]);
  const from = pause();
  await of.publish('invoices', [
    invoice('amount', '2026-09-02', { totalAmount: 100.1 }),
    { id: 'deleted', isDeleted: true },
    invoice('voided', '2026-09-04', { totalAmount: 8, status: 'Void' }),
    invoice('paid', '2026-09-05', { status: 'Paid', amountDue: 0, paidOnDate: '2026-10-01T00:00:00Z' }),
    invoice('moved-in', '2026-09-30', { totalAmount: 40 }),
    invoice('moved-out', '2026-10-01', { totalAmount: 60 }),
    invoice('draft', '2026-09-10', { status: 'Submitted', totalAmount: 11 }),
    invoice('currency', '2026-09-11', { totalAmount: 12, currency: 'USD' }),
    invoice('later', '2026-10-01', { totalAmount: 5000 }),
    invoice('late', '2026-09-30', { totalAmount: 0.25 }),
    invoice('new', '2026-10-02', { totalAmount: 3 }),
  ]);
  const closed = `from=${from}&closedOn=2026-09-30`;
  const list = await listOf(of, closed);
  assert.deepEqual(said(list), {
    amount: 'changed 0.1',
    currency: 'changed undefined',
    deleted: 'deleted -7',
    draft: 'backdated 11',
    late: 'backdated 0.25',
    'moved-in': 'backdated 40',
    'moved-out': 'changed -60',
    voided: 'deleted -8',
  });
  assert.equal(list.totalResults, 8);
  const fields = list.results.find(({ id }: { id: string }) => id === 'amount');
  assert.deepEqual(fields.changedFields, ['totalAmount']);
  assert.deepEqual([fields.before.amount, fields.after.amount, fields.before.generation], [100, 100.1, 1]);
  assert.equal('before' in list.results.find(({ id }: { id: string }) => id === 'late'), false);

  const summary = await get(of, closed);
  const { added, changed, deleted, backdated } = summary;
  assert.deepEqual([added, changed, deleted, backdated], [0, 3, 2, 3]);
  const [invoices] = summary.dataTypes;
  assert.deepEqual(invoices.amounts, [
    { currency: 'EUR', added: 0, changed: -71.9, deleted: -15, backdated: 51.25, difference: -35.65 },
    { currency: 'USD', added: 0, changed: 12, deleted: 0, backdated: 0, difference: 12 },
  ]);
  assert.deepEqual(invoices.months, [
    {
      month: '2026-09',
      currency: 'EUR',
      records: 8,
      added: 0,
      changed: 3,
      deleted: 2,
      backdated: 3,
      before: 187,
      after: 151.35,
      difference: -35.65,
    },
    {
      month: '2026-09',
      currency: 'USD',
      records: 1,
      added: 0,
      changed: 1,
      deleted: 0,
      backdated: 0,
      before: 0,
      after: 12,
      difference: 12,
    },
  ]);
  // The default period ends on the day before `from`.
  assert.deepEqual((await get(of, `from=${from}`)).closedOn, '2026-10-01');
  const open = said(await listOf(of, `from=${from}&closedOn=2026-10-31`));
  assert.deepEqual([open.new, open.later, open['moved-out']], ['added 3', 'changed 4900', 'changed 0']);
  const part = await listOf(of, `${closed}&closedFrom=2026-09-11`);
  assert.deepEqual(Object.keys(said(part)), ['currency', 'late', 'moved-in', 'moved-out']);
  const { results } = await listOf(of, `${closed}&include=records&query=change=changed&orderBy=-id`);
  assert.deepEqual(
    results.map((one: { id: string }) => one.id),
    ['moved-out', 'currency', 'amount'],
  );
  assert.equal(results[2].before.record.totalAmount, 100);
  assert.equal(results[2].after.record.totalAmount, 100.1);
});

test('P-RESTATED: the pages of the list and its link in the summary compare the same states, whatever is published meanwhile', async () => {
  const of = await books();
  const ids = Array.from({ length: 9 }, (_, n) => `inv-${n}`);
  await of.publish(
    'invoices',
    ids.map((id) => invoice(id, '2026-09-05')),
  );
  await of.publish('payments', [{ id: 'p', record: { date: '2026-09-05T00:00:00Z', totalAmount: 1 } }]);
  const from = pause();
  await of.publish(
    'invoices',
    ids.slice(0, 7).map((id) => invoice(id, '2026-09-05', { totalAmount: 101 })),
  );
  const summary = await get(of, `from=${from}&closedOn=2026-09-30`);
  const first = await listOf(of, `from=${from}&closedOn=2026-09-30&pageSize=3`);
  await of.publish(
    'invoices',
    ids.map((id) => invoice(id, '2026-09-05', { totalAmount: 102 })),
  );
  await of.publish('payments', [{ id: 'p', isDeleted: true }]);
  const seen = [...first.results];
  for (let next = first._links.next?.href; next; ) {
    const page = (await of.account.send(`GET ${next}`)).body;
    seen.push(...page.results);
    assert.equal(page.totalResults, 7);
    next = page._links.next?.href;
  }
  assert.deepEqual(
    seen.map(({ id, difference }) => `${id} ${difference}`),
    ids.slice(0, 7).map((id) => `${id} 1`),
  );
  const linked = (await of.account.send(`GET ${summary._links.records.href}`)).body;
  assert.deepEqual(linked.results, seen);
  assert.equal((await listOf(of, `from=${from}&closedOn=2026-09-30`)).totalResults, 10);
});

test('A-1, A-2 P-RESTATED: the pages in any order and of any filter show their state when page 1 was read', async () => {
  const of = await books();
  const ids = Array.from({ length: 8 }, (_, n) => `inv-${n}`);
  const all = (totalAmount: number) => ids.map((id) => invoice(id, '2026-09-05', { totalAmount }));
  await of.publish('invoices', all(100));
  const from = pause();
  await of.publish('invoices', all(101));
  const closed = `from=${from}&closedOn=2026-09-30`;
  await checkWalks('listRestatedRecords', {
    path: `${of.path}/records`,
    searches: ['', 'query=difference>0', 'orderBy=-difference', 'orderBy=after.amount,-number'],
    send: (target) => of.account.send(`GET ${target.includes('from=') ? target : `${target}&${closed}`}`),
    key: ({ id, difference, after }) => `${id} ${difference} ${after.generation}`,
    change: () => of.publish('invoices', [...all(102).slice(2), { id: 'inv-0', isDeleted: true }]),
  });
});

test('P-RESTATED: statements are compared line by line, by account; the latest one is shown though nothing has changed', async () => {
  const of = await books();
  const sheet = (assets: { name: string; accountId?: string; value: number }[], value: number) => ({
    date: '2026-09-30T00:00:00Z',
    currency: 'EUR',
    assets: { name: 'Assets', value, items: assets },
    liabilities: { name: 'Liabilities', value: 0, items: [] },
    equity: { name: 'Equity', value },
    netAssets: value,
  });
  const result = (n: number, netProfit: number) => ({
    id: `m${n}`,
    record: {
      fromDate: `2026-0${n}-01T00:00:00Z`,
      toDate: `2026-0${n}-28T00:00:00Z`,
      income: { name: 'Income', value: netProfit },
      expenses: { name: 'Expenses', value: 0 },
      netProfit,
    },
  });
  const bank = { name: 'Bank', accountId: '1', value: 10.1 };
  const cash = { name: 'Cash', value: 5 };
  await of.publish('balanceSheet', [{ id: 's', record: sheet([bank, cash, { name: 'Cash', value: 1 }], 16.1) }]);
  await of.publish('profitAndLoss', [result(7, 1), result(8, 2), result(9, 3)]);
  const from = pause();
  await of.publish('balanceSheet', [
    {
      id: 's',
      record: sheet(
        [
          cash,
          { name: 'Current account', accountId: '1', value: 10.3 },
          { name: 'Cash', value: 1 },
          { name: 'New', value: 4 },
        ],
        20.3,
      ),
    },
  ]);
  await of.publish('profitAndLoss', [result(7, 1.5)]);
  const { statements } = await get(of, `from=${from}&closedOn=2026-09-30`);
  const [sheets, results] = statements;
  type Line = { section: string; name: string; before?: number; after?: number; difference: number };
  const shown = (period: { lines: Line[] }) =>
    period.lines
      .filter(({ section }) => section === 'assets')
      .map(({ name, before, after, difference }) => [name, before, after, difference]);
  assert.deepEqual(shown(sheets.periods[0]), [
    ['Assets', 16.1, 20.3, 4.2],
    ['Cash', 5, 5, 0],
    ['Current account', 10.1, 10.3, 0.2],
    ['Cash', 1, 1, 0],
    ['New', undefined, 4, 4],
  ]);
  assert.deepEqual(
    results.periods.map(({ id, change }: { id: string; change: string }) => [id, change]),
    [
      ['m9', 'unchanged'],
      ['m7', 'changed'],
    ],
  );
  const { lines } = results.periods[1];
  assert.deepEqual(
    lines.map(({ section, difference }: Line) => [section, difference]),
    [
      ['income', 0.5],
      ['expenses', 0],
      ['netProfit', 0.5],
    ],
  );
});

test('P-RESTATED: a moment whose versions are gone is refused, and a snapshot of it is compared instead', async () => {
  const of = await books();
  await of.publish('invoices', [invoice('a', '2026-09-05'), invoice('b', '2026-09-06')]);
  const from = pause();
  const taken = await of.account.send(`POST /companies/${of.companyId}/snapshots`, { body: {} });
  const { snapshotId } = taken.body;
  const empty = await get(of, `from=${from}&closedOn=2026-09-30`);
  assert.deepEqual([empty.changed, empty.missing.length > 0], [0, true]);
  pause();
  await of.publish('invoices', [invoice('a', '2026-09-05', { totalAmount: 101 })]);
  const before = await listOf(of, `from=${from}&closedOn=2026-09-30`);
  clock.advanceMs(30 * hour);
  await of.publish('invoices', [invoice('a', '2026-09-05', { totalAmount: 104 })]);
  clock.advanceMs(30 * hour);
  await collectGenerations(app.ctx);
  for (const at of ['', '/records']) {
    const gone = await of.account.send(`GET ${of.path}${at}?from=${from}`);
    assert.deepEqual([gone.status, gone.body.code], [410, 'momentNotKept']);
  }
  const later = await of.account.send(`GET ${before._links.current.href}`);
  assert.equal(later.body.code, 'statesGone');
  const states = await of.account.send(`GET ${of.path}/records?from=${from}&states=invoices.${1}.1.2`);
  assert.deepEqual([states.status, states.body.code], [410, 'statesGone'], 'a data set of somebody else');
  const held = await listOf(of, `fromSnapshot=${snapshotId}&closedOn=2026-09-30`);
  assert.deepEqual(said(held), { a: 'changed 4' });
  const summary = await get(of, `fromSnapshot=${snapshotId}&closedOn=2026-09-30`);
  assert.deepEqual([summary.changed, summary.from.snapshotId], [1, snapshotId]);
  clock.advanceMs(8 * 24 * hour);
  const ended = await of.account.send(`GET ${of.path}?fromSnapshot=${snapshotId}`);
  assert.deepEqual([ended.status, ended.body.code], [410, 'snapshotEnded']);
});

test('P-RESTATED: what cannot be compared is refused: no moment, two, in the wrong order, not a day', async () => {
  const of = await books();
  await of.publish('invoices', [invoice('a', '2026-09-05')]);
  const now = pause();
  const searches = [
    '',
    `from=yesterday`,
    `from=${now}&to=${now}`,
    `from=${now}&fromSnapshot=${of.companyId}`,
    `from=2026-01-01&to=2026-02-01&toSnapshot=${of.companyId}`,
    'from=2026-01-01&closedOn=2026-02-30',
    'from=2026-01-01&closedFrom=2026-01-01',
    'from=2026-01-01&states=invoices.1.2.1',
  ];
  for (const search of searches) {
    const answer = await of.account.send(`GET ${of.path}/records?${search}`);
    assert.deepEqual([search, answer.status], [search, 400]);
  }
  // Before the first publication, there was nothing to restate.
  const early = await get(of, 'from=2026-01-01');
  assert.deepEqual(early.dataTypes, []);
  const { code, message } = early.missing.find((one: { dataType: string }) => one.dataType === 'invoices');
  assert.equal(code, 'dataSetNotReady');
  assert.match(message, /had not been published at 2026-01-01/);
});

test("A-3 P-RESTATED: another company's records of the same ids are not mixed in", async () => {
  const of = await books();
  const other = await books(of.account);
  for (const one of [of, other]) await one.publish('invoices', [invoice('a', '2026-09-05')]);
  const from = pause();
  await other.publish('invoices', [invoice('a', '2026-09-05', { totalAmount: 1 })]);
  assert.equal((await listOf(of, `from=${from}&closedOn=2026-09-30`)).totalResults, 0);
  const link = (await get(other, `from=${from}&closedOn=2026-09-30`))._links.records.href;
  const taken = await of.account.send(`GET ${link.replace(other.companyId, of.companyId)}`);
  assert.deepEqual([taken.status, taken.body.code], [410, 'statesGone']);
});

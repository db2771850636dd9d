import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { publishRecords } from '../data/seed-data-set.ts';
import { seedConnection, seedDataSet } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { evaluateAgeing, evaluateCash, evaluateCustomers, evaluateRevenue } from './evaluate-insights.ts';
import { parseTexts, readDecimal, writeDecimal } from './exact-sums.ts';
import { type Book, type Random, randomFrom, randomRecord, recordOf } from './random-books.ts';

/** The insights of 200 random companies, compared with an independent evaluator: no cent of difference. */
const todayMs = Date.parse('2026-11-17T00:00:00Z');
const app = useApp({
  clock: settableClock(new Date(todayMs + 40_000_000)),
  config: { sandboxUrl: 'http://127.0.0.1:9', role: 'api' },
});
const companies = 200;
const filtersCheckedIn = 20;

const sizes = {
  invoices: 60,
  creditNotes: 25,
  bills: 50,
  billCreditNotes: 15,
  customers: 4,
  bankAccounts: 5,
  bankTransactions: 60,
  accounts: 6,
  profitAndLoss: 20,
};
const idOf = (dataType: string, n: number) => (dataType === 'customers' ? `c${n + 1}` : `${dataType}-${n}`);

/** Publishes books in two states, and writes a third one that is not published. Returns the second. */
async function publishBooks(account: TestAccount, companyId: string, random: Random): Promise<Book> {
  const place = { accountId: account.accountId, companyId };
  const connectionId = await seedConnection(app.ctx.db, place);
  const planned = Object.entries(sizes).flatMap(([dataType, size]) =>
    random.chance(dataType === 'profitAndLoss' ? 60 : 20) ? [] : [planDataSet(random, dataType, size)],
  );
  const publish = async ({ dataType, first, second, unpublished }: ReturnType<typeof planDataSet>) => {
    const dataSet = await seedDataSet(app.ctx.db, { ...place, connectionId, dataType });
    await publishRecords(app.ctx.db, dataSet, first);
    await publishRecords(app.ctx.db, dataSet, second);
    if (unpublished) await publishRecords(app.ctx.db, dataSet, unpublished, { isPublished: false });
  };
  await Promise.all(planned.map(publish));
  return new Map(planned.map(({ dataType, records }) => [dataType, records]));
}

function planDataSet(random: Random, dataType: string, size: number) {
  const make = (ids: string[]) =>
    ids.map((id) => {
      const fields = randomRecord(random, dataType, todayMs);
      return { id, fields, record: recordOf(dataType, fields) };
    });
  const ids = Array.from({ length: random.below(size + 1) }, (_, n) => idOf(dataType, n));
  const first = make(ids);
  const changed = make(ids.filter(() => random.chance(20)));
  const gone = ids.filter((id) => random.chance(10) && !changed.some((one) => one.id === id));
  const records = new Map([...first, ...changed].map(({ id, fields }) => [id, fields]));
  for (const id of gone) records.delete(id);
  const second = [...changed, ...gone.map((id) => ({ id, isDeleted: true }))];
  return { dataType, records, first, second, unpublished: random.chance(30) ? make(ids) : undefined };
}

// biome-ignore lint/suspicious/noExplicitAny: the responses are checked against the OpenAPI document
type Body = any;

async function ask(account: TestAccount, path: string): Promise<Body> {
  const answer = await account.send(`GET ${path}`);
  assert.equal(answer.status, 200, answer.text);
  return parseTexts(answer.text);
}
const byCurrency = (body: Body, of: (one: Body) => unknown) =>
  Object.fromEntries(body.currencies.map((one: Body) => [one.currency ?? '-', of(one)]));
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test(`insights of ${companies} random companies equal those of an independent evaluator, to the last digit`, async (t) => {
  const account = await app.account();
  const counts = { figures: 0, filters: 0, records: 0 };
  for (let n = 0; n < companies; n++) {
    const random = randomFrom(1000 + n * 7919);
    const { companyId } = (await account.send('POST /companies', { body: { name: `books ${n}` } })).body;
    const book = await publishBooks(account, companyId, random);
    const at = `/companies/${companyId}/insights`;
    const months = random.pick([1, 12, 12, 18]);
    const top = random.pick([1, 3, 10]);
    const [cash, revenue, receivables, payables, customers] = await Promise.all([
      ask(account, `${at}/cash?months=${months}`),
      ask(account, `${at}/revenue?months=${months}`),
      ask(account, `${at}/receivables`),
      ask(account, `${at}/payables`),
      ask(account, `${at}/customers?top=${top}`),
    ]);
    const ageing = (one: Body) =>
      [one, one.overdue, ...one.buckets].map(({ count, amount }: Body) => ({ count, amount }));
    const label = `company ${n}`;
    assert.deepEqual(byCurrency(receivables, ageing), evaluateAgeing(book, 'invoices', todayMs), label);
    assert.deepEqual(byCurrency(payables, ageing), evaluateAgeing(book, 'bills', todayMs), label);
    const sums = evaluateRevenue(book, todayMs, months);
    const result = ({ revenue, costs, result }: Body) => [revenue, costs, result];
    assert.deepEqual(
      byCurrency(revenue, (one) => [one, ...one.months].map(result)),
      sums.currencies,
      label,
    );
    assert.equal(revenue.basis, sums.basis, label);
    const period = { fromMs: Date.UTC(2025, 11, 1), toMs: Date.UTC(2026, 10, 18), top };
    assert.deepEqual(plain(byCurrency(customers, shownCustomers)), plain(evaluateCustomers(book, period)), label);
    const expected = evaluateCash(book, todayMs, months);
    assert.equal(cash.basis, expected.basis, label);
    assert.deepEqual(plain(byCurrency(cash, shownCash)), plain(expected.currencies), label);
    const accounts = cash.accounts.map(({ id, balance, months: past }: Body) => [
      id,
      { balance, past: past.map((one: Body) => one.balance) },
    ]);
    assert.deepEqual(plain(Object.fromEntries(accounts)), plain(expected.accounts), label);
    const missing = (body: Body) => body.missing.map((one: Body) => one.dataType);
    assert.deepEqual(missing(receivables), book.has('invoices') ? [] : ['invoices'], label);
    counts.figures +=
      JSON.stringify([cash, revenue, receivables, payables, customers]).match(/"-?\d[\d.]*"/g)?.length ?? 0;
    if (n < filtersCheckedIn) await checkFilters(account, companyId, { receivables, payables, customers, counts });
  }
  t.diagnostic(`${counts.figures} figures compared, ${counts.filters} filters listed ${counts.records} records`);
  assert.ok(counts.filters > 100 && counts.records > 500);
});

const shownCustomers = (one: Body) => ({
  amount: one.amount,
  customers: one.customers,
  shown: one.top.map((row: Body) => ({
    id: row.customerId,
    name: row.name,
    invoiced: row.invoiced,
    credited: row.credited,
    amount: row.amount,
    share: row.share,
    invoices: row.invoices,
    notes: row.creditNotes,
  })),
  others: one.others,
});
const shownCash = (one: Body) => ({
  balance: one.balance,
  accounts: one.accounts,
  ends: one.months.map(({ balance, unknownAccounts }: Body) => ({ balance, unknown: unknownAccounts })),
});

/** The filter of a figure lists as many records as the figure counts, with the same sum. */
async function checkFilters(account: TestAccount, companyId: string, of: Body) {
  const list = async (query: string, dataType: string, field: string) => {
    const path = `/companies/${companyId}/data/${dataType}?pageSize=500&query=${encodeURIComponent(query)}`;
    const { results, totalResults } = await ask(account, path);
    of.counts.filters++;
    of.counts.records += results.length;
    const sum = results.reduce((n: bigint, record: Body) => n + readDecimal(record[field]), 0n);
    return { count: totalResults, amount: writeDecimal(sum) };
  };
  for (const insight of [of.receivables, of.payables])
    for (const currency of insight.currencies)
      for (const { count, amount, records } of [currency, currency.overdue, ...currency.buckets])
        for (const { dataType, query } of records)
          assert.deepEqual(await list(query, dataType, 'amountDue'), { count, amount }, query);
  for (const currency of of.customers.currencies)
    for (const { invoices, invoiced, creditNotes, credited, records } of currency.top)
      for (const { dataType, query } of records) {
        const expected = dataType === 'invoices' ? [invoices, invoiced] : [creditNotes, credited];
        const [count, amount] = expected;
        assert.deepEqual(await list(query, dataType, 'totalAmount'), { count, amount }, query);
      }
}

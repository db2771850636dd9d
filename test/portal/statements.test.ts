import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  buildStatement,
  changeOf,
  mergeLines,
  type PeriodRecord,
} from '../../portal/src/pages/company/statements/build-statement.ts';
import { choosePeriods, periodCounts } from '../../portal/src/pages/company/statements/choose-periods.ts';
import { periodText } from '../../portal/src/pages/company/statements/period-text.ts';
import { statementKinds } from '../../portal/src/pages/company/statements/statement-kinds.ts';
import { buildTrialBalances } from '../../portal/src/pages/company/statements/trial-balance.ts';
import { sum } from '../../portal/src/ui/money/decimal.ts';

const kindOf = (id: string) => statementKinds.find((kind) => kind.id === id) ?? assert.fail(id);
const sheet = (id: string, date: string, assets: object[], total: number): PeriodRecord => ({
  id,
  date,
  currency: 'EUR',
  assets: { name: 'Assets', value: total, items: assets },
  liabilities: { name: 'Liabilities', value: 0, items: [] },
  equity: { name: 'Equity', value: total, items: [] },
  netAssets: total,
});

test('a balance sheet has its sections with lines, subtotals and the net assets, newest period first', () => {
  const records = [
    sheet('b', '2026-02-28T00:00:00Z', [{ name: 'Bank', accountId: '1', value: 10.1 }], 10.1),
    sheet('a', '2026-01-31T00:00:00Z', [{ name: 'Bank', accountId: '1', value: 5 }], 5),
  ];
  const { periods, rows } = buildStatement(kindOf('balance-sheet'), records);
  assert.deepEqual(
    periods.map(({ label }) => label),
    ['28 Feb 2026', '31 Jan 2026'],
  );
  assert.deepEqual(
    rows.map(({ kind, name, values }) => [kind, name, ...values].join(' ')),
    [
      'section Assets',
      'line Bank 10.1 5',
      'subtotal Total assets 10.1 5',
      'section Liabilities',
      'subtotal Total liabilities 0 0',
      'total Net assets 10.1 5',
      'section Equity',
      'subtotal Total equity 10.1 5',
    ],
  );
});

test('a row that only one period has stands in its section, after the row before it', () => {
  const item = (name: string, amount: string) => ({ name, accountId: name, amount });
  const lines = mergeLines([
    [item('Bank', '1'), item('Stock', '2'), item('Cars', '3')],
    [item('Bank', '4'), item('Debtors', '5'), item('Stock', '6'), item('Gold', '7')],
  ]);
  assert.deepEqual(
    lines.map(({ item: { name }, values }) => [name, ...values]),
    [
      ['Bank', '1', '4'],
      ['Debtors', undefined, '5'],
      ['Stock', '2', '6'],
      ['Gold', undefined, '7'],
      ['Cars', '3', undefined],
    ],
  );
});

test('a renamed account stays one row with its newest name; equal names without an account stay apart', () => {
  const lines = mergeLines([
    [{ name: 'Savings', accountId: '1', amount: '1' }],
    [{ name: 'Bank 2', accountId: '1', amount: '2' }],
  ]);
  assert.deepEqual(
    lines.map(({ item, values }) => [item.name, values]),
    [['Savings', ['1', '2']]],
  );
  const twice = [
    { name: 'Other', amount: '1' },
    { name: 'Other', amount: '2' },
  ];
  assert.deepEqual(
    mergeLines([twice, twice]).map(({ values }) => values),
    [
      ['1', '1'],
      ['2', '2'],
    ],
  );
});

test('the lines of a section add up to its subtotal in every period, also if the platform itemizes only a part', () => {
  const items = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.integer() }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(items, fc.integer()), { minLength: 1, maxLength: 4 }), (periods) => {
      const records = periods.map(([assets, total], at) => sheet(String(at), '2026-01-31T00:00:00Z', assets, total));
      const { rows } = buildStatement(kindOf('balance-sheet'), records);
      const subtotal = rows.find(({ name }) => name === 'Total assets');
      for (const [at] of records.entries()) {
        const lines = rows.filter(({ kind, section }) => kind === 'line' && section === 'Assets');
        assert.equal(sum(lines.flatMap(({ values }) => values[at] ?? [])), subtotal?.values[at]);
      }
    }),
  );
});

test('parts that no period has are left out', () => {
  const record = {
    id: '1',
    fromDate: '2026-01-01T00:00:00Z',
    toDate: '2026-01-31T00:00:00Z',
    income: { name: 'Income', value: 3 },
    expenses: { name: 'Expenses', value: 1 },
    netProfit: 2,
  };
  const { periods, rows } = buildStatement(kindOf('profit-and-loss'), [record]);
  assert.equal(periods[0]?.label, 'Jan 2026');
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Income', 'Total income', 'Expenses', 'Total expenses', 'Net profit'],
  );
});

test('a change is exact, and a missing row counts as zero; without an amount before there is no percentage', () => {
  const row = (...values: (string | undefined)[]) => ({ key: '', kind: 'line' as const, name: '', values });
  assert.deepEqual(changeOf(row('0.3', '0.1'), { from: 1, to: 0 }), { amount: '0.2', percent: '200' });
  assert.deepEqual(changeOf(row('5', undefined), { from: 1, to: 0 }), { amount: '5', percent: undefined });
  assert.deepEqual(changeOf(row(undefined, '5'), { from: 1, to: 0 }), { amount: '-5', percent: '-100' });
  assert.equal(changeOf(row(undefined, undefined), { from: 1, to: 0 }), undefined);
});

test('four periods are shown and the newest two compared, unless the URL says otherwise or the currencies differ', () => {
  const period = (id: string, currency = 'EUR') => ({ id, label: id, until: id, currency });
  const periods = ['f', 'e', 'd', 'c', 'b', 'a'].map((id) => period(id));
  assert.deepEqual(choosePeriods(periods, {}), { shown: [0, 1, 2, 3], compared: { from: 1, to: 0 } });
  assert.deepEqual(choosePeriods(periods, { periods: '2', compare: 'e', with: 'a' }), {
    shown: [0, 1],
    compared: { from: 5, to: 1 },
  });
  assert.equal(choosePeriods([period('b', 'USD'), period('a')], {}).compared, undefined);
  assert.equal(choosePeriods([period('a')], {}).compared, undefined);
  assert.deepEqual([periodCounts(1), periodCounts(5)], [[1], [1, 2, 3, 4, 5]]);
});

test('a whole month is named as such, every other span by its days', () => {
  assert.equal(periodText('2024-02-01T00:00:00Z', '2024-02-29T00:00:00Z'), 'Feb 2024');
  assert.equal(periodText('2024-01-01T00:00:00Z', '2024-03-31T00:00:00Z'), '1 Jan 2024 – 31 Mar 2024');
  assert.equal(periodText('2023-02-01T00:00:00Z', '2024-02-29T00:00:00Z'), '1 Feb 2023 – 29 Feb 2024');
});

test('a trial balance has debits and credits per currency, grouped by type, and says whether they differ', () => {
  const account = (id: string, type: string, currentBalance: number | undefined, currency = 'EUR') => ({
    id,
    name: id,
    nominalCode: id,
    type,
    currency,
    ...(currentBalance !== undefined && { currentBalance }),
  });
  const [euro, dollar, ...others] = buildTrialBalances([
    account('1000', 'Asset', 10.1),
    account('90', 'Asset', 0.2),
    account('3', 'Income', -10.3),
    account('4', 'Odd', undefined),
    account('5', 'Asset', 7, 'USD'),
    { ...account('6', 'Asset', 99), metadata: { isDeleted: true } },
  ]);
  assert.deepEqual(
    euro?.groups.map(({ type, rows }) => [type, ...rows.map(({ code }) => code)]),
    [
      ['Asset', '90', '1000'],
      ['Income', '3'],
    ],
  );
  assert.deepEqual([euro?.debit, euro?.credit, euro?.difference], ['10.3', '10.3', '0']);
  assert.deepEqual([dollar?.currency, dollar?.difference, others.length], ['USD', '7', 0]);
});

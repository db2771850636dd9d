import { postingTypes } from '../../../sandbox/test/tie-books.ts';
import { parseTexts, rawNumber } from '../../insights/exact-sums.ts';
import { type Fields, type Period, type State as Restatable, recompute } from '../../restatements/recompute.ts';
import type { BookType, Moment, Wire } from './platform.ts';

/** A snapshot of a history, and the platform's records that it has to show. */
export type Taken = { snapshotId: string; at: string; moment: Partial<Moment> };
type Get = (path: string) => Promise<string>;
// biome-ignore lint/suspicious/noExplicitAny: the responses are checked against the OpenAPI document.
type Body = any;

/** `changes`: how many records were added, changed, deleted and backdated. */
export type Judged = {
  differences: string[];
  records: number;
  changes: Record<string, number>;
  statements: number;
};

const kinds = ['added', 'changed', 'deleted', 'backdated'] as const;

/** Asks for the restatements between two snapshots, and computes them from the platform's own records. */
export async function judgeRestatements(
  get: Get,
  companyPath: string,
  { from, to, period, pageSize }: { from: Taken; to: Taken; period: Period; pageSize: number },
): Promise<Judged> {
  const search = new URLSearchParams({
    ...{ fromSnapshot: from.snapshotId, toSnapshot: to.snapshotId, closedOn: period.on },
    ...(period.from && { closedFrom: period.from }),
  });
  const path = `${companyPath}/restatements`;
  const summary = parseTexts(await get(`${path}?${search}`)) as Body;
  const rows: Body[] = [];
  for (let next: string | undefined = `${path}/records?${search}&pageSize=${pageSize}`; next; ) {
    const page = parseTexts(await get(next)) as Body;
    rows.push(...page.results);
    next = page._links.next?.href;
  }
  const differences: string[] = [];
  const expectEqual = (what: string, is: unknown, shouldBe: unknown) => {
    const [left, right] = [inOrder(is), inOrder(shouldBe)];
    if (left !== right) differences.push(`${what} ${search}: ${left} instead of ${right}`);
  };
  const expected = compute({ from, to, period });
  expectEqual(
    'records',
    Object.fromEntries(rows.map((row) => [`${row.dataType} ${row.id}`, shownRow(row)])),
    expected.rows,
  );
  expectEqual('number of records', rows.length, Object.keys(expected.rows).length);
  expectEqual('data types', Object.fromEntries(summary.dataTypes.map(shownType)), expected.types);
  for (const change of kinds)
    expectEqual(
      change,
      summary[change],
      String(Object.values(expected.rows).filter((one) => one.change === change).length),
    );
  let statements = 0;
  for (const type of ['balanceSheet', 'profitAndLoss'] as const) {
    const shown = summary.statements.find((one: Body) => one.dataType === type);
    const computed = computeStatements(type, { from, to, period });
    expectEqual(type, shown && Object.fromEntries(shown.periods.map(shownPeriod)), computed);
    statements += Object.keys(computed ?? {}).length;
  }
  const changes = Object.fromEntries(kinds.map((kind) => [kind, rows.filter(({ change }) => change === kind).length]));
  return { differences, records: rows.length, changes, statements };
}

function compute({ from, to, period }: { from: Taken; to: Taken; period: Period }) {
  const rows: Record<string, { change: string }> = {};
  const types: Record<string, unknown> = {};
  for (const type of postingTypes as readonly BookType[]) {
    const [then, now] = [from.moment[type], to.moment[type]];
    if (!then || !now) continue;
    // A record that is the same at both moments cannot be restated.
    const isSame = (id: string) => JSON.stringify(then.get(id)) === JSON.stringify(now.get(id));
    const ids = [...new Set([...then.keys(), ...now.keys()])].filter((id) => !isSame(id));
    const state = (of: ReadonlyMap<string, Wire>): Restatable =>
      new Map(ids.map((id) => [id, of.has(id) ? restatable(type, of.get(id)) : undefined]));
    const states = { before: state(then), after: state(now), fromDay: from.at.slice(0, 10) };
    const { restated, amounts, months } = recompute(type, states, period);
    for (const [id, one] of restated) rows[`${type} ${id}`] = one;
    types[type] = { amounts, months };
  }
  return { rows, types };
}

/** What the platform stores, in the names of the recomputation. What no record of Daybook shows is left out. */
function restatable(type: BookType, wire: Wire): Fields {
  const { modified_at, revision, client_ref, ...own } = wire;
  if (type === 'journalEntries') {
    const line = ({ amount, ...other }: Wire) => ({ ...other, netAmount: rawNumber(`${amount}`) });
    const { lines, posted_on, ...others } = own;
    return { ...others, postedOn: posted_on, journalLines: lines.map(line) };
  }
  if (type === 'payments' || type === 'billPayments')
    return { ...own, date: own.paid_on, totalAmount: rawNumber(`${own.amount}`) };
  const { state, open_amount, unused_amount, paid_on, payments, ...others } = own;
  const status = state === 'draft' ? 'Draft' : state === 'cancelled' ? 'Void' : 'Open';
  return { ...others, issueDate: own.issued_on, totalAmount: rawNumber(`${own.gross_total}`), status };
}

const shownRow = ({ change, date, currency, difference }: Body) => ({
  change,
  date: date.slice(0, 10),
  currency,
  difference,
});

const shownType = ({ dataType, amounts, months }: Body) => [
  dataType,
  {
    amounts: Object.fromEntries(
      amounts.map((one: Body) => [
        one.currency ?? '-',
        [one.added, one.changed, one.deleted, one.backdated, one.difference],
      ]),
    ),
    months: Object.fromEntries(
      months.map((one: Body) => [
        `${one.month} ${one.currency ?? '-'}`,
        [one.records, ...kinds.map((kind) => one[kind]), one.before, one.after, one.difference],
      ]),
    ),
  },
];

const periodsMax = 24;
const sectionsOf = {
  balanceSheet: { assets: 'assets', liabilities: 'liabilities', equity: 'equity', net_assets: 'netAssets' },
  profitAndLoss: {
    ...{ income: 'income', cost_of_sales: 'costOfSales', gross_profit: 'grossProfit', overheads: 'expenses' },
    net_profit: 'netProfit',
  },
} as const;

/** The latest statement of the period, and every other one that says something else now: before and after, by line. */
function computeStatements(
  type: 'balanceSheet' | 'profitAndLoss',
  { from, to, period }: { from: Taken; to: Taken; period: Period },
): Record<string, Record<string, [string, string]>> | undefined {
  const [then, now] = [from.moment[type], to.moment[type]];
  if (!then || !now) return undefined;
  const endOf = (wire: Wire): string => wire.as_of ?? wire.to;
  const isIn = (wire: Wire) => endOf(wire) <= period.on && (wire.from ?? wire.as_of) >= (period.from ?? '');
  const inside = [...now.values()].filter(isIn).sort((a, b) => (endOf(a) < endOf(b) ? 1 : -1));
  const compared = inside.map((wire) => {
    const [before, after] = [linesOf(type, then.get(wire.id)), linesOf(type, wire)];
    const lines = Object.fromEntries(Object.keys(after).map((key) => [key, [before[key], after[key]]]));
    return { id: wire.id, lines, isChanged: inOrder(before) !== inOrder(after) };
  });
  const chosen = compared.filter(({ isChanged }, place) => isChanged || place === 0).slice(0, periodsMax);
  return Object.fromEntries(chosen.map(({ id, lines }) => [id, lines as Record<string, [string, string]>]));
}

function linesOf(type: keyof typeof sectionsOf, wire: Wire): Record<string, string> {
  const lines: Record<string, string> = {};
  for (const [theirs, ours] of Object.entries(sectionsOf[type])) {
    const part = wire[theirs];
    lines[`${ours} total`] = String(part.amount ?? part);
    for (const { account, title, amount } of part.rows ?? []) lines[`${ours} ${account ?? title}`] = String(amount);
  }
  return lines;
}

const shownPeriod = ({ id, lines }: Body) => [
  id,
  Object.fromEntries(
    lines.map(({ section, isTotal, accountId, name, before, after }: Body) => [
      `${section} ${isTotal ? 'total' : (accountId ?? name)}`,
      [before, after],
    ]),
  ),
];

/** JSON with the members of objects in the order of their names. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_name, one) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

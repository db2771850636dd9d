import { readDecimal, writeDecimal } from '../insights/exact-sums.ts';

/** What was changed backwards, computed from a log of what a test itself has done. Independent of the code under test. */
// biome-ignore lint/suspicious/noExplicitAny: the fields of a record differ by its data type
export type Fields = any;
/** The records of a data type; undefined for a deleted one. */
export type State = ReadonlyMap<string, Fields | undefined>;
export type Period = { from?: string; on: string };
type Booked = { date: string; currency: string | undefined; amount: bigint | undefined; what: string } | undefined;
export type Restated = { change: string; date: string; difference: string | undefined; currency: string | undefined };

const documents: Record<string, string> = {
  invoices: 'amountDue',
  bills: 'amountDue',
  creditNotes: 'remainingCredit',
  billCreditNotes: 'remainingCredit',
};
const texts = (fields: Fields): Fields =>
  JSON.parse(JSON.stringify(fields, (_, v) => (typeof v === 'number' ? `${v}` : v)));
const decimal = (value: unknown) => readDecimal(JSON.stringify(value));

/** What the books say about a record; undefined if it is not in the books. */
export function book(dataType: string, fields: Fields | undefined): Booked {
  if (fields === undefined) return undefined;
  const due = documents[dataType];
  if (due && ['Draft', 'Void'].includes(fields.status)) return undefined;
  const what = { ...texts(fields) };
  for (const name of due ? [due, 'status', 'paidOnDate', 'paymentAllocations'] : []) delete what[name];
  if (dataType === 'bankTransactions') for (const name of ['balance', 'reconciled']) delete what[name];
  const date = fields[dataType === 'journalEntries' ? 'postedOn' : due ? 'issueDate' : 'date'].slice(0, 10);
  const of = { date, what: JSON.stringify(what, Object.keys(flat(what)).sort()) };
  if (dataType === 'journalEntries') {
    const currencies = new Set(fields.journalLines.map((line: Fields) => line.currency));
    const debits = fields.journalLines.map((line: Fields) => decimal(line.netAmount)).filter((n: bigint) => n > 0n);
    const isOne = currencies.size === 1;
    const amount = isOne ? debits.reduce((a: bigint, b: bigint) => a + b, 0n) : undefined;
    return { ...of, currency: isOne ? fields.journalLines[0].currency : undefined, amount };
  }
  if (dataType === 'transfers') return { ...of, currency: fields.from.currency, amount: decimal(fields.from.amount) };
  const amount = decimal(dataType === 'bankTransactions' ? fields.amount : fields.totalAmount);
  return { ...of, currency: fields.currency, amount };
}

/** Every name inside a value, so that JSON.stringify keeps them all. */
function flat(value: Fields, into: Record<string, true> = {}): Record<string, true> {
  if (Array.isArray(value)) for (const one of value) flat(one, into);
  else if (value && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) {
      into[name] = true;
      flat(one, into);
    }
  return into;
}

type Effect = { id: string; change: string; side: 'before' | 'after'; date: string; currency: string; amount: bigint };

export function recompute(dataType: string, states: { before: State; after: State; fromDay: string }, period: Period) {
  const { before, after, fromDay } = states;
  const counts = (one: Booked): one is NonNullable<Booked> =>
    one !== undefined && one.date <= period.on && one.date >= (period.from ?? '');
  const restated = new Map<string, Restated>();
  const effects: Effect[] = [];
  for (const id of after.keys()) {
    const [was, is] = [book(dataType, before.get(id)), book(dataType, after.get(id))];
    if (!counts(was) && !counts(is)) continue;
    if (counts(was) && counts(is) && was.what === is.what) continue;
    if (JSON.stringify(texts(before.get(id) ?? null)) === JSON.stringify(texts(after.get(id) ?? null))) continue;
    const isBack = counts(is) && is.date < fromDay && !(was && was.date < fromDay);
    const change = isBack ? 'backdated' : !was ? 'added' : !is ? 'deleted' : 'changed';
    const shown = counts(is) ? is : was;
    const isTurned = counts(was) && counts(is) && was.currency !== is.currency;
    const sides = [counts(was) ? was.amount : 0n, counts(is) ? is.amount : 0n];
    const difference = isTurned || sides.includes(undefined) ? undefined : (sides[1] ?? 0n) - (sides[0] ?? 0n);
    restated.set(id, {
      change,
      date: shown?.date ?? '',
      currency: isTurned ? undefined : shown?.currency,
      difference: difference === undefined ? undefined : writeDecimal(difference),
    });
    for (const [side, one] of [['before', was] as const, ['after', is] as const])
      if (counts(one))
        effects.push({ id, change, side, date: one.date, currency: one.currency ?? '-', amount: one.amount ?? none });
  }
  return { restated, amounts: amountsOf(effects), months: monthsOf(effects) };
}

const none = 10n ** 60n;
const changes = ['added', 'changed', 'deleted', 'backdated'];
const signed = ({ side, amount }: Effect) => (side === 'before' ? -amount : amount);
const total = (effects: Effect[], of: (one: Effect) => bigint) =>
  writeDecimal(effects.filter(({ amount }) => amount !== none).reduce((sum, one) => sum + of(one), 0n));

function amountsOf(all: Effect[]) {
  const known = all.filter(({ amount }) => amount !== none);
  const groups = Map.groupBy(known, ({ currency }) => currency);
  return Object.fromEntries(
    [...groups].map(([currency, effects]) => [
      currency,
      [
        ...changes.map((change) =>
          total(
            effects.filter((one) => one.change === change),
            signed,
          ),
        ),
        total(effects, signed),
      ],
    ]),
  );
}

function monthsOf(all: Effect[]) {
  const groups = Map.groupBy(all, ({ currency, date }) => `${date.slice(0, 7)} ${currency}`);
  return Object.fromEntries(
    [...groups].map(([key, effects]) => {
      const side = (wanted: string) =>
        total(
          effects.filter((one) => one.side === wanted),
          ({ amount }) => amount,
        );
      const records = (of: Effect[]) => String(new Set(of.map(({ id }) => id)).size);
      const kinds = changes.map((change) => records(effects.filter((one) => one.change === change)));
      return [key, [records(effects), ...kinds, side('before'), side('after'), total(effects, signed)]];
    }),
  );
}

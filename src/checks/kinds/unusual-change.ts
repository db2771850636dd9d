import { sql } from 'kysely';
import { type Candidate, inSet, isLive, type Outcome } from './check-kind.ts';

/** The number of live records of a generation, and the sum of their amounts. */
export type Figures = { records: number; sum: number };

/** Data types whose amounts can be added up. */
const summed = [
  'invoices',
  'bills',
  'payments',
  'billPayments',
  'creditNotes',
  'billCreditNotes',
  'bankTransactions',
  'salesOrders',
  'purchaseOrders',
];

/** Fewer generations do not show what is usual. */
export const generationsMin = 5;
/** A change up to this part of the value before is never unusual. */
const partMin = 0.1;
const recordsMin = 10;

/** Continues from the figures of the last check, by the versions that came and went since then. */
export function readFigures(of: Candidate, before: Figures | undefined) {
  const sum = sql`coalesce(sum(r.amount1::float8), 0)`;
  if (!before || of.since === 0)
    return sql<Figures>`select count(*) as records, ${sum} as sum from record r where ${inSet(of)} and ${isLive}`;
  return sql<Figures>`select ${before.records}::bigint + came.records - went.records as records,
      ${before.sum}::float8 + came.sum - went.sum as sum
    from (select count(*) as records, ${sum} as sum from record r
        where ${inSet(of)} and ${isLive} and r.gen_from > ${of.since}::int and r.gen_from > 0) came,
      (select count(*) as records, ${sum} as sum from record r where ${inSet(of)} and r.change <> 'd'
        and r.gen_from <= ${of.since}::int and r.gen_to > ${of.since}::int and r.gen_to is not null) went`;
}

/** `history` are the figures of the last generations, the newest first. A pure function. */
export function judgeChange(
  { dataType, tolerance }: Pick<Candidate, 'dataType' | 'tolerance'>,
  now: Figures,
  history: readonly Figures[],
): Outcome {
  if (history.length < generationsMin)
    return { skipped: `Known only after ${generationsMin} generations that have changed.` };
  const names = (['records', 'sum'] as const).filter((name) => name === 'records' || summed.includes(dataType));
  const records = names.flatMap((name) => {
    const values = history.map((figures) => figures[name]);
    const before = values[0] ?? 0;
    const usual = Math.max(...values.slice(1).map((value, index) => Math.abs((values[index] ?? 0) - value)));
    const change = Math.abs(now[name] - before);
    const isLarge = name === 'sum' || change >= recordsMin;
    if (!isLarge || change <= tolerance * usual || change <= partMin * Math.abs(before)) return [];
    const what = name === 'records' ? 'number of records' : 'sum of the amounts';
    return [
      {
        message: `The ${what} was ${plain(before)} and is ${plain(now[name])}. It changed by at most ${plain(usual)}.`,
      },
    ];
  });
  return { found: records.length, records };
}

const plain = (value: number) => String(Math.round(value * 100) / 100);

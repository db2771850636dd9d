import type { DataType } from '@daybook/connector-kit';
import { recordFields } from '../data/read/record-fields.ts';
import type { Db } from '../db/db.ts';
import type { Fields } from '../lists/fields.ts';
import { comparisonsIn, type Filter, parseFilter } from '../lists/filter/parse-filter.ts';
import { datedFields } from './dated-fields.ts';
import { compileQuery } from './matching/compile-query.ts';
import { FoldedTexts } from './matching/fold-texts.ts';
import { ComparedFields } from './matching/record-values.ts';
import { type Day, daysFromToday } from './matching/relative-days.ts';
import { type Compiled, indexQueries, type QueryIndex, QuerySet } from './query-set.ts';
import type { DaySpan } from './run-records.ts';
import { allQueries, type StoredQuery, stateOfQueries } from './store.ts';

export type KnownQueries = {
  /** The queries of an account over a data type, ready to be compared with records on these days. */
  of(ctx: { db: Db }, asked: { accountId: string; dataType: DataType; days: readonly Day[] }): Promise<QuerySet>;
};

/** A query that follows the day is compiled for each day. */
type Following = { query: StoredQuery; filter: Filter; spans: DaySpan[]; fold: (text: string) => string };

/** What is known of the queries over one data type, by id. */
type Known = {
  state: string;
  compared: ComparedFields;
  steady: Map<string, Compiled>;
  steadyIndex: QueryIndex;
  following: Map<string, Following>;
  /** `index` is missing if it is not known yet for these queries. */
  byDay: Map<Day, { compiled: Map<string, Compiled>; index: QueryIndex | undefined }>;
};

/** A query of three comparisons takes about 2 kB. */
const queriesMax = 50_000;
/** A change of the day needs two. */
const daysMax = 3;
/** After so many, other work of the process gets a turn: to parse and compile a query takes about 40 µs. */
const compiledAtOnce = 200;

/**
 * Keeps queries parsed, compiled and sorted for later runs: with 10,000 queries, that took half of the CPU time of each
 * run. A query never changes, so what is kept is valid as long as the account has exactly the same queries, and of other
 * queries, only the new ones are compiled. Keeps as many queries as `max`, of the accounts that were used last, and
 * always those of one data type.
 */
export function createKnownQueries({ max = queriesMax }: { max?: number } = {}): KnownQueries {
  const known = new Map<string, Known>();

  function keep(key: string, entry: Known): void {
    // The last one of the map is the one that was used last.
    known.delete(key);
    known.set(key, entry);
    let count = [...known.values()].reduce((sum, one) => sum + sizeOf(one), 0);
    for (const [oldest, one] of known) {
      if (count <= max || oldest === key) return;
      known.delete(oldest);
      count -= sizeOf(one);
    }
  }

  return {
    async of(ctx, { accountId, dataType, days }) {
      const key = `${accountId} ${dataType.name}`;
      const [row] = await ctx.db.read(accountId, stateOfQueries({ accountId, dataType: dataType.name }));
      let entry = known.get(key);
      if (entry?.state !== (row?.state ?? '')) entry = await load(ctx, { accountId, dataType }, entry);
      const { compared, steadyIndex, following } = entry;
      const byDay = new Map<Day, QueryIndex>();
      for (const day of days) byDay.set(day, await indexOn(day, entry, recordFields(dataType)));
      keep(key, entry);
      return new QuerySet({ compared, steady: steadyIndex, following: [...following.values()], byDay });
    },
  };
}

const sizeOf = ({ steady, following, byDay }: Known) => steady.size + following.size * (1 + byDay.size);

async function load(
  ctx: { db: Db },
  { accountId, dataType }: { accountId: string; dataType: DataType },
  earlier: Known | undefined,
): Promise<Known> {
  const queries = await ctx.db.read(accountId, allQueries({ accountId, dataType: dataType.name }));
  const fields = recordFields(dataType);
  const compared = earlier?.compared ?? new ComparedFields();
  const folds = new FoldedTexts();
  const steady = new Map<string, Compiled>();
  const following = new Map<string, Following>();
  const added: { query: StoredQuery; filter: Filter }[] = [];
  for (const { filter: text, state: _, ...query } of queries) {
    const id = query.standingQueryId;
    const [same, sameFollowing] = [earlier?.steady.get(id), earlier?.following.get(id)];
    if (same) steady.set(id, same);
    else if (sameFollowing) following.set(id, sameFollowing);
    else {
      const filter = parseFilter(text);
      for (const { operator, value } of comparisonsIn(filter)) if (operator === '~') folds.want(value);
      added.push({ query, filter });
      if (added.length % compiledAtOnce === 0) await otherWork();
    }
  }
  await folds.load(ctx, accountId);
  for (const [place, { query, filter }] of added.entries()) {
    const id = query.standingQueryId;
    const spans = spansOf(filter, dataType, fields);
    if (spans.length > 0) following.set(id, { query, filter, spans, fold: folds.of });
    else steady.set(id, { ...compileQuery(filter, { fields, compared, fold: folds.of }), query });
    if (place % compiledAtOnce === 0) await otherWork();
  }
  const steadyIndex = indexQueries([...steady.values()]);
  // Indexes of days are made anew, from what has been compiled before.
  const byDay = new Map(
    [...(earlier?.byDay ?? [])].map(([day, { compiled }]) => [day, { compiled, index: undefined }]),
  );
  return { state: queries[0]?.state ?? '', compared, steady, steadyIndex, following, byDay };
}

/** The dates that a filter compares with the current day. */
function spansOf(filter: Filter, dataType: DataType, fields: Fields): DaySpan[] {
  return comparisonsIn(filter).flatMap((comparison) => {
    const days = daysFromToday(fields.find(comparison.path)?.kind ?? 'text', comparison);
    const named = comparison.path.join('.');
    const dated = datedFields(dataType).find(({ field }) => field === named);
    return days === undefined || !dated ? [] : [{ column: dated.column, days }];
  });
}

/** The index of the queries that follow the day, as they are on this day. */
async function indexOn(day: Day, { compared, following, byDay }: Known, fields: Fields): Promise<QueryIndex> {
  const known = byDay.get(day);
  if (known?.index) return known.index;
  const compiled = new Map<string, Compiled>();
  for (const [id, { query, filter, fold }] of following) {
    const same = known?.compiled.get(id);
    compiled.set(id, same ?? { ...compileQuery(filter, { fields, compared, fold, day }), query });
    if (compiled.size % compiledAtOnce === 0) await otherWork();
  }
  const index = indexQueries([...compiled.values()]);
  byDay.delete(day);
  byDay.set(day, { compiled, index });
  for (const oldest of byDay.keys()) if (byDay.size > daysMax) byDay.delete(oldest);
  return index;
}

const otherWork = () => new Promise<void>((resolve) => setImmediate(resolve));

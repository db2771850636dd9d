import type { DataType } from '@daybook/connector-kit';
import { recordFields } from '../data/read/record-fields.ts';
import type { Db } from '../db/db.ts';
import { type Filter, parseFilter } from '../lists/filter/parse-filter.ts';
import { CandidateQueries } from './matching/candidate-queries.ts';
import { type CompiledQuery, compileQuery } from './matching/compile-query.ts';
import { FoldedTexts } from './matching/fold-texts.ts';
import { type ComparedField, ComparedFields, type RecordValues } from './matching/record-values.ts';
import { allQueries, type Run, type StoredQuery, stateOfQueries } from './store.ts';

/** The queries of an account over a data type, ready to be compared with records. */
export type QuerySet = {
  /** Fields of texts that PostgreSQL has to fold before they are compared. */
  folded: readonly ComparedField[];
  /** Whether the run has to be told to any query: to one over its company that existed when it was published. */
  isAnyFor(run: PublishedRun): boolean;
  /** The queries that are told about the run and that the version of a record matches. */
  matching(record: RecordValues, run: PublishedRun): Set<StoredQuery>;
};
type PublishedRun = Pick<Run, 'companyId' | 'publishedAt'>;

export type KnownQueries = {
  of(ctx: { db: Db }, accountId: string, dataType: DataType): Promise<QuerySet>;
};

type Compiled = CompiledQuery & { query: StoredQuery };
type Known = { state: string; compared: ComparedFields; compiled: Map<string, Compiled>; set: QuerySet };

/** A query of three comparisons takes about 2 kB. */
const queriesMax = 50_000;
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
    let count = [...known.values()].reduce((sum, { compiled }) => sum + compiled.size, 0);
    for (const [oldest, { compiled }] of known) {
      if (count <= max || oldest === key) return;
      known.delete(oldest);
      count -= compiled.size;
    }
  }

  return {
    async of(ctx, accountId, dataType) {
      const key = `${accountId} ${dataType.name}`;
      const [row] = await ctx.db.read(accountId, stateOfQueries({ accountId, dataType: dataType.name }));
      const state = row?.state ?? '';
      let entry = known.get(key);
      if (entry?.state !== state) entry = await load(ctx, { accountId, dataType }, entry);
      keep(key, entry);
      return entry.set;
    },
  };
}

async function load(
  ctx: { db: Db },
  { accountId, dataType }: { accountId: string; dataType: DataType },
  earlier: Known | undefined,
): Promise<Known> {
  const queries = await ctx.db.read(accountId, allQueries({ accountId, dataType: dataType.name }));
  const compared = earlier?.compared ?? new ComparedFields();
  const compiled = new Map<string, Compiled>();
  const added: { query: StoredQuery; filter: Filter }[] = [];
  const folds = new FoldedTexts();
  for (const { filter: text, ...query } of queries) {
    const same = earlier?.compiled.get(query.standingQueryId);
    if (same) {
      compiled.set(query.standingQueryId, same);
      continue;
    }
    const filter = parseFilter(text);
    wantContained(filter, folds);
    added.push({ query, filter });
    if (added.length % compiledAtOnce === 0) await otherWork();
  }
  await folds.load(ctx, accountId);
  const given = { fields: recordFields(dataType), compared, fold: folds.of };
  for (const [place, { query, filter }] of added.entries()) {
    compiled.set(query.standingQueryId, { ...compileQuery(filter, given), query });
    if (place % compiledAtOnce === 0) await otherWork();
  }
  const set = querySet([...compiled.values()], compared);
  return { state: queries[0]?.state ?? '', compared, compiled, set };
}

const otherWork = () => new Promise<void>((resolve) => setImmediate(resolve));

function wantContained(filter: Filter, folds: FoldedTexts): void {
  if (filter.type !== 'comparison') for (const part of filter.parts) wantContained(part, folds);
  else if (filter.operator === '~') folds.want(filter.value);
}

function querySet(compiled: readonly Compiled[], compared: ComparedFields): QuerySet {
  const byCompany = Map.groupBy(compiled, ({ query }) => query.companyId ?? '');
  const parts = new Map(
    [...byCompany].map(([companyId, queries]) => {
      const first = Math.min(...queries.map(({ query }) => query.createdAt.getTime()));
      return [companyId, { index: new CandidateQueries(queries), first }];
    }),
  );
  const partsOf = ({ companyId }: PublishedRun) =>
    [parts.get(''), parts.get(companyId)].filter((part) => part !== undefined);
  return {
    folded: compared.all.filter(({ kind }) => kind === 'folded'),
    isAnyFor: (run) => partsOf(run).some(({ first }) => first <= run.publishedAt.getTime()),
    matching(record, run) {
      const candidates = new Set<Compiled>();
      for (const { index } of partsOf(run)) index.candidates(record, candidates);
      const found = new Set<StoredQuery>();
      for (const { query, matches } of candidates)
        if (query.createdAt <= run.publishedAt && matches(record)) found.add(query);
      return found;
    },
  };
}

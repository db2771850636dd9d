import { CandidateQueries } from './matching/candidate-queries.ts';
import type { CompiledQuery } from './matching/compile-query.ts';
import type { ComparedField, ComparedFields, RecordValues } from './matching/record-values.ts';
import type { Day } from './matching/relative-days.ts';
import type { DaySpan } from './run-records.ts';
import type { Run } from './runs.ts';
import type { StoredQuery } from './store.ts';

export type Compiled = CompiledQuery & { query: StoredQuery };
type OfRun = Pick<Run, 'companyId' | 'publishedAt' | 'day' | 'isDayChange'>;

/** Queries by company; '' for those over all companies. `first`: when the first of them was created. */
export type QueryIndex = Map<string, { index: CandidateQueries<Compiled>; first: number }>;

type Following = { query: StoredQuery; spans: readonly DaySpan[] };
type Given = {
  compared: ComparedFields;
  steady: QueryIndex;
  /** The queries that follow the day, and their index on each of the days for which the set was made. */
  following: readonly Following[];
  byDay: ReadonlyMap<Day, QueryIndex>;
};

/** The queries of an account over a data type, as they were when the set was made. */
export class QuerySet {
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Fields of texts that PostgreSQL has to fold before they are compared. */
  get folded(): ComparedField[] {
    return this.#given.compared.all.filter(({ kind }) => kind === 'folded');
  }

  /** Whether any query has to be told about the run. */
  isAnyFor(run: OfRun): boolean {
    const isOld = ({ first }: { first: number }) => first <= run.publishedAt.getTime();
    return (!run.isDayChange && partsOf(this.#given.steady, run).some(isOld)) || this.#followingOf(run).length > 0;
  }

  /** The dates that the queries of the run compare with the current day. */
  spans(run: OfRun): DaySpan[] {
    return this.#followingOf(run).flatMap(({ spans }) => spans);
  }

  #followingOf(run: OfRun): Following[] {
    if (run.day === null) return [];
    return this.#given.following.filter(
      ({ query }) =>
        query.createdAt <= run.publishedAt && (query.companyId === null || query.companyId === run.companyId),
    );
  }

  /**
   * The queries that are told about the run and that the version of a record matches on the day: those that existed when
   * the generation was published. A change of the day concerns only those that follow it.
   */
  matching(record: RecordValues, run: OfRun, day: Day | null): Set<StoredQuery> {
    const { steady, byDay } = this.#given;
    const onDay = day === null ? undefined : byDay.get(day);
    if (day !== null && !onDay) throw new Error(`The queries were not compiled for ${day}.`);
    const candidates = new Set<Compiled>();
    for (const queries of [run.isDayChange ? undefined : steady, onDay])
      for (const { index } of queries ? partsOf(queries, run) : []) index.candidates(record, candidates);
    const found = new Set<StoredQuery>();
    for (const { query, matches } of candidates)
      if (query.createdAt <= run.publishedAt && matches(record)) found.add(query);
    return found;
  }
}

export function indexQueries(compiled: readonly Compiled[]): QueryIndex {
  const groups = Map.groupBy(compiled, ({ query }) => query.companyId ?? '');
  return new Map(
    [...groups].map(([companyId, queries]) => {
      const first = Math.min(...queries.map(({ query }) => query.createdAt.getTime()));
      return [companyId, { index: new CandidateQueries(queries), first }];
    }),
  );
}

const partsOf = (parts: QueryIndex, { companyId }: OfRun) =>
  [parts.get(''), parts.get(companyId)].filter((part) => part !== undefined);

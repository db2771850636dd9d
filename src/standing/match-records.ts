import type { Db } from '../db/db.ts';
import { ChangedRecord } from './changed-record.ts';
import type { Match } from './compose-events.ts';
import { FoldedTexts } from './matching/fold-texts.ts';
import { RecordValues, textsAt } from './matching/record-values.ts';
import type { Day } from './matching/relative-days.ts';
import type { QuerySet } from './query-set.ts';
import type { ChangedRow } from './run-records.ts';
import { daysOf, type Run } from './runs.ts';
import type { StoredQuery } from './store.ts';

/** `last` is the record with which the matching has stopped, because there are so many matches. */
export type Matched = { matches: Map<StoredQuery, Match[]>; last: number };

/**
 * Compares the queries with the versions of records before and after the generation of the run. If only the day has
 * changed, the version is the same, and a record that stays in a query is not told.
 */
export async function matchRecords(
  ctx: { db: Db },
  { run, queries, matchesMax }: { run: Run; queries: QuerySet; matchesMax: number },
  rows: readonly ChangedRow[],
): Promise<Matched> {
  const records = rows.map((row) => new ChangedRecord(row));
  const folds = new FoldedTexts();
  for (const { comparedBefore, comparedAfter } of records)
    for (const version of [comparedBefore, comparedAfter])
      for (const { steps } of version === undefined ? [] : queries.folded)
        for (const text of textsAt(version, steps)) if (text !== null) folds.want(text);
  await folds.load(ctx, run.accountId);
  const days = daysOf(run);
  const matches = new Map<StoredQuery, Match[]>();
  let found = 0;
  let last = -1;
  for (const record of records) {
    if (found >= matchesMax) break;
    last++;
    const wasIn = matching(record.comparedBefore, days.before);
    const isIn = matching(record.comparedAfter, days.after);
    for (const query of isIn) {
      if (!wasIn.has(query)) note(query, { change: 'entered', record });
      else if (!run.isDayChange) note(query, { change: 'changed', record });
    }
    for (const query of wasIn) if (!isIn.has(query)) note(query, { change: 'left', record });
  }
  return { matches, last };

  function matching(version: unknown, day: Day | null): ReadonlySet<StoredQuery> {
    return version === undefined ? none : queries.matching(new RecordValues(version, folds.of), run, day);
  }

  function note(query: StoredQuery, match: Match): void {
    const own = matches.get(query);
    if (own) own.push(match);
    else matches.set(query, [match]);
    found++;
  }
}

const none: ReadonlySet<StoredQuery> = new Set();

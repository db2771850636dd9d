import type { Db } from '../db/db.ts';
import type { QuerySet } from './query-set.ts';
import { type ChangedRow, changedRecords, passedRecords, recordsOfState } from './run-records.ts';
import type { Run } from './runs.ts';

/** Reads at most `limit` records of a run after its `toldThrough`, by id. Fewer than that if there are no more. */
export type RecordReader = (run: Run, limit: number) => Promise<ChangedRow[]>;

/** Ids that are read at once and then used for several steps, because finding them reads all dates that are passed. */
const idsMax = 50_000;

export function recordReader({ db }: { db: Db }, queries: QuerySet): RecordReader {
  let ids: string[] = [];
  let isAll = false;
  return async (run, limit) => {
    const { accountId, day } = run;
    if (!run.isDayChange || day === null) return db.read(accountId, changedRecords(run, limit));
    ids = ids.slice(ids.indexOf(run.toldThrough) + 1);
    if (ids.length < limit && !isAll) {
      const spans = queries.spans(run);
      ids = (await db.read(accountId, passedRecords(run, day, { spans, limit: idsMax }))).map(({ id }) => id);
      isAll = ids.length < idsMax;
    }
    return db.read(accountId, recordsOfState(run, ids.slice(0, limit)));
  };
}

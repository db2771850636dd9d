import { type DataType, parseExact } from '@daybook/connector-kit';
import { recordFields } from '../data/read/record-fields.ts';
import type { Db } from '../db/db.ts';
import { type Filter, parseFilter } from '../lists/filter/parse-filter.ts';
import type { ChangedRecord, Match, StandingChange, Version } from './compose-events.ts';
import { CandidateQueries } from './matching/candidate-queries.ts';
import { type CompiledQuery, compileQuery } from './matching/compile-query.ts';
import { FoldedTexts } from './matching/fold-texts.ts';
import { ComparedFields, RecordValues, textsAt } from './matching/record-values.ts';
import type { ChangedRow, StoredQuery } from './store.ts';

type Given = StoredQuery & CompiledQuery;

/** The queries of one data type, compiled for the records of one run. */
export type QuerySet = {
  /** `last` is the record with which the matching has stopped, because there are so many matches. */
  match(rows: readonly ChangedRow[], matchesMax: number): Promise<{ matches: Map<StoredQuery, Match[]>; last: number }>;
};

export async function compileQueries(
  ctx: { db: Db },
  accountId: string,
  { dataType, queries }: { dataType: DataType; queries: readonly StoredQuery[] },
): Promise<QuerySet> {
  const fields = recordFields(dataType);
  const compared = new ComparedFields();
  const folds = new FoldedTexts();
  const parsed = queries.map((query) => ({ query, filter: parseFilter(query.query) }));
  for (const { filter } of parsed) wantContained(filter, folds);
  await folds.load(ctx, accountId);
  const compiled: Given[] = parsed.map(({ query, filter }) => ({
    ...query,
    ...compileQuery(filter, { fields, compared, fold: folds.of }),
  }));
  const index = new CandidateQueries(compiled);
  const folded = compared.all.filter(({ kind }) => kind === 'folded');

  return {
    async match(rows, matchesMax) {
      const records = rows.map(readRecord);
      for (const { after, before } of records)
        for (const version of [after, before])
          for (const { steps } of folded)
            for (const text of version ? textsAt(version, steps) : []) if (text !== null) folds.want(text);
      await folds.load(ctx, accountId);
      const matches = new Map<StoredQuery, Match[]>();
      let found = 0;
      let last = -1;
      while (last < records.length - 1 && found < matchesMax) {
        last++;
        const record = records[last];
        const row = rows[last];
        if (record && row) found += matchRecord(record, row, matches);
      }
      return { matches, last };
    },
  };

  function matchRecord(record: ChangedRecord, row: ChangedRow, to: Map<StoredQuery, Match[]>): number {
    const before = record.before && !row.wasDeleted ? new RecordValues(record.before, folds.of) : undefined;
    const after = row.isDeleted ? undefined : new RecordValues(record.after, folds.of);
    const candidates = new Set<Given>();
    if (before) index.candidates(before, candidates);
    if (after) index.candidates(after, candidates);
    let found = 0;
    for (const query of candidates) {
      const change = changeOf(
        before !== undefined && query.matches(before),
        after !== undefined && query.matches(after),
      );
      if (!change) continue;
      const own = to.get(query);
      if (own) own.push({ change, record });
      else to.set(query, [{ change, record }]);
      found++;
    }
    return found;
  }
}

function changeOf(wasIn: boolean, isIn: boolean): StandingChange | undefined {
  if (isIn) return wasIn ? 'changed' : 'entered';
  return wasIn ? 'left' : undefined;
}

const readRecord = ({ recordId, isDeleted, after, before, beforeGeneration }: ChangedRow): ChangedRecord => ({
  recordId,
  isDeleted,
  after: parseExact(after) as Version,
  before: before === null ? null : (parseExact(before) as Version),
  beforeGeneration,
  bytes: Buffer.byteLength(after) + Buffer.byteLength(before ?? ''),
});

function wantContained(filter: Filter, folds: FoldedTexts): void {
  if (filter.type !== 'comparison') for (const part of filter.parts) wantContained(part, folds);
  else if (filter.operator === '~') folds.want(filter.value);
}

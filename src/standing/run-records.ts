import { type RawBuilder, sql } from 'kysely';
import { inDataSet } from '../data/read/record-list.ts';
import { addDays, type Day } from './matching/relative-days.ts';
import type { Run } from './runs.ts';

/** A record that a run is about, with the version before it; null if there is none. */
export type ChangedRow = {
  recordId: string;
  isDeleted: boolean;
  after: string;
  before: string | null;
  beforeGeneration: number | null;
  wasDeleted: boolean | null;
};

/**
 * The changed records of a generation after `toldThrough`, by id. The version that a record had before is the one that
 * this generation has ended.
 */
export function changedRecords(run: Run, limit: number): RawBuilder<ChangedRow> {
  const own = inDataSet(run, sql<number>`${run.dataSetId}::bigint`);
  return sql`select r.record_id as "recordId", r.change = 'd' as "isDeleted", r.payload::text as after,
      b.payload::text as before, b.gen_from as "beforeGeneration", b.change = 'd' as "wasDeleted"
    from (select r.* from record r where ${own} and (r.gen_from, r.record_id) > (${run.generation}::int, ${run.toldThrough}::text)
        and r.gen_from <= ${run.generation}::int and r.gen_from > 0
      order by r.gen_from, r.record_id limit ${limit}) r
    left join lateral (select b.payload, b.gen_from, b.change from record b where b.account_id = r.account_id
      and b.company_id = r.company_id and b.data_set_id = r.data_set_id and b.record_id = r.record_id
      and b.gen_from < r.gen_from and b.gen_to = r.gen_from limit 1) b on true
    order by r.record_id`;
}

/** A field that is compared with a day: the column that holds it, and how many days after the current day. */
export type DaySpan = { column: 'date1' | 'date2'; days: number };

/**
 * The ids of the records with a date that the limit `today + days` passes when the day of the run begins, in order. No
 * other record can enter or leave a query then. Both limits belong to it: dates are compared with `<` and with `<=`.
 */
export function passedRecords(run: Run, day: Day, given: { spans: readonly DaySpan[]; limit: number }) {
  const parts = given.spans.length === 0 ? [] : [passedIn('date1'), passedIn('date2')].flat();
  const union = parts.length === 0 ? sql`select null::text as id where false` : sql.join(parts, sql` union `);
  return sql<{ id: string }>`select p.id from (${union}) p order by p.id limit ${given.limit}`;

  function passedIn(column: DaySpan['column']): RawBuilder<unknown>[] {
    const offsets = given.spans.filter((span) => span.column === column).map(({ days }) => days);
    if (offsets.length === 0) return [];
    const at = sql.ref(`r.${column}`);
    // As values in the statement: in a join with windows, PostgreSQL does not know how few dates are in them.
    const windows = windowsOf(day, offsets).map(
      ({ from, to }) => sql<boolean>`${at} >= ${from}::timestamptz and ${at} <= ${to}::timestamptz`,
    );
    // Versions that a later generation has replaced are seldom many. The condition on `-infinity` is the one of the
    // index on the second date.
    return [sql`r.gen_to is null`, sql`r.gen_to > ${run.generation}::int`].map(
      (isStored) => sql`select r.record_id as id from record r
        where ${inDataSet(run, sql<number>`${run.dataSetId}::bigint`)} and (${sql.join(windows, sql` or `)})
          and ${at} > '-infinity' and ${isStored} and r.gen_from <= ${run.generation}::int and r.change <> 'd'
          and r.record_id > ${run.toldThrough}::text`,
    );
  }
}

/** With more windows, those with the smallest gaps between them are joined: some records are then read in vain. */
const windowsMax = 12;

/** From the limit of the day before to the limit of the day; neighbours are joined. */
export function windowsOf(day: Day, offsets: readonly number[], max = windowsMax): { from: string; to: string }[] {
  const windows: { from: number; to: number }[] = [];
  for (const days of [...new Set(offsets)].sort((a, b) => a - b)) {
    const last = windows.at(-1);
    if (last && last.to >= days - 1) last.to = days;
    else windows.push({ from: days - 1, to: days });
  }
  while (windows.length > max) {
    const gaps = windows.slice(1).map(({ from }, at) => from - (windows[at]?.to ?? 0));
    const at = gaps.indexOf(Math.min(...gaps));
    windows.splice(at, 2, { from: windows[at]?.from ?? 0, to: windows[at + 1]?.to ?? 0 });
  }
  const midnight = (days: number) => `${addDays(day, days)}T00:00:00Z`;
  return windows.map(({ from, to }) => ({ from: midnight(from), to: midnight(to) }));
}

/** Records as they are in the state of a change of the day: the version before is the version after. */
export function recordsOfState(run: Run, ids: readonly string[]): RawBuilder<ChangedRow> {
  return sql`select r.record_id as "recordId", false as "isDeleted", r.payload::text as after, r.payload::text as before,
      r.gen_from as "beforeGeneration", false as "wasDeleted"
    from record r where ${inDataSet(run, sql<number>`${run.dataSetId}::bigint`)} and r.record_id = any (${ids}::text[])
      and r.gen_from <= ${run.generation}::int and (r.gen_to is null or r.gen_to > ${run.generation}::int)
    order by r.record_id`;
}

import { type RawBuilder, sql } from 'kysely';
import type { Db, Look, Tx } from '../db/db.ts';
import { addDays, type Day } from './matching/relative-days.ts';

/** SQL on `standing_run`. */

/**
 * A published generation whose events are not all stored, or the beginning of a day in a state that was published
 * before.
 */
export type Run = {
  accountId: string;
  companyId: string;
  dataSetId: number;
  generation: number;
  /** Of a change of the day: when the day began for the account. Later queries are not told. */
  publishedAt: Date;
  /** The account's day when the generation was published, or the day that begins. Null if it had none. */
  day: Day | null;
  isDayChange: boolean;
  /** The last record whose events are stored; '' if there is none. */
  toldThrough: string;
};

/** The days for which the versions before and after a run are compared. Null: no query follows the day. */
export const daysOf = ({ day, isDayChange }: Run): { before: Day | null; after: Day | null } => ({
  before: day !== null && isDayChange ? addDays(day, -1) : day,
  after: day,
});

export const isAnyRunDue = ({ now }: Look) => sql<boolean>`exists (select from standing_run where due_at <= ${now})`;

/** Takes runs for some time: of each data set the earliest one, so that events keep the order of generations and days. */
export async function takeRuns(
  { db }: { db: Pick<Db, 'system'> },
  given: { now: Date; leaseUntil: Date; limit: number },
): Promise<Run[]> {
  const { rows } = await sql<Run>`with due as (
      select account_id, company_id, data_set_id, generation, day from standing_run t
      where due_at <= ${given.now} and not exists (select from standing_run e where e.account_id = t.account_id
        and e.company_id = t.company_id and e.data_set_id = t.data_set_id
          and (e.generation, e.day) < (t.generation, t.day))
      order by due_at limit ${given.limit} for update skip locked
    )
    update standing_run r set due_at = ${given.leaseUntil} from due d where r.account_id = d.account_id
      and r.company_id = d.company_id and r.data_set_id = d.data_set_id and r.generation = d.generation and r.day = d.day
    returning r.account_id as "accountId", r.company_id as "companyId", r.data_set_id as "dataSetId", r.generation,
      r.published_at as "publishedAt", r.told_through as "toldThrough",
      nullif(r.day, '-infinity')::text as day, r.is_day_change as "isDayChange"`.execute(db.system);
  return rows;
}

const isRun = (run: Run) => sql<boolean>`account_id = ${run.accountId}::uuid and company_id = ${run.companyId}::uuid
  and data_set_id = ${run.dataSetId}::bigint and generation = ${run.generation}::int
  and day = coalesce(${run.day}::date, '-infinity') and told_through = ${run.toldThrough}::text`;

/**
 * Stores how far the events of a run are stored; null: all of them. Must come first in the transaction that stores the
 * events. Returns false if another process has stored them.
 */
export async function moveRun(tx: Tx, run: Run, { through, dueAt }: { through: string | null; dueAt: Date }) {
  const { numAffectedRows } = await (through === null
    ? sql`delete from standing_run where ${isRun(run)}`
    : sql`update standing_run set told_through = ${through}, due_at = ${dueAt} where ${isRun(run)}`
  ).execute(tx);
  return numAffectedRows === 1n;
}

export type PublishedSet = {
  dataType: string;
  connectionId: string;
  /** One of these has published the generation. Both are null for a change of the day. */
  syncId: string | null;
  pushId: string | null;
};

/** What a run is about. No row if the company, its connection or its data has been deleted. */
export function publishedSet(run: Run): RawBuilder<PublishedSet> {
  return sql`select s.data_type as "dataType", s.connection_id as "connectionId", p.sync_id as "syncId",
      p.push_id as "pushId"
    from data_set s left join publication p on p.account_id = s.account_id and p.company_id = s.company_id
        and p.data_set_id = s.data_set_id and p.generation = ${run.isDayChange ? null : run.generation}::int
      join connection n on n.account_id = s.account_id and n.company_id = s.company_id
        and n.connection_id = s.connection_id
      join company c on c.account_id = s.account_id and c.company_id = s.company_id and c.deleted_at is null
    where s.account_id = ${run.accountId}::uuid and s.company_id = ${run.companyId}::uuid
      and s.data_set_id = ${run.dataSetId}::bigint and n.status <> 'Deleted'
      and (${run.isDayChange} or p.generation is not null)`;
}

import { type RawBuilder, sql } from 'kysely';
import type { CheckResult, Finding } from '../wire.ts';

/** What a check knows about the generation that is about to be published. */
export type Candidate = {
  accountId: string;
  companyId: string;
  connectionId: string;
  dataSetId: number;
  dataType: string;
  generation: number;
  /** Versions after this generation are new to the checks; 0 if all records are to be examined. */
  since: number;
  /** The number of records before this generation. */
  total: number;
  at: Date;
  isPublished?: boolean;
  /** When the sync was requested. */
  requestedAt: Date;
  tolerance: number;
  /** The result of the generation that was checked last, if there is one. */
  previous: CheckResult | undefined;
};

export type Outcome =
  | { found: number; records: Finding[]; message?: string; isPartial?: boolean }
  | { skipped: string }
  /** The data set turns out to have no part in the check: there is no result. */
  | 'notConcerned';

/** A data set with more records is not compared with all of its other records in every sync. */
export const scanMax = 20_000;

/** All live records of the candidate: the newest versions, unless deleted. */
export const inSet = (of: Pick<Candidate, 'accountId' | 'companyId' | 'dataSetId'>, alias = 'r') => {
  const table = sql.ref(alias);
  return sql<boolean>`${table}.account_id = ${of.accountId}::uuid and ${table}.company_id = ${of.companyId}::uuid
    and ${table}.data_set_id = ${of.dataSetId}::bigint`;
};
export const isLive = sql<boolean>`r.gen_to is null and r.change <> 'd'`;

/**
 * The records that a check has to examine: those that are new since the last check, and those in which it found
 * something. All records if it never ran, or if it found more than are stored.
 */
export function focus(of: Candidate): RawBuilder<unknown> {
  if (of.since === 0) return sql`(select r.* from record r where ${inSet(of)} and ${isLive})`;
  const known = (of.previous?.records ?? []).flatMap(({ recordId }) => recordId ?? []);
  return sql`(select r.* from record r where ${inSet(of)} and ${isLive} and r.gen_from > ${of.since}::int and r.gen_from > 0
    union all select r.* from unnest(${known}::text[]) i(record_id) cross join lateral (select * from record r
      where ${inSet(of)} and r.record_id = i.record_id and r.gen_to is null order by r.gen_from desc limit 1) r
    where r.change <> 'd' and r.gen_from <= ${of.since}::int)`;
}

/** Collects rows with the columns `id` and `problem` (null if there is none). */
export const collected = (rows: RawBuilder<unknown>) => sql<{ found: number; records: Finding[] | null }>`
  select count(j.problem) as found, to_json((array_agg(json_build_object('recordId', j.id, 'message', j.problem) order by j.id)
    filter (where j.problem is not null))[1:50]) as records from (${rows}) j`;

/** The number in a payload, or null if it is none. */
export const amountIn = (value: RawBuilder<unknown>) =>
  sql`case jsonb_typeof(${value}) when 'number' then (${value})::numeric end`;

import { type RawBuilder, sql } from 'kysely';
import { inDataSet } from '../data/read/record-list.ts';
import type { Db, Look, Tx } from '../db/db.ts';
import type { Row } from '../db/tables.ts';

/** SQL on `standing_query` and `standing_run`, and the records that a generation has changed. */
export type QueryRow = Omit<Row<'standing_query'>, 'account_id'>;

/** Locks the account's row so that the count is exact. */
export async function countQueries(tx: Tx): Promise<number> {
  await sql`select from account where account_id = ${tx.accountId}::uuid for no key update`.execute(tx);
  const { rows } = await sql<{ n: number }>`select count(*) as n from standing_query
    where account_id = ${tx.accountId}::uuid`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function insertQuery(tx: Tx, row: QueryRow): Promise<void> {
  await tx
    .insertInto('standing_query')
    .values({ ...row, account_id: tx.accountId })
    .execute();
}

export async function removeQuery(tx: Tx, standingQueryId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('standing_query')
    .where('account_id', '=', tx.accountId)
    .where('standing_query_id', '=', standingQueryId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The event types that a consumer subscribes to. Undefined if there is no such consumer. */
export async function findConsumerTypes(tx: Tx, consumerId: string): Promise<string[] | undefined> {
  const row = await tx
    .selectFrom('consumer')
    .select('event_types')
    .where('account_id', '=', tx.accountId)
    .where('consumer_id', '=', consumerId)
    .forKeyShare()
    .executeTakeFirst();
  return row?.event_types;
}

export async function isCompany(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from company where account_id = ${tx.accountId}::uuid
    and company_id = ${companyId}::uuid and deleted_at is null for key share`.execute(tx);
  return rows.length > 0;
}

/** A published generation whose events are not all stored. */
export type Run = {
  accountId: string;
  companyId: string;
  dataSetId: number;
  generation: number;
  publishedAt: Date;
  /** The last record whose events are stored; '' if there is none. */
  toldThrough: string;
};

export const isAnyRunDue = ({ now }: Look) => sql<boolean>`exists (select from standing_run where due_at <= ${now})`;

/** Takes runs for some time: of each data set the earliest generation, so that events keep the order of generations. */
export async function takeRuns(
  { db }: { db: Pick<Db, 'system'> },
  given: { now: Date; leaseUntil: Date; limit: number },
): Promise<Run[]> {
  const { rows } = await sql<Run>`with due as (
      select account_id, company_id, data_set_id, generation from standing_run t
      where due_at <= ${given.now} and not exists (select from standing_run e where e.account_id = t.account_id
        and e.company_id = t.company_id and e.data_set_id = t.data_set_id and e.generation < t.generation)
      order by due_at limit ${given.limit} for update skip locked
    )
    update standing_run r set due_at = ${given.leaseUntil} from due d where r.account_id = d.account_id
      and r.company_id = d.company_id and r.data_set_id = d.data_set_id and r.generation = d.generation
    returning r.account_id as "accountId", r.company_id as "companyId", r.data_set_id as "dataSetId", r.generation,
      r.published_at as "publishedAt", r.told_through as "toldThrough"`.execute(db.system);
  return rows;
}

const isRun = (run: Run) => sql<boolean>`account_id = ${run.accountId}::uuid and company_id = ${run.companyId}::uuid
  and data_set_id = ${run.dataSetId}::bigint and generation = ${run.generation}::int
  and told_through = ${run.toldThrough}::text`;

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
  syncId: string | null;
  pushId: string | null;
};

/** What a run is about. Undefined if the company, its connection or its data has been deleted. */
export function publishedSet(run: Run): RawBuilder<PublishedSet> {
  return sql`select s.data_type as "dataType", s.connection_id as "connectionId", p.sync_id as "syncId",
      p.push_id as "pushId"
    from data_set s join publication p on p.account_id = s.account_id and p.company_id = s.company_id
        and p.data_set_id = s.data_set_id and p.generation = ${run.generation}::int
      join connection n on n.account_id = s.account_id and n.company_id = s.company_id
        and n.connection_id = s.connection_id
      join company c on c.account_id = s.account_id and c.company_id = s.company_id and c.deleted_at is null
    where s.account_id = ${run.accountId}::uuid and s.company_id = ${run.companyId}::uuid
      and s.data_set_id = ${run.dataSetId}::bigint and n.status <> 'Deleted'`;
}

/** A query never changes. `companyId`: null for all companies of the account. */
export type StoredQuery = {
  standingQueryId: string;
  consumerId: string;
  companyId: string | null;
  name: string;
  createdAt: Date;
};

type OfType = { accountId: string; dataType: string };

const ofType = ({ accountId, dataType }: OfType) =>
  sql<boolean>`q.account_id = ${accountId}::uuid and q.data_type = ${dataType}`;

/** Equal if, and only if, the account has the same queries. 10,000 of them take 5 ms. */
const state = sql`md5(string_agg(uuid_send(q.standing_query_id), ''::bytea order by q.standing_query_id))`;

/** Null if there are none. */
export const stateOfQueries = (of: OfType): RawBuilder<{ state: string | null }> =>
  sql`select ${state} as state from standing_query q where ${ofType(of)}`;

/** All queries over a data type, each with the state to which it belongs. */
export const allQueries = (of: OfType): RawBuilder<StoredQuery & { filter: string; state: string }> =>
  sql`select q.standing_query_id as "standingQueryId", q.consumer_id as "consumerId", q.company_id as "companyId", q.name,
      q.created_at as "createdAt", q.query as filter, s.state
    from standing_query q cross join (select ${state} as state from standing_query q where ${ofType(of)}) s
    where ${ofType(of)} order by q.standing_query_id`;

/** A record that the generation has changed, with the version before it. Null: there is none, or it is deleted. */
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

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import type { Row } from '../db/tables.ts';

/** SQL on `standing_query`. */
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

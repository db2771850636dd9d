import { sql } from 'kysely';
import Type from 'typebox';
import { openValues } from '../base/open-values.ts';
import { linkRotation, setDataConnections } from '../companies/store.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Row } from '../db/tables.ts';
import { fixedStatement } from '../db/wire/fixed-statement.ts';
import { column, columns, notInLists, shown } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import type { List } from '../lists/page/read-page.ts';
import { time, uuid } from '../lists/wire.ts';
import { type ConnectionState, connectionStates, statesBefore } from './states.ts';
import { sourceType } from './wire.ts';

/** SQL on `connection` and `connection_error`. */
export type ConnectionIds = { companyId: string; connectionId: string };
export type PlatformNames = ReadonlyMap<string, string>;

const errorsShown = 10;

const at = (place: ConnectionIds, accountId: string) =>
  sql<boolean>`n.account_id = ${accountId}::uuid and n.company_id = ${place.companyId}::uuid and n.connection_id = ${place.connectionId}::uuid`;

/** Adds the names of the platforms. The database does not contain them, only the registry does. */
function named(names: PlatformNames) {
  const known = sql.lit(JSON.stringify(Object.fromEntries(names)));
  return sql`(select n.*, coalesce(${known}::jsonb ->> n.platform_key, n.platform_key) as platform_name from connection n) n`;
}

/** Columns that are both in lists of connections and in the summary of a company. */
const summaryColumns = {
  connectionId: column(sql`n.connection_id`, uuid),
  platformKey: column(sql`n.platform_key`, Type.String()),
  platformName: shown(sql`n.platform_name`, Type.String()),
  sourceType: column(sql`n.source_type`, sourceType),
  status: column(
    sql`n.status`,
    Type.Enum([...connectionStates], {
      description: openValues(
        '`PendingAuth`: waiting for authorization. `Linked`: authorized. `Unlinked`: unlinked by the client. `Deauthorized`: authorization withdrawn by the platform or by the owner.',
      ),
    }),
  ),
  created: column(sql`n.created_at`, time),
};
const summaryJson = columns(summaryColumns).json;

const errorColumns = columns({
  at: column(sql`e.at`, time),
  code: column(sql`e.code`, Type.String()),
  message: column(sql`e.message`, Type.String()),
  resolvedAt: column(sql`e.resolved_at`, Type.Optional(time)),
});

const connectionColumns = columns({
  ...summaryColumns,
  linkUrl: notInLists(
    Type.Optional(
      Type.String({
        description:
          "URL of the page where the company's owner authorizes the connection, including a token. Returned only for a single connection, not in lists. Requires an API key with the scope `manage`, or a person with the role `developer` or `administrator`.",
      }),
    ),
  ),
  lastSync: column(sql`n.last_sync_at`, Type.Optional(time)),
  errors: column(
    sql`(select '[' || coalesce(string_agg(${errorColumns.json}, ',' order by e.at desc), '') || ']' from (
      select * from connection_error e where e.account_id = n.account_id and e.company_id = n.company_id
        and e.connection_id = n.connection_id order by e.at desc limit ${sql.lit(errorsShown)}) e)`,
    Type.Array(Type.Object(errorColumns.shape), { description: 'The ten newest errors.' }),
  ),
});
export const Connection = Type.Object(connectionColumns.shape, { title: 'Connection' });

export type ConnectionScope = { accountId: string; companyId: string; names: PlatformNames };

export function connectionList({ accountId, companyId, names }: ConnectionScope): List {
  const own = sql<boolean>`n.account_id = ${accountId}::uuid and n.company_id = ${companyId}::uuid`;
  return countedList({
    name: `connections of ${companyId}`,
    small: true,
    from: named(names),
    scope: own,
    record: connectionColumns.json,
    fields: connectionColumns.fields,
    key: { expression: sql`n.connection_id`, type: sql`uuid`, descending: false },
  });
}

export function connectionStatement(scope: ConnectionScope, connectionId: string) {
  return sql<{ json: string; rotation: number }>`select ${connectionColumns.json} as json,
      ${linkRotation(sql`n.account_id`, sql`n.company_id`)} as rotation from ${named(scope.names)}
    where ${at({ companyId: scope.companyId, connectionId }, scope.accountId)}`;
}

export type NewConnectionRow = ConnectionIds & {
  platformKey: string;
  sourceType: Row<'connection'>['source_type'];
  created: Date;
};

export async function insertConnection(tx: Tx, row: NewConnectionRow): Promise<void> {
  await tx
    .insertInto('connection')
    .values({
      account_id: tx.accountId,
      company_id: row.companyId,
      connection_id: row.connectionId,
      platform_key: row.platformKey,
      source_type: row.sourceType,
      status: 'PendingAuth',
      credentials: null,
      created_at: row.created,
      linked_at: null,
      last_sync_at: null,
    })
    .execute();
}

/** Finds the connection and locks it until the transaction ends. */
export async function lockConnection(tx: Tx, { companyId, connectionId }: ConnectionIds) {
  const { rows } = await tx.executeQuery(lockStatement(tx, { accountId: tx.accountId, companyId, connectionId }));
  return rows[0];
}

/** The same if only the lock is needed. The statement is sent with the next one of the transaction. */
export function lockConnectionWithNext(tx: Tx, { companyId, connectionId }: ConnectionIds): void {
  tx.withNext(lockStatement(tx, { accountId: tx.accountId, companyId, connectionId }));
}

const lockStatement = fixedStatement(
  (given: ConnectionIds & { accountId: string }) => [given.accountId, given.companyId, given.connectionId],
  ([account, company, connection]) => sql<Pick<Row<'connection'>, 'platform_key' | 'status' | 'credentials'>>`
    select platform_key, status, credentials from connection
    where account_id = ${account}::uuid and company_id = ${company}::uuid and connection_id = ${connection}::uuid
    for update`,
);

/**
 * Sorts the connections `n` of a company: linked ones before others, then accounting systems before platforms of other
 * types, then those that were linked last (docs/decisions/0050). So linking a shop does not change what a client reads
 * as the company's invoices.
 */
export const byPreference = sql`(n.status = 'Linked') desc, (n.source_type = 'Accounting') desc, n.linked_at desc nulls last`;

/** Returns the company's connections in order of preference. */
export async function findConnections(tx: Tx, companyId: string) {
  return (await tx.executeQuery(preferredStatement(tx, { accountId: tx.accountId, companyId }))).rows;
}

const preferredStatement = fixedStatement(
  (given: { accountId: string; companyId: string }) => [given.accountId, given.companyId],
  ([account, company]) => sql<Pick<Row<'connection'>, 'connection_id' | 'platform_key' | 'status'>>`
    select n.connection_id, n.platform_key, n.status from connection n
    where n.account_id = ${account}::uuid and n.company_id = ${company}::uuid
    order by ${byPreference}, n.connection_id`,
);

/** Enters a state if the current state allows it. Returns false if the current state does not allow it. */
export async function enterState(
  tx: Tx,
  place: ConnectionIds,
  to: { state: ConnectionState; credentials?: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('connection as n')
    .set({
      status: to.state,
      ...(to.credentials !== undefined && { credentials: to.credentials }),
      ...(to.state === 'Linked' && { linked_at: to.at }),
    })
    .where(at(place, tx.accountId))
    .where(sql<boolean>`n.status = any (${statesBefore(to.state)}::text[])`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function forgetCredentials(tx: Tx, place: ConnectionIds): Promise<void> {
  await tx.updateTable('connection as n').set({ credentials: null }).where(at(place, tx.accountId)).execute();
}

export async function deleteConnectionRow(tx: Tx, place: ConnectionIds): Promise<void> {
  await tx.deleteFrom('connection as n').where(at(place, tx.accountId)).execute();
}

const syncedStatement = fixedStatement(
  (given: ConnectionIds & { syncedAt: Date; accountId: string }) => [
    given.syncedAt,
    given.accountId,
    given.companyId,
    given.connectionId,
  ],
  ([syncedAt, accountId, companyId, connectionId]) => sql`update connection set last_sync_at = ${syncedAt}::timestamptz
    where account_id = ${accountId}::uuid and company_id = ${companyId}::uuid and connection_id = ${connectionId}::uuid`,
);

/** The statement is sent with the next one of the transaction. */
export function noteConnectionSynced(tx: Tx, { companyId, connectionId }: ConnectionIds, syncedAt: Date): void {
  tx.withNext(syncedStatement(tx, { syncedAt, accountId: tx.accountId, companyId, connectionId }));
}

export async function addError(
  tx: Tx,
  place: ConnectionIds,
  error: { at: Date; code: string; message: string },
): Promise<void> {
  await tx
    .insertInto('connection_error')
    .values({
      account_id: tx.accountId,
      company_id: place.companyId,
      connection_id: place.connectionId,
      ...error,
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function resolveErrors(tx: Tx, place: ConnectionIds, resolvedAt: Date): Promise<void> {
  await tx
    .updateTable('connection_error as n')
    .set({ resolved_at: resolvedAt })
    .where(at(place, tx.accountId))
    .where('n.resolved_at', 'is', null)
    .execute();
}

/**
 * Updates the summary of connections that lists of companies return. Must be called after every change of a connection,
 * in the same database transaction.
 */
export async function refreshSummary(tx: Tx, companyId: string, names: PlatformNames): Promise<void> {
  const { rows } = await sql<{
    json: string;
  }>`select '[' || coalesce(string_agg(${summaryJson}, ',' order by n.connection_id), '') || ']' as json
    from ${named(names)} where n.account_id = ${tx.accountId}::uuid and n.company_id = ${companyId}::uuid`.execute(tx);
  await setDataConnections(tx, companyId, rows[0]?.json ?? '[]');
}

/** Counts the companies that have a linked connection, for the daily request limit. */
export function linkedCompaniesStatement(accountId: string) {
  return sql<{ companies: number }>`select count(distinct n.company_id) as companies from connection n
    where n.account_id = ${accountId}::uuid and n.status = 'Linked'`;
}

export async function hasConnection(db: Db, of: ConnectionIds & { accountId: string }): Promise<boolean> {
  const rows = await db.read(
    of.accountId,
    sql`select from connection where account_id = ${of.accountId}::uuid and company_id = ${of.companyId}::uuid
      and connection_id = ${of.connectionId}::uuid`,
  );
  return rows.length > 0;
}

/** What a call to the platform needs. */
export async function readConnection(db: Db, of: ConnectionIds & { accountId: string }) {
  const [row] = await db.read<Pick<Row<'connection'>, 'platform_key' | 'status' | 'credentials'>>(
    of.accountId,
    sql`select n.platform_key, n.status, n.credentials from connection n where ${at(of, of.accountId)}`,
  );
  return row;
}

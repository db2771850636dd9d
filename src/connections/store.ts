import { sql } from 'kysely';
import { linkRotation, setDataConnections } from '../companies/store.ts';
import type { Tx } from '../db/db.ts';
import { columnFields, valuesOf } from '../lists/fields.ts';
import { jsonObject, jsonPlain, jsonText, jsonTime } from '../lists/json-text.ts';
import { countedList } from '../lists/page/counted-list.ts';
import type { List } from '../lists/page/read-page.ts';
import { type ConnectionState, connectionStates, statesBefore } from './states.ts';
import { Connection } from './wire.ts';

/** SQL on `connection` and `connection_error`. */
export type Place = { companyId: string; connectionId: string };
export type PlatformNames = ReadonlyMap<string, string>;

const errorsShown = 10;

const at = (place: Place, accountId: string) =>
  sql<boolean>`n.account_id = ${accountId}::uuid and n.company_id = ${place.companyId}::uuid and n.connection_id = ${place.connectionId}::uuid`;

/** Fields that are both in lists of connections and in the summary of a company. */
function naming(names: PlatformNames) {
  const known = sql.lit(JSON.stringify(Object.fromEntries(names)));
  return [
    { name: 'connectionId', json: jsonPlain(sql`n.connection_id`) },
    { name: 'platformKey', json: jsonText(sql`n.platform_key`) },
    { name: 'platformName', json: jsonText(sql`coalesce(${known}::jsonb ->> n.platform_key, n.platform_key)`) },
    { name: 'sourceType', json: jsonPlain(sql`n.source_type`) },
    { name: 'status', json: jsonPlain(sql`n.status`) },
    { name: 'created', json: jsonTime(sql`n.created_at`) },
  ];
}

const errorJson = jsonObject([
  { name: 'at', json: jsonTime(sql`e.at`) },
  { name: 'code', json: jsonText(sql`e.code`) },
  { name: 'message', json: jsonText(sql`e.message`) },
  { name: 'resolvedAt', json: jsonTime(sql`e.resolved_at`), absent: sql`e.resolved_at is null` },
]);

function connectionJson(names: PlatformNames) {
  return jsonObject([
    ...naming(names),
    { name: 'lastSync', json: jsonTime(sql`n.last_sync_at`), absent: sql`n.last_sync_at is null` },
    {
      name: 'errors',
      json: sql`(select '[' || coalesce(string_agg(${errorJson}, ',' order by e.at desc), '') || ']' from (
        select * from connection_error e where e.account_id = n.account_id and e.company_id = n.company_id
          and e.connection_id = n.connection_id order by e.at desc limit ${sql.lit(errorsShown)}) e)`,
    },
  ]);
}

export type ConnectionScope = { accountId: string; companyId: string; names: PlatformNames };

export function connectionList({ accountId, companyId, names }: ConnectionScope): List {
  const own = sql<boolean>`n.account_id = ${accountId}::uuid and n.company_id = ${companyId}::uuid`;
  return countedList({
    name: `connections of ${companyId}`,
    small: true,
    from: sql`connection n`,
    scope: own,
    record: connectionJson(names),
    fields: columnFields({
      connectionId: { kind: 'uuid', column: sql`n.connection_id` },
      platformKey: { kind: 'text', column: sql`n.platform_key` },
      sourceType: { kind: 'choice', choices: valuesOf(Connection.properties.sourceType), column: sql`n.source_type` },
      status: { kind: 'choice', choices: connectionStates, column: sql`n.status` },
      created: { kind: 'time', column: sql`n.created_at` },
      lastSync: { kind: 'time', column: sql`n.last_sync_at` },
    }),
    key: { expression: sql`n.connection_id`, type: sql`uuid`, descending: false },
  });
}

export function connectionStatement(scope: ConnectionScope, connectionId: string) {
  return sql<{ json: string; rotation: number }>`select ${connectionJson(scope.names)} as json,
      ${linkRotation(sql`n.account_id`, sql`n.company_id`)} as rotation from connection n
    where ${at({ companyId: scope.companyId, connectionId }, scope.accountId)}`;
}

export type NewConnectionRow = Place & { platformKey: string; sourceType: string; created: Date };

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
export async function findConnection(tx: Tx, place: Place) {
  return tx
    .selectFrom('connection as n')
    .select(['n.platform_key', 'n.status', 'n.credentials'])
    .where(at(place, tx.accountId))
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Returns the company's connections in order of preference: linked connections before others, and recently linked
 * connections before those that were linked earlier.
 */
export async function findConnections(tx: Tx, companyId: string) {
  return tx
    .selectFrom('connection')
    .select(['connection_id', 'platform_key', 'status'])
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .orderBy(sql`status = 'Linked'`, 'desc')
    .orderBy('linked_at', (order) => order.desc().nullsLast())
    .orderBy('connection_id')
    .execute();
}

/** Enters a state if the current state allows it. Returns false if the current state does not allow it. */
export async function enterState(
  tx: Tx,
  place: Place,
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

export async function forgetCredentials(tx: Tx, place: Place): Promise<void> {
  await tx.updateTable('connection as n').set({ credentials: null }).where(at(place, tx.accountId)).execute();
}

export async function deleteConnectionRow(tx: Tx, place: Place): Promise<void> {
  await tx.deleteFrom('connection as n').where(at(place, tx.accountId)).execute();
}

export async function noteConnectionSynced(tx: Tx, place: Place, syncedAt: Date): Promise<void> {
  await tx.updateTable('connection as n').set({ last_sync_at: syncedAt }).where(at(place, tx.accountId)).execute();
}

export async function addError(
  tx: Tx,
  place: Place,
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

export async function resolveErrors(tx: Tx, place: Place, resolvedAt: Date): Promise<void> {
  await tx
    .updateTable('connection_error as n')
    .set({ resolved_at: resolvedAt })
    .where(at(place, tx.accountId))
    .where('n.resolved_at', 'is', null)
    .execute();
}

/**
 * Updates the summary of connections that lists of companies return. Must be called in the transaction of every change
 * of a connection.
 */
export async function refreshSummary(tx: Tx, companyId: string, names: PlatformNames): Promise<void> {
  const { rows } = await sql<{
    json: string;
  }>`select '[' || coalesce(string_agg(${jsonObject(naming(names))}, ',' order by n.connection_id), '') || ']' as json
    from connection n where n.account_id = ${tx.accountId}::uuid and n.company_id = ${companyId}::uuid`.execute(tx);
  await setDataConnections(tx, companyId, rows[0]?.json ?? '[]');
}

/** Counts the companies that have a linked connection, for the daily request limit. */
export function linkedCompaniesStatement(accountId: string) {
  return sql<{ companies: number }>`select count(distinct n.company_id) as companies from connection n
    where n.account_id = ${accountId}::uuid and n.status = 'Linked'`;
}

import { type RawBuilder, sql } from 'kysely';
import type { CustomField } from '../connectors/custom-fields.ts';
import { digestOf } from '../connectors/mapping.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Mapping } from './wire.ts';

/** SQL on `custom_mapping`. */
export const ofAccount = '00000000-0000-0000-0000-000000000000';

export type MappingPlace = {
  platformKey: string;
  dataType: string;
  /** Null for the account's mapping. */
  connectionId: string | null;
  companyId: string | null;
};

const shown = sql`select m.platform_key as "platformKey", m.data_type as "dataType",
  case when m.connection_id = ${sql.lit(ofAccount)}::uuid then 'account' else 'connection' end as level, m.version, m.fields,
  to_json(m.created_at) #>> '{}' as created from custom_mapping m`;

const isAt = (accountId: string, { platformKey, dataType, connectionId }: Omit<MappingPlace, 'companyId'>) =>
  sql<boolean>`m.account_id = ${accountId}::uuid and m.platform_key = ${platformKey} and m.data_type = ${dataType}
    and m.connection_id = ${connectionId ?? ofAccount}::uuid`;

const inUtc = (mapping: Mapping): Mapping => ({ ...mapping, created: new Date(mapping.created).toISOString() });
const read = async (db: Db, accountId: string, statement: RawBuilder<Mapping>) =>
  (await db.read(accountId, statement)).map(inUtc);

export async function findMapping({ db }: { db: Db }, accountId: string, place: Omit<MappingPlace, 'companyId'>) {
  const [found] = await read(db, accountId, sql<Mapping>`${shown} where ${isAt(accountId, place)} and m.is_current`);
  return found;
}

/**
 * Locks the mapping, whether it exists or not, until the transaction ends. So two changes get different versions, and
 * the second one sees the first.
 */
export async function lockMapping(
  tx: Tx,
  place: MappingPlace,
): Promise<{ current: Mapping | undefined; latest: number }> {
  const name = ['mapping', tx.accountId, place.platformKey, place.dataType, place.connectionId ?? ''].join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const { rows } = await sql<Mapping>`${shown} where ${isAt(tx.accountId, place)} and m.is_current`.execute(tx);
  const { rows: versions } = await sql<{ latest: number | null }>`select max(m.version) as latest from custom_mapping m
    where ${isAt(tx.accountId, place)}`.execute(tx);
  return { current: rows[0] && inUtc(rows[0]), latest: versions[0]?.latest ?? 0 };
}

/** Ends the current version. Its fields stay, for data sets that are still shown with them. */
export async function endMapping(tx: Tx, place: MappingPlace): Promise<void> {
  await sql`update custom_mapping m set is_current = false where ${isAt(tx.accountId, place)} and m.is_current`.execute(
    tx,
  );
}

export async function addMapping(
  tx: Tx,
  place: MappingPlace,
  { version, fields, at }: { version: number; fields: readonly CustomField[]; at: Date },
): Promise<Mapping> {
  await tx
    .insertInto('custom_mapping')
    .values({
      account_id: tx.accountId,
      platform_key: place.platformKey,
      data_type: place.dataType,
      connection_id: place.connectionId ?? ofAccount,
      company_id: place.companyId,
      version,
      fields: JSON.stringify(fields),
      digest: digestOf(fields),
      created_at: at,
    })
    .execute();
  const level = place.connectionId === null ? 'account' : 'connection';
  const { platformKey, dataType } = place;
  return { platformKey, dataType, level, version, fields: [...fields], created: at.toISOString() };
}

/** The platform of a connection. Undefined if there is no such connection of the company. */
export async function findPlatform(
  { db }: { db: Db },
  accountId: string,
  { companyId, connectionId }: { companyId: string; connectionId: string },
): Promise<string | undefined> {
  const [row] = await db.read(
    accountId,
    sql<{
      platform: string;
    }>`select n.platform_key as platform from connection n where n.account_id = ${accountId}::uuid
      and n.company_id = ${companyId}::uuid and n.connection_id = ${connectionId}::uuid`,
  );
  return row?.platform;
}

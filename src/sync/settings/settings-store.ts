import { type Kysely, sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import { named } from '../../db/pool-driver.ts';
import type { Tables } from '../../db/tables.ts';
import { effectiveSettings, type StoredSettings, type SyncSetting } from './settings.ts';

/** SQL on `account_sync_settings`, `company_sync_settings` and `connection_sync_settings`. */
type Place = { accountId: string; companyId?: string; connectionId?: string };

export function settingsStatement({ accountId, companyId, connectionId }: Place) {
  const ofConnection = (alias: string) => {
    const table = sql.ref(alias);
    return sql`${table}.account_id = ${accountId}::uuid and ${table}.company_id = ${companyId ?? null}::uuid
      and ${table}.connection_id = ${connectionId ?? null}::uuid`;
  };
  return sql<StoredSettings & { isConnectionThere: boolean }>`select
    (select n.settings from connection_sync_settings n where ${ofConnection('n')}) as connection,
    exists (select from connection n where ${ofConnection('n')}) as "isConnectionThere",
    (select a.settings from account_sync_settings a where a.account_id = ${accountId}::uuid) as account,
    (select c.settings from company_sync_settings c where c.account_id = ${accountId}::uuid
      and c.company_id = ${companyId ?? null}::uuid) as company`;
}

/** The setting of every data type, for a connection, a company or the account as a whole. */
export async function findSettings(executor: Kysely<Tables>, place: Place): Promise<SyncSetting[]> {
  const { rows } = await executor.executeQuery(named(settingsStatement(place).compile(executor)));
  return effectiveSettings(rows[0] ?? { account: null, company: null });
}

/** Saves the settings and marks the account, so that a job updates the schedules of all companies. */
export async function saveAccountSettings(tx: Tx, settings: readonly SyncSetting[]): Promise<void> {
  const change = { settings: JSON.stringify(settings), is_refresh_pending: true, refreshed_through: null };
  await tx
    .insertInto('account_sync_settings')
    .values({ account_id: tx.accountId, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute();
}

export async function saveCompanySettings(
  tx: Tx,
  { companyId, settings }: { companyId: string; settings: readonly SyncSetting[] },
): Promise<void> {
  const json = JSON.stringify(settings);
  await tx
    .insertInto('company_sync_settings')
    .values({ account_id: tx.accountId, company_id: companyId, settings: json })
    .onConflict((conflict) => conflict.columns(['account_id', 'company_id']).doUpdateSet({ settings: json }))
    .execute();
}

type ConnectionPlace = { companyId: string; connectionId: string };

export async function saveConnectionSettings(
  tx: Tx,
  { companyId, connectionId, settings }: ConnectionPlace & { settings: readonly SyncSetting[] },
): Promise<void> {
  if (settings.length === 0) return deleteConnectionSettings(tx, { companyId, connectionId });
  const json = JSON.stringify(settings);
  await tx
    .insertInto('connection_sync_settings')
    .values({ account_id: tx.accountId, company_id: companyId, connection_id: connectionId, settings: json })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'company_id', 'connection_id']).doUpdateSet({ settings: json }),
    )
    .execute();
}

export async function deleteConnectionSettings(tx: Tx, { companyId, connectionId }: ConnectionPlace): Promise<void> {
  await tx
    .deleteFrom('connection_sync_settings')
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('connection_id', '=', connectionId)
    .execute();
}

/** Returns how far the schedules have been updated, or undefined if all are up to date. Locks the row. */
export async function lockPendingRefresh(tx: Tx): Promise<{ refreshed_through: string | null } | undefined> {
  return tx
    .selectFrom('account_sync_settings')
    .select('refreshed_through')
    .where('account_id', '=', tx.accountId)
    .where('is_refresh_pending', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveRefreshProgress(
  tx: Tx,
  progress: { is_refresh_pending: boolean; refreshed_through: string | null },
): Promise<void> {
  await tx.updateTable('account_sync_settings').set(progress).where('account_id', '=', tx.accountId).execute();
}

export async function findPendingAccounts(system: Kysely<Tables>, limit: number): Promise<string[]> {
  const rows = await system
    .selectFrom('account_sync_settings')
    .select('account_id')
    .where('is_refresh_pending', '=', true)
    .orderBy('account_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

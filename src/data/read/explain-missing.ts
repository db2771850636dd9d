import { findDataType } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { type ApiError, notFound } from '../../base/errors.ts';
import { requireCompany } from '../../companies/require-company.ts';
import { connectionNotLinked } from '../../connections/refusals.ts';
import type { ConnectionState } from '../../connections/states.ts';
import { byPreference } from '../../connections/store.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Db } from '../../db/db.ts';
import { unfinishedStates } from '../../db/sync-states.ts';
import type { SyncState } from '../../db/tables.ts';
import type { Principal } from '../../http/access/principal.ts';
import {
  dataSetAuthorizationLost,
  dataSetNotReady,
  dataSetNotRequested,
  dataSetPermissionMissing,
  dataTypeNotSupported,
} from '../refusals.ts';
import type { DataSetPath } from './data-set-head.ts';

/** Finds out why a path has no readable data set. The reading statement itself does not return the reason. */
export async function explainMissing(
  ctx: { db: Db; registry: Registry },
  principal: Principal,
  path: DataSetPath,
): Promise<ApiError> {
  // Checks the database instead of the cache of company owners, because the company may have been deleted.
  await requireCompany(ctx, principal, path.companyId);
  const connections = await readConnections(ctx, path);
  if (path.connectionId !== undefined && connections.length === 0)
    return notFound({ resource: 'connection', service: 'connections' });
  const { dataType } = path;
  const keys = [...new Set(connections.map((connection) => connection.platform_key))];
  const isSupported = keys.some((key) => Object.hasOwn(ctx.registry.find(key)?.pull ?? {}, dataType));
  const isKnown = findDataType(dataType) !== undefined;
  if (!isKnown || (keys.length > 0 && !isSupported)) {
    return dataTypeNotSupported({ dataType, platforms: keys.map((key) => ctx.registry.names.get(key) ?? key) });
  }
  const requested = connections.filter((connection) => connection.is_requested);
  if (requested.length === 0) return dataSetNotRequested({ dataType });
  // If the first sync of any of these connections can still complete, the data set is "not ready".
  const reasons = requested.map((connection) => whyNotRead(connection, { registry: ctx.registry, dataType }));
  return reasons.includes(undefined) ? dataSetNotReady({ dataType }) : (reasons[0] ?? dataSetNotReady({ dataType }));
}

/**
 * Returns why the first sync of a requested data set cannot complete until someone acts, or undefined if it still can
 * complete.
 */
function whyNotRead(
  connection: Requested,
  { registry, dataType }: { registry: Registry; dataType: string },
): ApiError | undefined {
  const { sync_status: status, status: state, platform_key: key } = connection;
  const platform = registry.names.get(key) ?? key;
  if (status !== null && unfinishedStates.includes(status)) return undefined;
  const reason = connection.sync_error ?? 'it gave no reason';
  // The connection was linked again after the sync failed. The error no longer applies, but no new sync was requested.
  if (connection.is_linked_since && status !== 'Complete') return dataSetNotRequested({ dataType });
  if (status === 'PermissionsError') return dataSetPermissionMissing({ dataType, platform, reason });
  if (status === 'AuthError') return dataSetAuthorizationLost({ dataType, platform, reason });
  if (status === 'NotSupported') return dataTypeNotSupported({ dataType, platforms: [platform] });
  return state === 'Linked' ? undefined : connectionNotLinked({ status: state, service: 'data' });
}

type Requested = {
  platform_key: string;
  status: ConnectionState;
  is_requested: boolean;
  /** Status of the data set's newest sync. Nothing has been published, so no sync has completed. */
  sync_status: SyncState | null;
  sync_error: string | null;
  is_linked_since: boolean;
};

/** Returns the connections in the order in which a list prefers them. */
function readConnections(ctx: { db: Db }, { accountId, companyId, connectionId, dataType }: DataSetPath) {
  const one = connectionId === undefined ? sql`` : sql`and n.connection_id = ${connectionId}::uuid`;
  return ctx.db.read<Requested>(
    accountId,
    sql`select n.platform_key, n.status, d.data_set_id is not null as is_requested, s.status as sync_status,
        s.error_message as sync_error, coalesce(n.status = 'Linked' and n.linked_at > s.completed_at, false) as is_linked_since
      from connection n
      left join lateral (select d.data_set_id, d.latest_sync_id from data_set d where d.account_id = n.account_id
        and d.company_id = n.company_id and d.data_type = ${dataType} and d.connection_id = n.connection_id limit 1) d on true
      left join lateral (select s.status, s.error_message, s.completed_at from sync s where s.account_id = n.account_id
        and s.company_id = n.company_id and s.sync_id = d.latest_sync_id limit 1) s on true
      where n.account_id = ${accountId}::uuid and n.company_id = ${companyId}::uuid ${one}
      order by ${byPreference}, n.connection_id`,
  );
}

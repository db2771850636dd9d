import { sql } from 'kysely';
import { requireCompany } from '../companies/require-company.ts';
import type { Registry } from '../connectors/registry.ts';
import { findDataType } from '../data-types/catalogue.ts';
import type { Db } from '../db/db.ts';
import { type ApiError, dataSetNotReady, dataSetNotRequested, dataTypeNotSupported, notFound } from '../errors.ts';
import type { Principal } from '../http/principal.ts';
import type { DataSetPath } from './data-set-head.ts';

/** Why a path leads to no data set that can be read: what the reading statement itself does not tell. */
export async function explainMissing(
  ctx: { db: Db; registry: Registry },
  principal: Principal,
  path: DataSetPath,
): Promise<ApiError> {
  // Here without what is remembered of owners: the company may have been deleted since.
  await requireCompany(ctx, principal, path.companyId);
  const connections = await readConnections(ctx, path);
  if (path.connectionId !== undefined && connections.length === 0)
    return notFound({ resource: 'connection', service: 'connections' });
  const { dataType } = path;
  const keys = [...new Set(connections.map((connection) => connection.platform_key))];
  const isSupported = keys.some((key) => Object.hasOwn(ctx.registry.find(key)?.pull ?? {}, dataType));
  const isKnown = findDataType(dataType) !== undefined;
  if (!isKnown || (keys.length > 0 && !isSupported)) {
    const named = keys.length > 0 ? keys : [...ctx.registry.names.keys()];
    return dataTypeNotSupported({ dataType, platforms: named.map((key) => ctx.registry.names.get(key) ?? key) });
  }
  const isRequested = connections.some((connection) => connection.is_requested);
  return isRequested ? dataSetNotReady({ dataType }) : dataSetNotRequested({ dataType });
}

function readConnections(ctx: { db: Db }, { accountId, companyId, connectionId, dataType }: DataSetPath) {
  const one = connectionId === undefined ? sql`` : sql`and n.connection_id = ${connectionId}::uuid`;
  return ctx.db.read<{ platform_key: string; is_requested: boolean }>(
    accountId,
    sql`select n.platform_key, exists (select from data_set d where d.account_id = n.account_id
        and d.company_id = n.company_id and d.data_type = ${dataType} and d.connection_id = n.connection_id) as is_requested
      from connection n where n.account_id = ${accountId}::uuid and n.company_id = ${companyId}::uuid ${one}
      order by n.connection_id`,
  );
}

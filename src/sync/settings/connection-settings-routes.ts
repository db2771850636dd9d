import { notFound } from '../../base/errors.ts';
import { type ConnectionIds, lockConnection } from '../../connections/store.ts';
import { ConnectionParams } from '../../connections/wire.ts';
import type { Tx } from '../../db/db.ts';
import { type Route, route } from '../../http/route.ts';
import { refreshSchedules } from '../schedule/refresh-schedules.ts';
import { lockCompanies } from '../schedule/schedule-store.ts';
import { effectiveSettings, requireSettings } from './settings.ts';
import type { SettingsContext } from './settings-routes.ts';
import { deleteConnectionSettings, findSettings, saveConnectionSettings, settingsStatement } from './settings-store.ts';
import { SyncSettings, SyncSettingsChange } from './settings-wire.ts';

/** Sync settings of one connection: they override those of its company. */
export function connectionSettingsRoutes(ctx: SettingsContext): Route[] {
  const tag = 'Syncs';
  const path = '/companies/{companyId}/connections/{connectionId}/syncSettings';
  const answers = { 200: { description: 'The settings of every data type', schema: SyncSettings } };

  /** Connection before company: the order of locks. */
  async function lock(tx: Tx, place: ConnectionIds): Promise<void> {
    const isThere = (await lockConnection(tx, place)) && (await lockCompanies(tx, place)).length > 0;
    if (!isThere) throw notFound({ resource: 'connection', service: 'connections' });
  }

  return [
    route({
      method: 'GET',
      path,
      operationId: 'getConnectionSyncSettings',
      tag,
      summary: 'Get the sync settings of a connection',
      description:
        "The connection's own settings, and for every other data type those of the company, otherwise of the account.",
      scope: 'read',
      params: ConnectionParams,
      answers,
      async read({ principal: { accountId }, params }) {
        const [stored] = await ctx.db.read(accountId, settingsStatement({ accountId, ...params }));
        if (!stored?.isConnectionThere) throw notFound({ resource: 'connection', service: 'connections' });
        return { body: { settings: effectiveSettings(stored) } };
      },
    }),
    route({
      method: 'PUT',
      path,
      operationId: 'replaceConnectionSyncSettings',
      tag,
      summary: 'Replace the sync settings of a connection',
      description:
        "The data types in the list are synced by these settings, for this connection only. For all others, the company's settings apply. An empty list restores them for all data types.",
      scope: 'manage',
      params: ConnectionParams,
      body: SyncSettingsChange,
      answers,
      refusals: [402],
      async write(tx, { principal, params, body }) {
        const settings = requireSettings(body.settings, principal.plan);
        await lock(tx, params);
        await saveConnectionSettings(tx, { ...params, settings });
        await refreshSchedules(ctx, tx, params);
        return { body: { settings: await findSettings(tx, { accountId: tx.accountId, ...params }) } };
      },
    }),
    route({
      method: 'DELETE',
      path,
      operationId: 'deleteConnectionSyncSettings',
      tag,
      summary: 'Delete the sync settings of a connection',
      description: "The company's settings apply to the connection again.",
      scope: 'manage',
      params: ConnectionParams,
      answers: { 204: { description: 'Deleted' } },
      async write(tx, { params }) {
        await lock(tx, params);
        await deleteConnectionSettings(tx, params);
        await refreshSchedules(ctx, tx, params);
        return { status: 204 };
      },
    }),
  ];
}

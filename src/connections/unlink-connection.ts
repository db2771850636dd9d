import type { Clock } from '../base/clock.ts';
import { notFound, wrongState } from '../base/errors.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Tx } from '../db/db.ts';
import type { ConnectionChanged } from './connection-changed.ts';
import { type ConnectionIds, deleteConnectionRow, enterState, lockConnection, refreshSummary } from './store.ts';

type UnlinkContext = { clock: Clock; registry: Registry; connectionChanged: ConnectionChanged };

/**
 * Unlinks a connection at the request of the client. Data that was already fetched stays readable. Unlinking twice is
 * not an error.
 */
export async function unlinkConnection(ctx: UnlinkContext, tx: Tx, place: ConnectionIds): Promise<void> {
  const found = await lockConnection(tx, place);
  if (!found) throw notFound({ resource: 'connection', service: 'connections' });
  if (found.status === 'Unlinked') return;
  if (!(await enterState(tx, place, { state: 'Unlinked', at: ctx.clock.now() }))) {
    throw wrongState({
      error: `a connection in the state ${found.status} cannot be unlinked.`,
      service: 'connections',
    });
  }
  await refreshSummary(tx, place.companyId, ctx.registry.names);
  await ctx.connectionChanged(tx, { ...place, platformKey: found.platform_key, to: 'Unlinked' });
}

export async function deleteConnection(ctx: UnlinkContext, tx: Tx, place: ConnectionIds): Promise<void> {
  const found = await lockConnection(tx, place);
  if (!found) throw notFound({ resource: 'connection', service: 'connections' });
  await deleteConnectionRow(tx, place);
  await refreshSummary(tx, place.companyId, ctx.registry.names);
  await ctx.connectionChanged(tx, { ...place, platformKey: found.platform_key, to: 'Deleted' });
}

import { type Connector, findDataType } from '@daybook/connector-kit';
import type { Clock } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import { connectionNotLinked } from '../connections/refusals.ts';
import { findConnections } from '../connections/store.ts';
import type { Registry } from '../connectors/registry.ts';
import { dataTypeNotSupported } from '../data/refusals.ts';
import type { Tx } from '../db/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { queueSyncs, type SyncToQueue } from './schedule/queue-syncs.ts';
import { findSettings } from './settings/settings-store.ts';
import { findUnfinished, markFull } from './store.ts';

type RequestContext = { clock: Clock; jobs: Jobs; registry: Registry };

/** Requests a sync of one data set. If the data set already has an unfinished sync, returns that sync instead. */
export async function requestSync(
  ctx: RequestContext,
  tx: Tx,
  wanted: { companyId: string; dataType: string; connectionId?: string; isFull?: boolean },
): Promise<{ syncId: string }> {
  const { companyId, dataType, connectionId } = wanted;
  const all = await findConnections(tx, companyId);
  const own = connectionId === undefined ? all : all.filter((one) => one.connection_id === connectionId);
  if (connectionId !== undefined && own.length === 0)
    throw notFound({ resource: 'connection', service: 'connections' });
  const able = own.filter((one) => supports(ctx.registry, one.platform_key, dataType));
  if (able.length === 0 && (own.length > 0 || !findDataType(dataType))) {
    const keys = new Set(own.map((one) => one.platform_key));
    const platforms = [...keys].map((key) => ctx.registry.names.get(key) ?? key);
    throw dataTypeNotSupported({ dataType, platforms });
  }
  const [best] = able;
  if (best?.status !== 'Linked') throw connectionNotLinked({ ...(best && { status: best.status }) });
  const place = { companyId, connectionId: best.connection_id, dataType };
  const [queued] = await queueSyncs(ctx, tx, [
    { ...place, accountId: tx.accountId, platformKey: best.platform_key, trigger: 'manual' },
  ]);
  if (queued && wanted.isFull) await markFull(tx, queued);
  const sync = queued ?? (await findUnfinished(tx, place));
  // The unfinished sync has ended just before it could be read, so try again.
  if (!sync) return requestSync(ctx, tx, wanted);
  return { syncId: sync.syncId };
}

/**
 * Requests a sync of every data set that the company's linked connections support, or of some of them. Returns the ids
 * of the new syncs and of syncs that were already unfinished.
 */
export async function requestAll(
  ctx: RequestContext,
  tx: Tx,
  { companyId, ...pass }: { companyId: string } & PassOptions,
): Promise<string[]> {
  const all = await supportedBy(ctx.registry, tx, { companyId, trigger: 'manual' });
  if (all.length === 0) throw connectionNotLinked({});
  const items = all.filter((one) => pass.only?.(one) ?? true);
  const queued = await queueSyncs(ctx, tx, items, pass);
  const ids = new Map(queued.map((sync) => [`${sync.connectionId} ${sync.dataType}`, sync.syncId]));
  const found: string[] = [];
  for (const item of items) {
    const syncId = ids.get(`${item.connectionId} ${item.dataType}`) ?? (await findUnfinished(tx, item))?.syncId;
    if (syncId) found.push(syncId);
  }
  return found;
}

/** `inOnePass`: the data sets of a connection are read right after each other. `only`: these data sets. */
export type PassOptions = {
  inOnePass?: boolean;
  only?: (set: { connectionId: string; dataType: string }) => boolean;
};

/** Queues the first syncs of a newly linked connection: all data types with `fetchOnFirstLink`, sorted by `order`. */
export async function requestFirstSyncs(
  ctx: RequestContext,
  tx: Tx,
  place: { companyId: string; connectionId: string },
): Promise<void> {
  const { companyId, connectionId } = place;
  const settings = await findSettings(tx, { accountId: tx.accountId, companyId, connectionId });
  const wanted = settings.filter((setting) => setting.fetchOnFirstLink).map((setting) => setting.dataType);
  const items = await supportedBy(ctx.registry, tx, { ...place, trigger: 'first' });
  const chosen = wanted.flatMap((dataType) => items.filter((item) => item.dataType === dataType));
  await queueSyncs(ctx, tx, chosen);
}

async function supportedBy(
  registry: Registry,
  tx: Tx,
  options: { companyId: string; connectionId?: string; trigger: SyncToQueue['trigger'] },
): Promise<SyncToQueue[]> {
  const { companyId, connectionId, trigger } = options;
  const linked = (await findConnections(tx, companyId)).filter(
    (one) => one.status === 'Linked' && (connectionId === undefined || one.connection_id === connectionId),
  );
  return linked.flatMap((one) =>
    fetchedOf(registry.find(one.platform_key)).map((dataType) => ({
      accountId: tx.accountId,
      companyId,
      connectionId: one.connection_id,
      platformKey: one.platform_key,
      dataType,
      trigger,
    })),
  );
}

/** The data types that can be fetched at any time. Uploaded files are read when they are confirmed. */
export function fetchedOf(connector: Connector | undefined): string[] {
  return connector?.uploads ? [] : Object.keys(connector?.pull ?? {});
}

function supports(registry: Registry, platformKey: string, dataType: string): boolean {
  const pull = registry.find(platformKey)?.pull;
  return pull !== undefined && Object.hasOwn(pull, dataType);
}

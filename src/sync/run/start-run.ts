import type { Connector } from '@daybook/connector-kit';
import { findDataType } from '@daybook/connector-kit';
import { mappingOf } from '../../connectors/mapping.ts';
import { forgetSeen } from '../../data/write/find-missing.ts';
import { openGeneration } from '../../data/write/open-generation.ts';
import { beginRemap } from '../../data/write/outdated-data-sets.ts';
import type { Tx } from '../../db/db.ts';
import { findSettings } from '../settings/settings-store.ts';
import { enterState, enterStateAtCommit, lockSyncToRun, type SyncRow } from '../store.ts';
import { emitFailed } from './emit-sync-events.ts';
import { planMapping } from './plan-mapping.ts';
import { isFetched, leaseMs, type Run, type RunSyncContext } from './run-context.ts';
import type { RunSyncData } from './run-sync-job.ts';

/** Starts the sync, or resumes it where an earlier run stopped. Returns undefined if there is nothing to do. */
export async function startRun(ctx: RunSyncContext, data: RunSyncData): Promise<Run | undefined> {
  const { accountId } = data;
  return ctx.db.transaction(accountId, async (tx) => {
    const sync = await lockSyncToRun(tx, data);
    const now = ctx.clock.now();
    if (!sync || sync.completed_at !== null) return undefined;
    // Another run has started since this job was sent.
    if (data.fence !== undefined && data.fence !== sync.fence) return undefined;
    // The sync waits for a person's decision, or its retry time has not come yet.
    if (sync.status === 'Waiting' && (sync.retry_at === null || sync.retry_at > now)) return undefined;
    const end = (state: 'AuthError' | 'NotSupported' | 'InternalError' | 'Cancelled', message: string) =>
      endUnstarted(ctx, tx, sync, { state, message, at: now });

    if (sync.connection_status === null) return end('Cancelled', 'The connection has been deleted.');
    const isFetching = isFetched(sync);
    if (isFetching && (sync.connection_status !== 'Linked' || sync.credentials === null))
      return end('AuthError', `The connection is not linked: its status is ${sync.connection_status}.`);
    const connector = ctx.registry.find(sync.platform_key);
    const dataType = findDataType(sync.data_type);
    const pull = connector?.pull[sync.data_type];
    const canRemap = Object.hasOwn(connector?.fromSource ?? {}, sync.data_type);
    if (!connector || !pull || !dataType || !(isFetching || canRemap))
      return end('NotSupported', `The platform ${sync.platform_key} does not support ${sync.data_type}.`);
    // A sync in these states was left behind when its run died or its process was stopped. `attempts` is the number of
    // starts since the last stored page.
    const isOrphaned = sync.status === 'Fetching' || sync.status === 'Publishing';
    if (isOrphaned && sync.attempts >= ctx.config.syncAttemptsMax)
      return end(
        'InternalError',
        `The sync was started ${sync.attempts} times without storing a page, and its last run ended unexpectedly.`,
      );
    const place = { companyId: data.companyId, dataSetId: sync.data_set_id };
    if (sync.set_id === null) return end('Cancelled', 'The data set has been erased.');
    if (!isFetching && (sync.published_generation === 0 || sync.is_fetched_left))
      return end('Cancelled', 'The next sync of the data set computes its records again.');

    const isFirstStart = sync.generation === null;
    const isFull = sync.is_full ?? (sync.set_cursor === null || isFullDue(ctx, connector, sync.last_full_at, now));
    const fence = sync.fence + 1;
    const generation = openGeneration(tx, place, sync);
    const target = { ...place, generation, dataType };
    const beganAfter = sync.began_after ?? sync.published_generation;
    const mapping = planMapping(sync, { mapping: mappingOf(connector, sync.set_custom ?? undefined), canRemap });
    if (mapping.isBegun) beginRemap(tx, place);
    // Record ids that an earlier sync has seen must not count as seen by this sync.
    if (isFirstStart) forgetSeen(tx, target);
    const isPassDone = sync.pages > 0 && sync.resume_at === null;
    enterStateAtCommit(tx, data, {
      entry: {
        state: 'Fetching',
        message: startMessage({ ...mapping, isFetching, isFull, pages: sync.pages, isPassDone }),
      },
      at: now,
      set: {
        fence,
        attempts: sync.attempts + 1,
        // `started_at` must not be before `data_set.requested_at`, even if clocks differ, because sync-again.ts
        // compares them.
        started_at: sync.started_at ?? later(now, sync.set_requested_at),
        generation,
        began_after: beganAfter,
        // A sync that only computes records again may be requested to fetch as well, and then decides.
        ...(isFetching && { is_full: isFull }),
        mapping: mapping.mapping,
        remap_at: mapping.remapAt,
        lease_until: new Date(now.getTime() + leaseMs),
        retry_at: null,
        error_code: null,
        error_message: null,
      },
    });
    const settings = await findSettings(tx, {
      ...{ accountId, companyId: data.companyId, connectionId: sync.connection_id },
    });
    return {
      accountId,
      companyId: data.companyId,
      syncId: data.syncId,
      connectionId: sync.connection_id,
      connector,
      pull,
      sealedCredentials: sync.credentials,
      target,
      fence,
      attempts: sync.attempts + 1,
      requestedAt: sync.requested_at,
      trigger: sync.trigger,
      isFull,
      beganAfter,
      isPassDone,
      isDeletionConfirmed: sync.is_deletion_confirmed,
      confirmedChecks: sync.confirmed_checks,
      // An earlier attempt or an earlier sync may have written into this generation.
      isChanged: sync.writing_generation !== null,
      live: sync.set_total - sync.set_deleted,
      pages: sync.pages,
      resumeAt: sync.resume_at,
      cursor: sync.set_cursor,
      nextCursor: sync.cursor,
      syncFrom: settings.find((setting) => setting.dataType === sync.data_type)?.syncFrom,
      mapping: mapping.mapping,
      ...(sync.set_custom && { custom: sync.set_custom }),
      mappingBefore: mapping.mappingBefore,
      remapAt: mapping.remapAt,
      canRemap,
    };
  });
}

const later = (a: Date, b: Date) => (a > b ? a : b);

/** A full pass is due every `fullPassEveryHours`, and at least daily if the provider does not report deletions. */
function isFullDue(ctx: RunSyncContext, connector: Connector, lastFullAt: Date | null, now: Date): boolean {
  if (connector.readsWhole) return true;
  const hours = connector.tellsDeletions ? ctx.config.fullPassEveryHours : Math.min(24, ctx.config.fullPassEveryHours);
  return lastFullAt === null || now.getTime() - lastFullAt.getTime() >= hours * 3_600_000;
}

function startMessage(run: {
  remapAt: string | null;
  isFetching: boolean;
  isFull: boolean;
  pages: number;
  isPassDone: boolean;
}): string {
  if (run.remapAt !== null) return 'The mapping has changed. Computing all records again from what is stored.';
  if (!run.isFetching) return 'All records are mapped. Resuming with the remaining steps.';
  if (run.isPassDone) return 'All pages are stored. Resuming with the remaining steps.';
  if (run.pages > 0) return `Resuming after page ${run.pages}.`;
  return run.isFull ? 'Fetching all records.' : 'Fetching changes since the last sync.';
}

async function endUnstarted(
  ctx: RunSyncContext,
  tx: Tx,
  sync: SyncRow,
  to: { state: 'AuthError' | 'NotSupported' | 'InternalError' | 'Cancelled'; message: string; at: Date },
): Promise<undefined> {
  const place = { companyId: sync.company_id, syncId: sync.sync_id };
  const code = errorCodes[to.state];
  await enterState(tx, place, {
    entry: { state: to.state, message: to.message },
    at: to.at,
    set: { completed_at: to.at, error_code: code, error_message: to.message, retry_at: null },
  });
  tx.afterCommit(() => ctx.syncsEnded.note(sync.platform_key, to.state));
  const told = { ...place, connectionId: sync.connection_id, dataType: sync.data_type, trigger: sync.trigger };
  await emitFailed(ctx, tx, told, { status: to.state, error: { code, message: to.message } });
}

const errorCodes = {
  AuthError: 'notLinked',
  NotSupported: 'notSupported',
  InternalError: 'internal',
  Cancelled: 'cancelled',
} as const;

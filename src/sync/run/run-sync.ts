import { type Credentials, CursorTooOld } from '@daybook/connector-kit';
import { openCredentials } from '../../connections/credentials.ts';
import { connectionHttp } from '../../connections/oauth/connection-http.ts';
import { secretsOf } from '../../connections/provider/call-log.ts';
import type { MappedPullInput } from '../../connectors/mapping.ts';
import type { ReadPage } from '../../connectors/record-row.ts';
import { ThreadLost } from '../../connectors/thread-lost.ts';
import { forgetSeen } from '../../data/write/find-missing.ts';
import { writePage } from '../../data/write/write-page.ts';
import { accountClosed, codeOf } from '../../db/error-codes.ts';
import type { Running } from '../../jobs/jobs.ts';
import { LeaseLost } from '../../jobs/lease-lost.ts';
import { enterState, setLease } from '../store.ts';
import { writeCheckpoint } from './checkpoints.ts';
import { finishSync } from './finish-sync.ts';
import { AlsoToFetch, publishRemapped, remapRecords } from './remap-records.ts';
import { isFetched, leaseMs, type Run, type RunSyncContext } from './run-context.ts';
import type { RunSyncData } from './run-sync-job.ts';
import { settleFailure } from './settle-failure.ts';
import { startRun } from './start-run.ts';

/** Thrown when the process is about to stop. Stored pages stay, and another process resumes the sync. */
class Stopping extends Error {
  override name = 'Stopping';
}

/**
 * Runs a sync from its current position until it ends or must wait. Every page is committed together with the position
 * of the next page, so that another runner can continue after a crash without losing or repeating pages.
 */
export async function runSync(ctx: RunSyncContext, data: RunSyncData, running: Running): Promise<void> {
  const run = await startRun(ctx, data);
  if (!run) return;
  const lease = keepLease(ctx, run);
  try {
    await remapRecords(ctx, run, () => {
      if (running.isStopping()) throw new Stopping();
    });
    if (!isFetched(run)) return await publishRemapped(ctx, run);
    if (!run.isPassDone) await fetchAll(ctx, run, running);
    await finishSync(ctx, run);
  } catch (error) {
    // An account that is moved to another cell takes its syncs along.
    if (error instanceof LeaseLost || codeOf(error) === accountClosed) return;
    if (error instanceof Stopping || error instanceof AlsoToFetch) return leaveToOthers(ctx, run);
    await settleFailure(ctx, run, error);
  } finally {
    clearInterval(lease);
  }
}

/** Renews the lease in the background, because writing a page or waiting for a provider can take a minute. */
function keepLease(ctx: RunSyncContext, run: Run): NodeJS.Timeout {
  return setInterval(() => {
    const until = new Date(ctx.clock.nowMs() + leaseMs);
    ctx.db
      .transaction(run.accountId, (tx) => setLease(tx, run, { fence: run.fence, until }))
      // If the lease expires, another runner takes over and changes `fence`. The next write of this runner then throws
      // `LeaseLost`.
      .catch((error) => ctx.log.warn({ err: error, syncId: run.syncId }, 'could not renew the lease of a sync'));
  }, leaseMs / 4);
}

async function fetchAll(ctx: RunSyncContext, run: Run, running: Running): Promise<void> {
  try {
    await fetchPass(ctx, run, running);
  } catch (error) {
    // Another sync crashed the shared connector thread. This sync is not at fault and resumes after its last page.
    const isMoved = error instanceof ThreadLost && !error.isBlamed;
    if (!isMoved && !(error instanceof CursorTooOld)) throw error;
    if (!isMoved) await beginAnew(ctx, run);
    await fetchPass(ctx, run, running);
  }
}

async function fetchPass(ctx: RunSyncContext, run: Run, running: Running): Promise<void> {
  const credentials = unsealCredentials(ctx, run);
  const { platform, credentialFields } = run.connector;
  const http = connectionHttp(ctx, {
    ...{ ...run, platformKey: platform.key, secrets: secretsOf(credentialFields, credentials) },
    reason: { purpose: 'sync', syncId: run.syncId, dataType: run.target.dataType.name },
  });
  const files = run.connector.uploads && (await ctx.openFiles({ ...run, dataType: run.target.dataType.name }));
  const input: MappedPullInput = {
    http,
    ...(files && { files }),
    credentials,
    ...(run.resumeAt !== null && { resumeAt: run.resumeAt }),
    ...(!run.isFull && run.cursor !== null && { cursor: run.cursor }),
    ...(run.syncFrom && { syncFrom: run.syncFrom }),
    ...(run.custom && { custom: run.custom }),
  };
  for await (const page of oneAhead(run.pull(input))) {
    await keepPage(ctx, run, page);
    if (running.isStopping() && page.resumeAt !== null) throw new Stopping();
  }
}

/**
 * Decrypts the credentials. Called only after the run has started, so that a missing decryption key is reported as an
 * error of this run.
 */
function unsealCredentials({ sealer }: RunSyncContext, run: Run): Credentials {
  if (run.sealedCredentials === null) throw new Error('The connection has no credentials.');
  return openCredentials(sealer, run, run.sealedCredentials);
}

async function keepPage(ctx: RunSyncContext, run: Run, page: ReadPage): Promise<void> {
  const modified = ctx.clock.now();
  const cursor = page.cursor ?? run.nextCursor;
  await ctx.db.transaction(run.accountId, async (tx) => {
    const counts = await writePage(tx, run.target, {
      records: page.records,
      ...(page.rows && { rows: page.rows }),
      mapping: run.mapping,
      fields: run.custom?.fields,
      modified: modified.toISOString(),
      isProven: ctx.config.proofs,
      seenAs: run.isFull ? run.pages : undefined,
    });
    if (counts.added + counts.updated + counts.deleted > 0) run.isChanged = true;
    const isOurs = await writeCheckpoint(tx, run, {
      fence: run.fence,
      resumeAt: page.resumeAt,
      cursor,
      records: page.records.length,
      expected: countOf(page.total),
      counts,
      leaseUntil: new Date(modified.getTime() + leaseMs),
    });
    if (!isOurs) throw new LeaseLost();
  });
  run.pages++;
  run.attempts = 1;
  run.nextCursor = cursor;
  run.resumeAt = page.resumeAt;
}

/** A total is only shown as progress: one that is not a number of records is ignored. */
const countOf = (total: number | undefined) =>
  total !== undefined && Number.isInteger(total) && total >= 0 && total <= 0x7fff_ffff ? total : undefined;

/** Starts a full pass in the same generation, because the provider no longer accepts the cursor. */
async function beginAnew(ctx: RunSyncContext, run: Run): Promise<void> {
  await ctx.db.transaction(run.accountId, async (tx) => {
    forgetSeen(tx, run.target);
    const isOurs = await enterState(tx, run, {
      entry: { state: 'Fetching', message: 'The platform rejected the stored position. Fetching all records.' },
      at: ctx.clock.now(),
      fence: run.fence,
      set: { is_full: true, resume_at: null, cursor: null, pages: 0, records: 0, expected: null, unchanged: 0 },
    });
    if (!isOurs) throw new LeaseLost();
  });
  Object.assign(run, { isFull: true, resumeAt: null, nextCursor: null, pages: 0 });
}

/** Ends the lease now, so that `wakeSyncs` hands this sync to another process at once. */
async function leaveToOthers(ctx: RunSyncContext, run: Run): Promise<void> {
  const until = ctx.clock.now();
  await ctx.db.transaction(run.accountId, (tx) => setLease(tx, run, { fence: run.fence, until }));
}

/** Fetches the next page while the current one is being written. */
async function* oneAhead(pages: AsyncIterable<ReadPage>): AsyncGenerator<ReadPage> {
  const iterator = pages[Symbol.asyncIterator]();
  try {
    for (let next = iterator.next(); ; ) {
      const { value, done } = await next;
      if (done) return;
      if (value.resumeAt === null) {
        // This is the last page. Return now, because the connector's thread may stay in use until this generator
        // returns.
        yield value;
        return;
      }
      next = iterator.next();
      // A failure is handled when `next` is awaited; until then it must not count as an unhandled rejection.
      next.catch(() => {});
      yield value;
    }
  } finally {
    iterator.return?.().catch(() => {});
  }
}

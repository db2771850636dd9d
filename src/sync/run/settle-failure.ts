import {
  AuthRejected,
  FileUnreadable,
  PaymentRequired,
  PermissionDenied,
  ProviderError,
  RateLimited,
  Unsupported,
} from '@daybook/connector-kit';
import { backoffMs } from '../../base/backoff.ts';
import { minuteMs } from '../../base/durations.ts';
import { HeldByChecks } from '../../checks/held-by-checks.ts';
import { noteResults } from '../../checks/note-results.ts';
import { authRejected, deauthorizeConnection } from '../../connections/deauthorize-connection.ts';
import { lockConnectionWithNext } from '../../connections/store.ts';
import { RecordRefused } from '../../connectors/record-row.ts';
import { ThreadLost } from '../../connectors/thread-lost.ts';
import type { SyncState } from '../../db/tables.ts';
import { enterState } from '../store.ts';
import { emitFailed } from './emit-sync-events.ts';
import type { Run, RunSyncContext } from './run-context.ts';
import { syncAgain } from './sync-again.ts';

/** After an error, a sync ends, waits until `retryAt`, or waits for a person (`retryAt` is null). */
type Outcome =
  | { state: Exclude<SyncState, 'Waiting'>; reason: string; message: string }
  | { state: 'Waiting'; reason: string; message: string; retryAt: Date | null };

export async function settleFailure(ctx: RunSyncContext, run: Run, error: unknown): Promise<void> {
  const now = ctx.clock.now();
  const outcome = outcomeOf(ctx, run, error, now);
  const line = { syncId: run.syncId, companyId: run.companyId, dataType: run.target.dataType.name };
  const isOurFault = outcome.reason === 'internal';
  ctx.log[isOurFault ? 'error' : 'warn']({ ...line, ...(isOurFault && { err: error }), outcome }, 'sync failed');
  const isWaiting = outcome.state === 'Waiting';
  await ctx.db.transaction(run.accountId, async (tx) => {
    // Every database transaction that ends a sync locks the connection first. So `company.synced` is emitted only once.
    lockConnectionWithNext(tx, run);
    const isOurs = await enterState(tx, run, {
      entry: {
        state: outcome.state,
        message: outcome.message,
        ...(isWaiting && outcome.retryAt && { until: outcome.retryAt }),
      },
      at: now,
      fence: run.fence,
      set: {
        error_code: outcome.reason,
        error_message: outcome.message,
        retry_at: isWaiting ? outcome.retryAt : null,
        lease_until: null,
        // A rate limit is not a failure and must not use up an attempt.
        ...(error instanceof RateLimited && { attempts: run.attempts - 1 }),
        ...(!isWaiting && { completed_at: now }),
      },
    });
    if (!isOurs) return;
    if (error instanceof HeldByChecks) {
      const { of, results, previous } = error;
      await noteResults(ctx, tx, of, { results: [...results], figures: undefined, previous, isHeld: true });
    }
    if (error instanceof AuthRejected) await deauthorizeConnection(ctx, tx, { ...run, message: error.message });
    if (outcome.state !== 'Waiting') {
      const { state: status, reason: code, message } = outcome;
      tx.afterCommit(() => ctx.syncsEnded.note(run.connector.platform.key, status));
      await syncAgain(ctx, tx, run);
      await emitFailed(ctx, tx, { ...run, dataType: run.target.dataType.name }, { status, error: { code, message } });
    }
  });
}

function outcomeOf(ctx: RunSyncContext, run: Run, error: unknown, now: Date): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof AuthRejected) return { state: 'AuthError', reason: authRejected, message };
  if (error instanceof PermissionDenied) return { state: 'PermissionsError', reason: 'permissionDenied', message };
  if (error instanceof PaymentRequired) return { state: 'PermissionsError', reason: 'paymentRequired', message };
  if (error instanceof Unsupported) return { state: 'NotSupported', reason: 'notSupported', message };
  // An uploaded file stays as it is, so reading it again would only cost another thread.
  const isFileLost = error instanceof ThreadLost && error.isBlamed && run.connector.uploads !== undefined;
  if (error instanceof FileUnreadable || isFileLost) return { state: 'FetchError', reason: 'fileUnreadable', message };
  if (error instanceof RecordRefused) return { state: 'FetchError', reason: 'recordRefused', message };
  if (error instanceof HeldByChecks) return { state: 'Waiting', reason: error.code, message, retryAt: null };
  if (error instanceof RateLimited)
    return {
      state: 'Waiting',
      reason: 'rateLimited',
      message,
      retryAt: new Date(Math.max(error.retryAtMs, now.getTime())),
    };
  const isProviders = error instanceof ProviderError;
  const retryAt = new Date(now.getTime() + backoffMs(run.attempts, waits));
  if (isProviders && run.attempts < ctx.config.syncAttemptsMax)
    return { state: 'Waiting', reason: 'unavailable', message, retryAt };
  if (isProviders) return { state: 'FetchError', reason: 'unavailable', message };
  // Clients get no details of an internal error; the log has them.
  const ours = 'Something went wrong on our side.';
  if (run.attempts < ctx.config.syncAttemptsMax)
    return { state: 'Waiting', reason: 'internal', message: ours, retryAt };
  return { state: 'InternalError', reason: 'internal', message: ours };
}

/** Backoff between attempts that stored no page. */
const waits = { firstMs: 5_000, longestMs: 30 * minuteMs };

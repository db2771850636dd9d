import { defineJob, type Job } from '../../jobs/jobs.ts';

/**
 * `fence` is the number of times that the sync was started. A late or duplicate job has a lower number than the row of
 * the sync and does nothing.
 */
export type RunSyncData = {
  accountId: string;
  companyId: string;
  syncId: string;
  fence?: number;
  /**
   * Queued syncs that this job runs afterwards, one after the other (run-pass.ts). A process of the previous release
   * does not know it; these syncs then get jobs of their own.
   */
  rest?: readonly string[];
};

/** Each platform has its own queue, so that a platform that hangs on every call delays only its own syncs. */
export function runSyncJob(platformKey: string): Job<RunSyncData> {
  // While a platform hangs, `wakeSyncs` keeps sending jobs for the same queued syncs. The key keeps duplicates out of
  // the queue.
  return defineJob(
    `run-sync-${platformKey}`,
    ({ syncId, fence }) => `${syncId} ${fence ?? ''}`,
    ({ accountId }) => accountId,
  );
}

import { defineJob, type Job } from '../../jobs/jobs.ts';

/** `fence` counts the runs of a sync. A late or duplicate job finds a higher number in the row and does nothing. */
export type RunSyncData = { accountId: string; companyId: string; syncId: string; fence?: number };

/** Each platform has its own queue, so that a platform that hangs on every call blocks only its own workers. */
export function runSyncJob(platformKey: string): Job<RunSyncData> {
  // While a platform hangs, jobs of queued syncs are sent again and again. The key keeps duplicates out of the queue.
  return defineJob(
    `run-sync-${platformKey}`,
    ({ syncId, fence }) => `${syncId} ${fence ?? ''}`,
    ({ accountId }) => accountId,
  );
}

import { defineJob, type Job } from '../jobs/jobs.ts';

/** `fence`: as it was when the job was sent. A job that comes late, or twice, finds that it has moved. */
export type RunSyncData = { accountId: string; companyId: string; syncId: string; fence?: number };

/** A queue per platform: one that hangs on every call holds only its own workers. */
export function runSyncJob(platformKey: string): Job<RunSyncData> {
  // A platform that hangs keeps its queue full: what waits in it is sent again, and must not grow by that.
  return defineJob(
    `run-sync-${platformKey}`,
    ({ syncId, fence }) => `${syncId} ${fence ?? ''}`,
    ({ accountId }) => accountId,
  );
}

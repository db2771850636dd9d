import { defineJob, type Job } from '../../jobs/jobs.ts';

/** `fence`: the sync's fence when the job was sent. A late or duplicate job sees a different fence and does nothing. */
export type RunSyncData = { accountId: string; companyId: string; syncId: string; fence?: number };

/** One queue per platform: a platform that hangs on every call blocks only its own workers. */
export function runSyncJob(platformKey: string): Job<RunSyncData> {
  // If a platform hangs, queued syncs are sent again and again: the key keeps the queue from growing with duplicates.
  return defineJob(
    `run-sync-${platformKey}`,
    ({ syncId, fence }) => `${syncId} ${fence ?? ''}`,
    ({ accountId }) => accountId,
  );
}

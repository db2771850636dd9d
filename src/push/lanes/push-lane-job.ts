import { defineJob, type Job } from '../../jobs/jobs.ts';

export type PushLaneData = { accountId: string; companyId: string; connectionId: string };

/** If the job that starts a lane is lost, the lane is started again after this time. */
export const jobLostAfterMs = 10_000;

/**
 * The job that starts a lane, which is the queue of one connection's pushes. Each platform has its own job queue, as
 * with syncs.
 */
export function pushLaneJob(platformKey: string): Job<PushLaneData> {
  return defineJob(`run-pushes-${platformKey}`, ({ connectionId }) => connectionId);
}

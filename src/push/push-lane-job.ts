import { defineJob, type Job } from '../jobs/jobs.ts';

export type PushLaneData = { accountId: string; companyId: string; connectionId: string };

/** A messenger that was lost is sent again after this time. */
export const messengerMs = 10_000;

/** A messenger: the line of a connection has something to do. A queue per platform, as with syncs. */
export function pushLaneJob(platformKey: string): Job<PushLaneData> {
  return defineJob(`run-pushes-${platformKey}`, ({ connectionId }) => connectionId);
}

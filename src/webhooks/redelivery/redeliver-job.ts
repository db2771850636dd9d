import { defineJob } from '../../jobs/jobs.ts';

export type RedeliveryPlace = { accountId: string; redeliveryId: string };

/** Sends past messages to a consumer. */
export const redeliverJob = defineJob<RedeliveryPlace>('redeliver');

import { defineJob } from '../../jobs/jobs.ts';

export type RedeliveryPlace = { accountId: string; redeliveryId: string };

/** Runs a redelivery, which sends past messages to a consumer. */
export const redeliverJob = defineJob<RedeliveryPlace>('redeliver');

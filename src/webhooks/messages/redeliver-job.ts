import { defineJob } from '../../jobs/jobs.ts';

export type RedeliveryPlace = { accountId: string; redeliveryId: string };

/** Brings messages of the past to a consumer. */
export const redeliverJob = defineJob<RedeliveryPlace>('redeliver');

import type { Clock } from '../base/clock.ts';
import { minuteMs } from '../base/durations.ts';
import type { Db } from '../db/db.ts';
import { unlessClosed } from '../db/error-codes.ts';
import { defineJob, type Jobs } from '../jobs/jobs.ts';
import { type Eraser, eraseInBatches } from './erase-rows.ts';
import { addErased, closePurge, findArrivedPurges, findOpenPurges, lockOpenPurge } from './store.ts';

/** `erasers` are defined by the modules that own the tables, and listed in the order in which they must run. */
export type PurgeContext = { db: Db; clock: Clock; erasers: readonly Eraser[] };

export const purgeCompanyJob = defineJob<{ accountId: string; companyId: string }>('purge-company');

type CompanyIds = { accountId: string; companyId: string };

/**
 * Erases all data of a deleted company in small database transactions. Each of them adds the number of erased rows to
 * the receipt. The job can be killed at any moment and run again, and the receipt stays exact.
 */
export async function purgeCompany(ctx: PurgeContext, place: CompanyIds): Promise<void> {
  // Repeat, because a request that was in progress during the deletion may have added rows to a table that was already
  // erased.
  while ((await eraseAll(ctx, place)) > 0);
  await ctx.db.transaction(place.accountId, (tx) => closePurge(tx, place.companyId, ctx.clock.now()));
}

function eraseAll(ctx: PurgeContext, { accountId, companyId }: CompanyIds): Promise<number> {
  return eraseInBatches(ctx.erasers, { companyId }, (erase) =>
    ctx.db.transaction(accountId, async (tx) => {
      if (!(await lockOpenPurge(tx, companyId))) return undefined;
      const batch = await erase(tx);
      if (Object.keys(batch.erased).length > 0) await addErased(tx, companyId, batch.erased);
      return batch;
    }),
  );
}

const forgottenAfterMs = 10 * minuteMs;
const requeuedAtOnceMax = 1000;

/**
 * Creates a new job for each purge whose receipt is still open 10 minutes after the deletion, because the first job may
 * have been lost.
 */
export async function requeueForgottenPurges(ctx: RequeueContext): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - forgottenAfterMs);
  return requeue(ctx, await findOpenPurges(ctx.db.system, { before, limit: requeuedAtOnceMax }));
}

/** Creates a job for each open purge of an account that has moved here from another cell. */
export async function requeueArrivedPurges(ctx: RequeueContext): Promise<number> {
  return requeue(ctx, await findArrivedPurges(ctx.db.system, requeuedAtOnceMax));
}

type RequeueContext = { db: Db; clock: Clock; jobs: Jobs };

async function requeue(ctx: RequeueContext, open: { account_id: string; company_id: string }[]): Promise<number> {
  for (const { account_id: accountId, company_id: companyId } of open) {
    await ctx.db
      .transaction(accountId, (tx) => ctx.jobs.enqueue(tx, purgeCompanyJob, { accountId, companyId }))
      .catch(unlessClosed);
  }
  return open.length;
}

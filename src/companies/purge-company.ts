import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { defineJob, type Jobs } from '../jobs/jobs.ts';
import { findOpenPurges, purgeCompanyRows } from './store.ts';

export type PurgeContext = { db: Db; clock: Clock };

export const purgeCompanyJob = defineJob<{ accountId: string; companyId: string }>('purge-company');

/** Erases everything of a deleted company. Running it twice is harmless. */
export async function purgeCompany(
  ctx: PurgeContext,
  { accountId, companyId }: { accountId: string; companyId: string },
): Promise<void> {
  await ctx.db.transaction(accountId, (tx) => purgeCompanyRows(tx, companyId, ctx.clock.now()));
}

const forgottenAfterMs = 10 * 60 * 1000;
const requeuedAtOnceMax = 1000;

/** The receipt is the reason, the job only its messenger: a purge that no job carries any more gets a new one. */
export async function requeueForgottenPurges(ctx: PurgeContext & { jobs: Jobs }): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - forgottenAfterMs);
  const open = await findOpenPurges(ctx.db.system, { before, limit: requeuedAtOnceMax });
  for (const { account_id: accountId, company_id: companyId } of open) {
    await ctx.db.transaction(accountId, (tx) => ctx.jobs.enqueue(tx, purgeCompanyJob, { accountId, companyId }));
  }
  return open.length;
}

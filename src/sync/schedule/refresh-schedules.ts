import type { Clock } from '../../base/clock.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Db, Tx } from '../../db/db.ts';
import { defineJob, type Jobs } from '../../jobs/jobs.ts';
import { fetchedOf } from '../request-sync.ts';
import { allowedSchedule, effectiveSettings } from '../settings/settings.ts';
import { findPendingAccounts, lockPendingRefresh, saveRefreshProgress } from '../settings/settings-store.ts';
import { firstMoment, type Period } from './schedule-moments.ts';
import {
  type CompanyToSchedule,
  deleteSchedules,
  findCompaniesToSchedule,
  lockCompanies,
  type ScheduleRow,
  saveSchedules,
} from './schedule-store.ts';

export type RefreshContext = { clock: Clock; registry: Registry };

/** Updates a company's schedules to match its settings and linked connections. Unchanged schedules keep their time. */
export async function refreshSchedules(
  ctx: RefreshContext,
  tx: Tx,
  { companyId }: { companyId: string },
): Promise<void> {
  await scheduleCompanies(ctx, tx, await lockCompanies(tx, { companyId }));
}

async function scheduleCompanies(ctx: RefreshContext, tx: Tx, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return;
  const companies = await findCompaniesToSchedule(tx, companyIds);
  const plans = companies.map((company) => planSchedules(ctx, company));
  await deleteSchedules(
    tx,
    plans.flatMap((plan) => plan.toDelete),
  );
  await saveSchedules(
    tx,
    plans.flatMap((plan) => plan.toSave),
  );
}

function planSchedules(ctx: RefreshContext, company: CompanyToSchedule) {
  const fetched = new Set(company.platforms.flatMap((key) => fetchedOf(ctx.registry.find(key))));
  const wanted = new Map<string, Period>();
  for (const { dataType, schedule } of effectiveSettings(company.settings))
    if (schedule !== 'none' && fetched.has(dataType)) wanted.set(dataType, schedule);
  const there = new Map(company.schedules.map((row) => [row.dataType, row.schedule]));
  const toSave: ScheduleRow[] = [];
  for (const [dataType, schedule] of wanted) {
    if (there.get(dataType) === schedule) continue;
    const place = { companyId: company.companyId, dataType };
    const nextAt = new Date(firstMoment(allowedSchedule(schedule, company.plan), place, ctx.clock.nowMs()));
    toSave.push({ ...place, schedule, nextAt });
  }
  return { toSave, toDelete: company.schedules.filter((row) => !wanted.has(row.dataType)) };
}

export const refreshSchedulesJob = defineJob<{ accountId: string }>('refresh-sync-schedules');

const companiesAtOnce = 200;

/**
 * Updates the schedules of all companies to match the account's settings, in small database transactions. The progress
 * is stored with the settings, so that after a crash the next run continues there. If the settings change, the update
 * starts over. Companies without connections are included, because another transaction may be linking their first
 * connection at this moment. `lockCompanies` waits for that transaction.
 */
export async function refreshAccountSchedules(
  ctx: RefreshContext & { db: Db },
  { accountId }: { accountId: string },
): Promise<void> {
  for (let isPending = true; isPending; ) {
    isPending = await ctx.db.transaction(accountId, async (tx) => {
      const pending = await lockPendingRefresh(tx);
      if (!pending) return false;
      const companyIds = await lockCompanies(tx, { after: pending.refreshed_through, limit: companiesAtOnce });
      await scheduleCompanies(ctx, tx, companyIds);
      const isMore = companyIds.length === companiesAtOnce;
      await saveRefreshProgress(tx, {
        is_refresh_pending: isMore,
        refreshed_through: isMore ? (companyIds.at(-1) ?? null) : null,
      });
      return isMore;
    });
  }
}

const accountsAtOnce = 1000;

/**
 * Sends a new job for every account that is still marked `is_refresh_pending`, because its earlier job may have been
 * lost.
 */
export async function requeueForgottenRefreshes(ctx: { db: Db; jobs: Jobs }): Promise<void> {
  for (const accountId of await findPendingAccounts(ctx.db.system, accountsAtOnce))
    await ctx.db.transaction(accountId, (tx) => ctx.jobs.enqueue(tx, refreshSchedulesJob, { accountId }));
}

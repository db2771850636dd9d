import type { Clock } from '../../base/clock.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Db, Tx } from '../../db/db.ts';
import { defineJob, type Jobs } from '../../jobs/jobs.ts';
import { deleteDemands, saveDemands } from '../demand/demand-store.ts';
import { fetchedOf } from '../request-sync.ts';
import { allowedSchedule, effectiveSettings } from '../settings/settings.ts';
import { findPendingAccounts, lockPendingRefresh, saveRefreshProgress } from '../settings/settings-store.ts';
import { deleteOwnSchedules, saveOwnSchedules } from './own-schedule-store.ts';
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
  await deleteOwnSchedules(
    tx,
    plans.flatMap((plan) => plan.ownToDelete),
  );
  await saveOwnSchedules(
    tx,
    plans.flatMap((plan) => plan.ownToSave),
  );
  await deleteDemands(
    tx,
    plans.flatMap((plan) => plan.demandsToDelete),
  );
  await saveDemands(
    tx,
    plans.flatMap((plan) => plan.demandsToSave),
  );
}

/**
 * The company's schedule serves the connections without a setting of their own for the data type; the others have
 * schedules of their own.
 */
function planSchedules(ctx: RefreshContext, company: CompanyToSchedule) {
  const { companyId, plan } = company;
  const connections = company.connections.map(({ connectionId, platformKey, settings }) => ({
    connectionId,
    fetched: new Set(fetchedOf(ctx.registry.find(platformKey))),
    own: settings ?? [],
  }));
  const momentOf = (period: Period, dataType: string) =>
    new Date(firstMoment(allowedSchedule(period, plan), { companyId, dataType }, ctx.clock.nowMs()));

  const wanted = new Map<string, Period>();
  for (const { dataType, schedule } of effectiveSettings(company.settings)) {
    const isServed = connections.some(
      ({ fetched, own }) => fetched.has(dataType) && !own.some((setting) => setting.dataType === dataType),
    );
    if (schedule !== 'none' && isServed) wanted.set(dataType, schedule);
  }
  const there = new Map(company.schedules.map((row) => [row.dataType, row.schedule]));
  const toSave: ScheduleRow[] = [...wanted]
    .filter(([dataType, schedule]) => there.get(dataType) !== schedule)
    .map(([dataType, schedule]) => ({ companyId, dataType, schedule, nextAt: momentOf(schedule, dataType) }));

  const ownWanted = connections.flatMap(({ connectionId, fetched, own }) =>
    own.flatMap(({ dataType, schedule }) =>
      schedule !== 'none' && fetched.has(dataType) ? [{ companyId, connectionId, dataType, schedule }] : [],
    ),
  );
  const keyOf = (row: { connectionId: string; dataType: string }) => `${row.connectionId} ${row.dataType}`;
  const ownThere = new Map(company.ownSchedules.map((row) => [keyOf(row), row.schedule]));
  const ownKeys = new Set(ownWanted.map(keyOf));
  const demandsWanted = connections.flatMap(({ connectionId, fetched, own }) =>
    effectiveSettings({ ...company.settings, connection: own }).flatMap(({ dataType, byDemand }) =>
      byDemand && fetched.has(dataType) ? [{ companyId, connectionId, dataType }] : [],
    ),
  );
  const [demandKeys, demandsThere] = [demandsWanted, company.demands].map((rows) => new Set(rows.map(keyOf)));
  return {
    toSave,
    toDelete: company.schedules.filter((row) => !wanted.has(row.dataType)),
    ownToSave: ownWanted
      .filter((row) => ownThere.get(keyOf(row)) !== row.schedule)
      .map((row) => ({ ...row, nextAt: momentOf(row.schedule, row.dataType) })),
    demandsToSave: demandsWanted.filter((row) => !demandsThere?.has(keyOf(row))),
    demandsToDelete: company.demands.filter((row) => !demandKeys?.has(keyOf(row))),
    ownToDelete: company.ownSchedules.filter((row) => !ownKeys.has(keyOf(row))),
  };
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

import { hash } from 'node:crypto';
import { dayMs, minuteMs, secondMs } from '../../base/durations.ts';
import { paceOf, readBusyUntil } from '../../connections/provider/budget-store.ts';
import type { DueWork } from '../../jobs/due-work.ts';
import { queueSyncs } from '../schedule/queue-syncs.ts';
import { type DueCompany, findDueCompanies } from '../schedule/schedule-store.ts';
import { inOwnersTransaction, type ScheduleContext, syncsOf } from '../schedule/start-due-syncs.ts';
import { isDemandAllowed } from '../settings/settings.ts';
import { type DueDemand, isAnyDemandDue, lockDueDemands, moveDemands } from './demand-store.ts';
import { type BudgetLeft, leadOf, whenToSync } from './when-to-sync.ts';

const dueAtOnce = 500;
/** After a sync that failed, the next one is not requested earlier, unless readers accept less than twice this age. */
const retryMs = 5 * minuteMs;
/** While a sync is under way, the next look is so much later. */
const lookAgainMs = 15 * secondMs;

/**
 * Starts the syncs that readers need, as `whenToSync` decides, and sets when to look at each data set again. A batch is
 * one transaction, so each sync is started exactly once.
 */
export async function startDemandedSyncs(
  ctx: ScheduleContext,
  { isOver = () => false }: { isOver?: () => boolean } = {},
): Promise<number> {
  let started = 0;
  while (!isOver()) {
    const { due, queued } = await inOwnersTransaction(ctx, async (tx) => {
      const nowMs = ctx.clock.nowMs();
      const rows = await lockDueDemands(tx, { at: new Date(nowMs), limit: dueAtOnce });
      if (rows.length === 0) return { due: 0, queued: 0 };
      const companies = new Map((await findDueCompanies(tx, rows)).map((company) => [company.companyId, company]));
      const budgets = budgetsOf(ctx, nowMs, await readBusyUntil(tx, namesOf(rows, companies)));
      const decided = rows.map((row) => decide(row, companies.get(row.companyId), { nowMs, budgets }));
      await moveDemands(tx, decided);
      const items = decided
        .filter(({ isDue }) => isDue)
        .flatMap(({ companyId, connectionId, dataType }) =>
          syncsOf(ctx, companies.get(companyId), { dataType, isWanted: (one) => one.connectionId === connectionId }),
        );
      return { due: rows.length, queued: (await queueSyncs(ctx, tx, items)).length };
    });
    started += queued;
    if (due < dueAtOnce) break;
  }
  return started;
}

type Budgets = (of: { connectionId: string; platformKey: string }) => BudgetLeft[];
type Decided = DueDemand & { isDue: boolean; dueAt: Date | null };

/** A sync that is due takes from the budgets, so that others of the same connection see what is left. */
function decide(row: DueDemand, company: DueCompany | undefined, now: { nowMs: number; budgets: Budgets }): Decided {
  const { nowMs } = now;
  const { demand, proven } = row;
  const connection = company?.connections.find(({ connectionId }) => connectionId === row.connectionId);
  const at = (ms: number): Decided => ({ ...row, isDue: false, dueAt: new Date(ms) });
  // The next read looks again. A data set that was never read from the platform waits for its first sync.
  if (!demand || !proven || !company || !connection || !isDemandAllowed(company.plan))
    return { ...row, isDue: false, dueAt: null };
  if (row.isSyncing) return at(nowMs + lookAgainMs);
  const budgets = now.budgets(connection);
  const cost = Math.max(1, proven.pages);
  const share = shareOf(row);
  const decidedMs = whenToSync({
    ...{ nowMs, provenMs: proven.atMs, demand, notifiedMs: row.notifiedMs, budgets, cost, share },
  });
  if (decidedMs === Number.POSITIVE_INFINITY) return { ...row, isDue: false, dueAt: null };
  const againMs = Math.min(retryMs, demand.maxAgeMs / 2);
  const dueMs = Math.max(decidedMs, row.requestedMs === undefined ? 0 : row.requestedMs + againMs);
  if (dueMs > nowMs) return at(dueMs);
  for (const budget of budgets) budget.left -= cost;
  return { ...at(nowMs + Math.max(secondMs, demand.maxAgeMs - leadOf(demand.maxAgeMs))), isDue: true };
}

const budgetNames = ({ connectionId, platformKey }: { connectionId: string; platformKey: string }) => ({
  platform: `platform ${platformKey}`,
  connection: `connection ${connectionId}`,
  day: `connection ${connectionId} day`,
});

function namesOf(rows: readonly DueDemand[], companies: ReadonlyMap<string, DueCompany>): string[] {
  const connections = rows.flatMap(({ companyId, connectionId }) =>
    (companies.get(companyId)?.connections ?? []).filter((one) => one.connectionId === connectionId),
  );
  return [...new Set(connections.flatMap((one) => Object.values(budgetNames(one))))];
}

/** What the budgets of provider-budget.ts have left, each as one value that all data sets of a connection share. */
function budgetsOf({ registry }: ScheduleContext, nowMs: number, busyUntil: ReadonlyMap<string, number>): Budgets {
  const known = new Map<string, BudgetLeft>();
  const leftOf = (name: string, rate: { requests: number; perMs: number }) => {
    const { burst, everyMs } = paceOf(rate);
    const busyMs = Math.max(0, (busyUntil.get(name) ?? 0) - nowMs);
    const budget = known.get(name) ?? { burst, everyMs, left: Math.floor(burst - busyMs / everyMs) };
    known.set(name, budget);
    return budget;
  };
  return (connection) => {
    const budget = registry.find(connection.platformKey)?.budget;
    if (!budget) return [];
    const names = budgetNames(connection);
    const { perDay } = budget.connection;
    return [
      leftOf(names.platform, budget.platform),
      leftOf(names.connection, budget.connection),
      ...(perDay ? [leftOf(names.day, { requests: perDay, perMs: dayMs })] : []),
    ];
  };
}

/** A number from 0 to below 1, fixed for the data set. */
function shareOf({ connectionId, dataType }: DueDemand): number {
  return Number.parseInt(hash('sha256', `${connectionId} ${dataType}`).slice(0, 12), 16) / 2 ** 48;
}

export function demandedSyncs(ctx: ScheduleContext, onStarted: (count: number) => void): DueWork {
  return {
    name: 'syncs by demand',
    isDue: isAnyDemandDue,
    async run(isOver) {
      const started = await startDemandedSyncs(ctx, { isOver });
      if (started > 0) onStarted(started);
    },
  };
}

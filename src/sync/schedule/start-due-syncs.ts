import type { Kysely } from 'kysely';
import { isExpired } from '../../accounts/plans.ts';
import type { Clock } from '../../base/clock.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { DueWork } from '../../jobs/due-work.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { allowedSchedule } from '../settings/settings.ts';
import { type QueuedSync, queueSyncs, type SyncToQueue } from './queue-syncs.ts';
import { nextMoment } from './schedule-moments.ts';
import {
  type DueCompany,
  type DueRow,
  findDueCompanies,
  isAnyScheduleDue,
  lockDue,
  moveDue,
} from './schedule-store.ts';

export type ScheduleContext = { db: Db; clock: Clock; jobs: Jobs; registry: Registry };

const dueAtOnce = 1000;

/**
 * Starts due syncs in batches. Each batch sets the next due time of the schedules and queues their syncs in one
 * transaction. So each sync is started exactly once, even if several workers do this or a worker dies. After an outage,
 * a schedule runs once, even if it was due several times.
 */
export async function startDueSyncs(
  ctx: ScheduleContext,
  { after, isOver = () => false }: { after?: Date | undefined; isOver?: () => boolean } = {},
): Promise<{ started: number; upTo: Date | undefined }> {
  let started = 0;
  while (!isOver()) {
    const at = ctx.clock.now();
    const batch = await startBatch(ctx, { after, at });
    started += batch.queued.length;
    if (batch.due < dueAtOnce) return { started, upTo: at };
  }
  return { started, upTo: undefined };
}

/**
 * Number of short looks between two full looks. A short look starts where the previous look ended. A full look reads the
 * whole index.
 */
export const shortLooks = 29;

/**
 * Starts due syncs when a look has found some. Most looks are short. A full look also scans the dead index entries of
 * schedules that were started earlier, so with a million schedules it takes 9 ms instead of 1 ms. Only full looks find
 * rows that were locked during a short look or were committed late.
 */
export function dueSchedules(ctx: ScheduleContext, onStarted: (count: number) => void): DueWork {
  let [after, upTo]: (Date | undefined)[] = [];
  let looks = 0;
  return {
    name: 'schedules',
    isDue: isAnyScheduleDue,
    after() {
      after = looks++ % (shortLooks + 1) > 0 ? upTo : undefined;
      return after;
    },
    notDue(now) {
      upTo = now;
    },
    async run(isOver) {
      const done = await startDueSyncs(ctx, { after, isOver });
      upTo = done.upTo;
      if (done.started > 0) onStarted(done.started);
    },
  };
}

async function startBatch(
  ctx: ScheduleContext,
  { after, at }: { after: Date | undefined; at: Date },
): Promise<{ due: number; queued: QueuedSync[] }> {
  return inOwnersTransaction(ctx, async (tx) => {
    const due = await lockDue(tx, { after, at, limit: dueAtOnce });
    if (due.length === 0) return { due: 0, queued: [] };
    const companies = new Map((await findDueCompanies(tx, due)).map((company) => [company.companyId, company]));
    const toMove = due.map((row) => ({ ...row, movedTo: movedOn(row, companies.get(row.companyId), at) }));
    await moveDue(tx, toMove);
    const items = due.flatMap(({ companyId, dataType }) =>
      syncsOf(ctx, companies.get(companyId), {
        dataType,
        isWanted: ({ ownTypes }) => !ownTypes?.includes(dataType),
      }),
    );
    return { due: due.length, queued: await queueSyncs(ctx, tx, items) };
  });
}

/** A transaction over schedules of all accounts. */
export function inOwnersTransaction<T>(ctx: { db: Db }, work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return ctx.db.system.transaction().execute(work);
}

/** When a schedule is due again. */
export function movedOn(row: Pick<DueRow, 'schedule' | 'nextAt'>, company: DueCompany | undefined, at: Date): Date {
  const period = allowedSchedule(row.schedule, company?.plan ?? 'paid');
  return new Date(nextMoment(period, row.nextAt.getTime(), at.getTime()));
}

/**
 * Returns one sync for each wanted linked connection whose platform supports the data type. Returns none if the company is
 * deleted or the account has expired.
 */
export function syncsOf(
  ctx: ScheduleContext,
  company: DueCompany | undefined,
  { dataType, isWanted }: { dataType: string; isWanted: (connection: DueCompany['connections'][number]) => boolean },
): SyncToQueue[] {
  if (!company || company.isDeleted) return [];
  const { accountId, companyId, plan, accountCreated } = company;
  if (isExpired({ plan, accountCreatedMs: accountCreated.getTime() }, ctx.clock.nowMs())) return [];
  return company.connections
    .filter((one) => isWanted(one) && Object.hasOwn(ctx.registry.find(one.platformKey)?.pull ?? {}, dataType))
    .map(({ connectionId, platformKey }) => ({
      ...{ accountId, companyId, connectionId, platformKey, dataType },
      trigger: 'schedule',
    }));
}

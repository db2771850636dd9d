import type { DueWork } from '../../jobs/due-work.ts';
import { isAnyOwnScheduleDue, lockOwnDue, moveOwnDue } from './own-schedule-store.ts';
import { queueSyncs } from './queue-syncs.ts';
import { findDueCompanies } from './schedule-store.ts';
import { inOwnersTransaction, movedOn, type ScheduleContext, syncsOf } from './start-due-syncs.ts';

const dueAtOnce = 1000;

/** Like `startDueSyncs`, for connections with settings of their own. They are few, so each look reads the whole index. */
export async function startOwnDueSyncs(
  ctx: ScheduleContext,
  { isOver = () => false }: { isOver?: () => boolean } = {},
): Promise<number> {
  let started = 0;
  while (!isOver()) {
    const at = ctx.clock.now();
    const { due, queued } = await inOwnersTransaction(ctx, async (tx) => {
      const rows = await lockOwnDue(tx, { at, limit: dueAtOnce });
      if (rows.length === 0) return { due: 0, queued: 0 };
      const companies = new Map((await findDueCompanies(tx, rows)).map((company) => [company.companyId, company]));
      await moveOwnDue(
        tx,
        rows.map((row) => ({ ...row, movedTo: movedOn(row, companies.get(row.companyId), at) })),
      );
      const items = rows.flatMap(({ companyId, connectionId, dataType }) =>
        syncsOf(ctx, companies.get(companyId), {
          dataType,
          isWanted: (connection) => connection.connectionId === connectionId,
        }),
      );
      return { due: rows.length, queued: (await queueSyncs(ctx, tx, items)).length };
    });
    started += queued;
    if (due < dueAtOnce) break;
  }
  return started;
}

export function ownDueSchedules(ctx: ScheduleContext, onStarted: (count: number) => void): DueWork {
  return {
    name: 'schedules of connections',
    isDue: isAnyOwnScheduleDue,
    async run(isOver) {
      const started = await startOwnDueSyncs(ctx, { isOver });
      if (started > 0) onStarted(started);
    },
  };
}

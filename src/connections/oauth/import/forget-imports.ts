import type { Clock } from '../../../base/clock.ts';
import { dayMs } from '../../../base/durations.ts';
import type { Db } from '../../../db/db.ts';
import { deleteImports } from './import-store.ts';

const keptDays = 30;

/** Deletes tokens of imports that nobody has finished. */
export async function forgetImports(ctx: { db: Db; clock: Clock }): Promise<void> {
  await deleteImports(ctx.db.system, new Date(ctx.clock.nowMs() - keptDays * dayMs));
}

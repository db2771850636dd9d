import type pg from 'pg';
import { dueWork } from '../../src/app.ts';
import { minuteMs } from '../../src/base/durations.ts';
import { openContext } from '../../src/context.ts';
import { housekeepingSteps } from '../../src/handlers.ts';
import { createLook } from '../../src/jobs/due-work.ts';
import { kindNames, kinds } from '../../src/notices/kinds.ts';
import { lookForConditions } from '../../src/notices/run-notices.ts';
import { openLaneConnection } from '../../src/webhooks/lanes/store/lane-connection.ts';
import { findDueRetries, findOverdue } from '../../src/webhooks/lanes/store/sweep-store.ts';
import { median } from '../report.ts';
import type { World } from './open-world.ts';

/** What a regular pass of a worker costs in PostgreSQL: its time, and the blocks of 8 kB that it reads. */
export type PassCost = { ms: number; blocks: number };
type Pass = [name: string, everyMs: number, run: () => Promise<unknown>];

const rounds = 3;

/** Runs each pass of a worker alone. The first round, which also makes plans and reads from disk, does not count. */
export async function measurePasses(world: World): Promise<Map<string, PassCost & { everyMs: number }>> {
  const { base, databaseUrl } = world;
  const connectorSettings = { sandbox: { url: 'http://127.0.0.1:9' } };
  const ctx = await openContext({ ...base.config, databaseUrl, connectorSettings }, { log: base.log });
  const connection = await openLaneConnection({ url: databaseUrl, name: 'bench', onLost: () => {} });
  try {
    const look = createLook(ctx, dueWork(ctx));
    const nowMs = ctx.clock.nowMs();
    const passes: Pass[] = [
      ['dueWork', 1500, () => look.start(() => true).then(() => look.ended())],
      ['dueRetries', 1000, () => findDueRetries(connection, { afterMs: nowMs - 2000, nowMs, soonMs: nowMs + 5000 })],
      ['overdueLanes', 5000, () => findOverdue(connection, { nowMs, byMs: 2000 })],
      ...kindNames.map(
        (name, at): Pass => [
          `notices.${name}`,
          (kinds[at]?.everyMinutes ?? 1) * minuteMs,
          () => lookForConditions(ctx, { isDue: (kind) => kind === kinds[at] }),
        ],
      ),
      ...housekeepingSteps(ctx).map(
        ([name, run]): Pass => [`housekeeping.${name.replaceAll(' ', '-')}`, 5 * minuteMs, run],
      ),
    ];
    const costs = new Map<string, PassCost & { everyMs: number }>();
    for (const [name, everyMs, run] of passes) {
      const measured: PassCost[] = [];
      for (let round = 0; round <= rounds; round++) measured.push(await measurePass(base.db.pool, run));
      const middle = (of: (cost: PassCost) => number) => median(measured.slice(1).map(of));
      costs.set(name, { everyMs, ms: middle(({ ms }) => ms), blocks: middle(({ blocks }) => blocks) });
    }
    return costs;
  } finally {
    await connection.end();
    await ctx.dispose();
  }
}

async function measurePass(pool: pg.Pool, run: () => Promise<unknown>): Promise<PassCost> {
  await pool.query('select pg_stat_statements_reset()');
  await run();
  const { rows } = await pool.query<PassCost>(`select coalesce(sum(total_exec_time), 0)::float8 as ms,
      coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as blocks
    from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where d.datname = current_database() and toplevel and query !~ 'pg_stat_statements_reset'`);
  return rows[0] ?? { ms: Number.NaN, blocks: Number.NaN };
}

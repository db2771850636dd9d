import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { hourMs } from '../base/durations.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import type { CellFigures } from '../http/cell-metrics.ts';
import type { Engine } from '../jobs/engine.ts';
import { readProcessLines } from '../operations/store.ts';
import { countOpenPushes } from '../push/operator-view.ts';
import { countUnfinished } from '../sync/count-unfinished.ts';
import { countPendingDeliveries } from '../webhooks/consumers/operator-view.ts';

type FiguresContext = { db: Db; clock: Clock; jobs: Engine; log: Log };

const roles = ['api', 'worker', 'all'];
const pendingMax = 100_000;
/** The figures are read at most once in this time. Several Prometheus servers and repeated scrapes share the result. */
const keptMs = 5000;
/**
 * Maximum time to wait for PostgreSQL. Prometheus gives up a scrape after 10 s, and metrics that need no database must
 * be served even if PostgreSQL hangs.
 */
const withinMs = 3000;

/**
 * Returns a function that reads the installation's figures for metrics. The function returns undefined if PostgreSQL
 * does not answer in time.
 */
export function createFigures(ctx: FiguresContext): () => Promise<CellFigures | undefined> {
  let reading: Promise<CellFigures | undefined> | undefined;
  let isOver = true;
  let startedAt = 0;
  return () => {
    if (!reading || (isOver && performance.now() - startedAt > keptMs)) {
      startedAt = performance.now();
      isOver = false;
      reading = readFigures(ctx)
        .catch((error) => {
          ctx.log.warn({ err: error }, 'figures for metrics could not be read');
          return undefined;
        })
        .finally(() => {
          isOver = true;
        });
    }
    return Promise.race([reading, sleep(withinMs, undefined, { ref: false })]);
  };
}

/** Runs one statement after the other, so that a scrape uses only one connection of the pool. */
async function readFigures(ctx: FiguresContext): Promise<CellFigures> {
  const alive = (await readProcessLines(ctx.db.system)).filter((one) => one.is_alive);
  const { open, unknown } = await countOpenPushes(ctx);
  return {
    processes: roles.map((role) => ({ role, count: alive.filter((one) => one.role === role).length })),
    syncs: await countUnfinished(ctx),
    jobs: await ctx.jobs.queues(),
    pushes: [...open.map(({ status, count }) => ({ step: status, count })), { step: 'unknown', count: unknown }],
    deliveriesPending: await countPendingDeliveries(ctx, { max: pendingMax }),
    ...(await readRest(ctx)),
  };
}

const counted = (what: string) =>
  sql`(select coalesce(sum(total), 0)::bigint from cell_count where counted = ${sql.lit(what)})`;

/**
 * Uses the numbers that triggers count (cell_count), and the partial indexes of failing consumers, deauthorized
 * connections and pending alerts.
 */
async function readRest({ db, clock }: FiguresContext) {
  const now = clock.now();
  const hourAgo = new Date(now.getTime() - hourMs);
  const { rows } = await sql<Record<string, number>>`select
      ${counted('consumersEnabled')} as enabled,
      (select count(*) from consumer where is_enabled and failing_since <= ${hourAgo}) as failing,
      ${counted('consumersDisabled')} as disabled,
      (select count(*) from connection where status = 'Deauthorized') as deauthorized,
      (select coalesce(greatest(extract(epoch from ${now}::timestamptz - min(due_at)), 0), 0)::float8 from alert_delivery
        where status = 'pending') as "alertsOldest",
      pg_database_size(current_database()) as size,
      (select count(*) from pg_stat_activity where datname is not null) as used,
      current_setting('max_connections')::int as max`.execute(db.system);
  const {
    enabled = 0,
    failing = 0,
    disabled = 0,
    deauthorized = 0,
    alertsOldest = 0,
    size = 0,
    used = 0,
    max = 0,
  } = rows[0] ?? {};
  return {
    consumers: Object.entries({ enabled, failing, disabled }).map(([state, count]) => ({ state, count })),
    connectionsDeauthorized: deauthorized,
    alertsOldestDueSeconds: alertsOldest,
    database: { sizeBytes: size, connections: { used, max } },
  };
}

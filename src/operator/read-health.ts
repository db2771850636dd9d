import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { hourMs } from '../base/durations.ts';
import type { Db } from '../db/db.ts';
import type { Engine } from '../jobs/engine.ts';
import { readProcessLines } from '../operations/store.ts';
import { countOpenPushes } from '../push/operator-view.ts';
import { countUnfinished } from '../sync/count-unfinished.ts';
import { countFailedSyncs } from '../sync/operator-view.ts';
import { countPendingDeliveries, readLongestWaiting } from '../webhooks/consumers/operator-view.ts';
import type { CellHealth } from './wire.ts';

export type HealthContext = { db: Db; clock: Clock; jobs: Engine };

const countedMax = 100_000;
const busiestMax = 20;

/**
 * Reads the state of the installation for the operator's health page. Deliveries, failed syncs and alerts are counted
 * only up to a maximum.
 */
export async function readHealth(ctx: HealthContext): Promise<CellHealth> {
  const now = ctx.clock.now();
  const hourAgo = new Date(now.getTime() - hourMs);
  const [processes, lanes, pending, failed, syncs, pushes, alerts, database, queues] = await Promise.all([
    readProcesses(ctx),
    readLongestWaiting(ctx, { max: busiestMax }),
    countPendingDeliveries(ctx, { max: countedMax }),
    countFailedSyncs(ctx, { since: hourAgo, max: countedMax }),
    countUnfinished(ctx),
    countOpenPushes(ctx),
    readAlerts(ctx),
    readDatabase(ctx),
    ctx.jobs.queues(),
  ]);
  const byStatus = new Map<string, number>();
  for (const { status, syncs: n } of syncs) byStatus.set(status, (byStatus.get(status) ?? 0) + n);
  const oldest = lanes[0]?.oldest_due;
  return {
    at: now.toISOString(),
    processes,
    lanes: {
      pending,
      ...waitedFor(oldest, now),
      busiest: lanes.map((lane) => ({
        consumerId: lane.consumer_id,
        name: lane.name,
        accountId: lane.account_id,
        accountName: lane.account_name,
        pending: lane.pending,
        oldestDue: lane.oldest_due.toISOString(),
        ...(lane.failing_since && { failingSince: lane.failing_since.toISOString() }),
      })),
    },
    queues: queues.map(({ ready: _, ...counts }) => counts),
    syncs: {
      underWay: [...byStatus].map(([status, n]) => ({ status, count: n })),
      failedLastHour: failed,
    },
    pushes,
    alerts: { pending: alerts.pending, ...waitedFor(alerts.oldest, now) },
    database,
  };
}

function waitedFor(due: Date | null | undefined, now: Date): { oldestDueSeconds?: number } {
  if (!due || due > now) return {};
  return { oldestDueSeconds: Math.round((now.getTime() - due.getTime()) / 1000) };
}

async function readProcesses({ db }: HealthContext): Promise<CellHealth['processes']> {
  const rows = await readProcessLines(db.system);
  return rows.map((row) => ({
    name: `${row.host} ${row.pid}`,
    role: row.role,
    version: row.version,
    started: row.started_at.toISOString(),
    lastSeen: row.heartbeat_at.toISOString(),
    isAlive: row.is_alive,
  }));
}

/** This SQL is here because this folder must not import legacy/, which will be deleted. */
async function readAlerts({ db }: HealthContext): Promise<{ pending: number; oldest: Date | null }> {
  const { rows } = await sql<{ pending: number; oldest: Date | null }>`select
      (select count(*) from (select from alert_delivery where status = 'pending' limit ${countedMax}) first) as pending,
      (select min(due_at) from alert_delivery where status = 'pending') as oldest`.execute(db.system);
  return rows[0] ?? { pending: 0, oldest: null };
}

async function readDatabase({ db }: HealthContext): Promise<CellHealth['database']> {
  const { rows } = await sql<{ version: string; size: number; used: number; max: number }>`select
      current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select count(*) from pg_stat_activity where datname = current_database()) as used,
      current_setting('max_connections')::int as max`.execute(db.system);
  const { version = '', size = 0, used = 0, max = 0 } = rows[0] ?? {};
  return { version, sizeBytes: size, connections: { used, max } };
}

import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../db/db.ts';
import type { Engine } from '../jobs/engine.ts';
import { countUnfinished } from '../sync/count-unfinished.ts';
import type { CellHealth } from './wire.ts';

export type HealthContext = { db: Db; clock: Clock; jobs: Engine };

/** A process that has sent no heartbeat for longer than this has died or hangs. */
const aliveForMs = 5000;
const countedMax = 100_000;
const countedPerLane = 10_000;
const busiestMax = 20;

/** Reads what an operator looks at first. The counts of deliveries, failed syncs and alerts have an upper bound. */
export async function readHealth(ctx: HealthContext): Promise<CellHealth> {
  const now = ctx.clock.now();
  const [processes, lanes, totals, syncs, pushes, database, queues] = await Promise.all([
    readProcesses(ctx),
    readLanes(ctx),
    readTotals(ctx),
    countUnfinished(ctx),
    readOpenPushes(ctx),
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
      pending: totals.pending,
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
    queues,
    syncs: {
      underWay: [...byStatus].map(([status, n]) => ({ status, count: n })),
      failedLastHour: totals.syncs_failed,
    },
    pushes: { open: pushes, unknown: totals.pushes_unknown },
    alerts: { pending: totals.alerts, ...waitedFor(totals.oldest_alert, now) },
    database,
  };
}

function waitedFor(due: Date | null | undefined, now: Date): { oldestDueSeconds?: number } {
  if (!due || due > now) return {};
  return { oldestDueSeconds: Math.round((now.getTime() - due.getTime()) / 1000) };
}

/** Heartbeats and their age both use PostgreSQL's clock. */
async function readProcesses({ db }: HealthContext): Promise<CellHealth['processes']> {
  const { rows } = await sql<{
    host: string;
    pid: number;
    role: string;
    version: string;
    started_at: Date;
    heartbeat_at: Date;
    is_alive: boolean;
  }>`select host, pid, role, version, started_at, heartbeat_at,
      heartbeat_at > now() - ${aliveForMs} * interval '1 millisecond' as is_alive
    from process order by started_at`.execute(db.system);
  return rows.map((row) => ({
    name: `${row.host} ${row.pid}`,
    role: row.role,
    version: row.version,
    started: row.started_at.toISOString(),
    lastSeen: row.heartbeat_at.toISOString(),
    isAlive: row.is_alive,
  }));
}

type Lane = {
  consumer_id: string;
  name: string;
  account_id: string;
  account_name: string;
  pending: number;
  oldest_due: Date;
  failing_since: Date | null;
};

/**
 * Reads the lanes (one per consumer) that have waited longest. Jumps from lane to lane in the index, as the sweep does.
 */
async function readLanes({ db }: HealthContext): Promise<Lane[]> {
  const { rows } = await sql<Lane>`with recursive head as (
      (select lane, due_at from delivery order by lane, due_at, message_id limit 1)
      union all
      select n.lane, n.due_at from head cross join lateral (select d.lane, d.due_at from delivery d
        where d.lane > head.lane order by d.lane, d.due_at, d.message_id limit 1) n
    ), oldest as (select * from head order by due_at limit ${busiestMax})
    select c.consumer_id, c.name, c.account_id, a.name as account_name, o.due_at as oldest_due, c.failing_since,
      (select count(*) from (select from delivery d where d.lane = o.lane limit ${countedPerLane}) first) as pending
    from oldest o join consumer c on c.lane = o.lane join account a on a.account_id = c.account_id
    order by o.due_at`.execute(db.system);
  return rows;
}

type Totals = {
  pending: number;
  syncs_failed: number;
  pushes_unknown: number;
  alerts: number;
  oldest_alert: Date | null;
};

async function readTotals({ db, clock }: HealthContext): Promise<Totals> {
  const hourAgo = new Date(clock.nowMs() - 3_600_000);
  const { rows } = await sql<Totals>`select
      (select count(*) from (select from delivery limit ${countedMax}) first) as pending,
      (select count(*) from (select from sync where requested_at >= ${hourAgo}
        and status in ('FetchError', 'AuthError', 'PermissionsError', 'InternalError') limit ${countedMax}) s) as syncs_failed,
      (select count(*) from push where step = 'unknown') as pushes_unknown,
      (select count(*) from (select from alert_delivery where status = 'pending' limit ${countedMax}) first) as alerts,
      (select min(due_at) from alert_delivery where status = 'pending') as oldest_alert`.execute(db.system);
  if (!rows[0]) throw new Error('The statement for the totals returned no row.');
  return rows[0];
}

async function readOpenPushes({ db }: HealthContext): Promise<{ status: string; count: number }[]> {
  const { rows } = await sql<{ status: string; count: number }>`select step as status, count(*) as count from push
    where step in ('waiting', 'sent', 'accepted') group by step order by step`.execute(db.system);
  return rows;
}

async function readDatabase({ db }: HealthContext): Promise<CellHealth['database']> {
  const { rows } = await sql<{ version: string; size: number; used: number; max: number }>`select
      current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select count(*) from pg_stat_activity where datname = current_database()) as used,
      current_setting('max_connections')::int as max`.execute(db.system);
  const { version = '', size = 0, used = 0, max = 0 } = rows[0] ?? {};
  return { version, sizeBytes: size, connections: { used, max } };
}

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { SpanCounts } from '../base/tracing.ts';
import { type CellFigures, measureCell } from './cell-metrics.ts';
import { createRequestTimes, type RequestTimes } from './request-times.ts';

export type HttpMetrics = RequestTimes & {
  text(): Promise<string>;
  contentType: string;
};

export type DeliveryStats = {
  attempts: Readonly<Record<string, number>>;
  inFlight: number;
  unrecorded: number;
  oldestDueSeconds: number | undefined;
};

/** A number that only grows, with its labels. */
export type Counted = { labels: Record<string, string>; count: number };

export function createMetrics(source: {
  version: string;
  role: string;
  connections: () => { total: number; idle: number; waiting: number; max: number };
  heartbeatAgeMs: () => number;
  isMaintenance: () => boolean;
  cell: () => Promise<CellFigures | undefined>;
  /** Jobs that this process has run, by queue and outcome. */
  jobRuns: () => Counted[];
  /** Syncs that this process has ended, by platform and status. */
  syncsEnded: () => Counted[];
  /** See `Replica.count`; missing if there is no standby to read from. */
  replicaReads?: () => Readonly<Record<'replica' | 'primary', number>>;
  /** Rows of the request log and the log of calls that this process has written or dropped. */
  logRows: () => Counted[];
  /** Missing if this process exports no traces. */
  spans?: () => SpanCounts;
  /** Undefined if this process does not deliver webhooks. */
  deliveries: () => DeliveryStats | undefined;
}): HttpMetrics {
  const registry = new Registry();
  // Sample the event loop lag every 100 ms. prom-client's default of 10 ms causes a quarter of an idle worker's CPU
  // use.
  collectDefaultMetrics({ register: registry, prefix: 'daybook_', eventLoopMonitoringPrecision: 100 });
  const { observe } = createRequestTimes(registry);
  new Gauge({
    name: 'daybook_build_info',
    help: 'Always 1; the labels have the version and the role of this process',
    labelNames: ['version', 'role'] as const,
    registers: [registry],
  }).set({ version: source.version, role: source.role }, 1);
  new Gauge({
    name: 'daybook_heartbeat_age_seconds',
    help: "Time since PostgreSQL last answered this process's heartbeat, which is sent every second",
    registers: [registry],
    collect() {
      this.set(source.heartbeatAgeMs() / 1000);
    },
  });
  new Gauge({
    name: 'daybook_database_connections',
    help: 'Connections of this process to PostgreSQL by state; "waiting" counts statements that wait for a connection, "max" is the size of the pool',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(source.connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'daybook_maintenance',
    help: '1 during maintenance, otherwise 0',
    registers: [registry],
    collect() {
      this.set(source.isMaintenance() ? 1 : 0);
    },
  });
  measureCell(registry, source.cell);
  count(registry, {
    name: 'daybook_job_runs_total',
    help: 'Jobs that this process has run, by queue and outcome. A failed run is retried',
    labelNames: ['queue', 'outcome'],
    read: source.jobRuns,
  });
  count(registry, {
    name: 'daybook_syncs_ended_total',
    help: 'Syncs that this process has ended, by platform and status',
    labelNames: ['platform', 'status'],
    read: source.syncsEnded,
  });
  count(registry, {
    name: 'daybook_log_rows_total',
    help: 'Rows of the request log ("requests") and of the log of calls to platforms ("platformCalls") by outcome: written, or dropped because PostgreSQL did not accept them in time',
    labelNames: ['log', 'outcome'],
    read: source.logRows,
  });
  const { spans, replicaReads } = source;
  if (replicaReads)
    count(registry, {
      name: 'daybook_replica_reads_total',
      help: 'Statements that the standby has served ("replica"), and requests that the primary served because the standby was not ready ("primary")',
      labelNames: ['server'],
      read: () => Object.entries(replicaReads()).map(([server, count]) => ({ labels: { server }, count })),
    });
  if (spans)
    count(registry, {
      name: 'daybook_trace_spans_total',
      help: 'Spans of traces by outcome: exported to the collector, or dropped because it did not accept them in time',
      labelNames: ['outcome'],
      read: () => Object.entries(spans()).map(([outcome, count]) => ({ labels: { outcome }, count })),
    });
  if (source.deliveries()) measureDeliveries(registry, source.deliveries);
  return {
    observe,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Exports numbers that the program counts itself. */
function count(
  registry: Registry,
  { read, ...facts }: { name: string; help: string; labelNames: string[]; read: () => Counted[] },
): void {
  new Counter({
    ...facts,
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, count } of read()) this.inc(labels, count);
    },
  });
}

function measureDeliveries(registry: Registry, stats: () => DeliveryStats | undefined): void {
  count(registry, {
    name: 'daybook_delivery_attempts_total',
    help: 'Attempts to deliver a message to a webhook consumer, by outcome',
    labelNames: ['outcome'],
    read: () => Object.entries(stats()?.attempts ?? {}).map(([outcome, count]) => ({ labels: { outcome }, count })),
  });
  const gauges: [name: string, help: string, read: (now: DeliveryStats) => number][] = [
    ['daybook_deliveries_in_flight', 'Delivery attempts in progress', (now) => now.inFlight],
    ['daybook_deliveries_unrecorded', 'Delivery attempts whose outcome is not stored yet', (now) => now.unrecorded],
    [
      'daybook_deliveries_oldest_due_seconds',
      'Age of the oldest due delivery in the cell; updated every 5 s',
      (now) => now.oldestDueSeconds ?? 0,
    ],
  ];
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const now = stats();
        if (now) this.set(read(now));
      },
    });
  }
}

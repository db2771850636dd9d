import { Gauge, type Registry } from 'prom-client';

/** Figures of the whole cell (the installation). Every process reports the same values. */
export type CellFigures = {
  /** Processes with a recent heartbeat, by role. */
  processes: readonly { role: string; count: number }[];
  syncs: readonly { platform: string; status: string; syncs: number }[];
  jobs: readonly { name: string; ready: number; waiting: number; active: number; failed: number }[];
  pushes: readonly { step: string; count: number }[];
  deliveriesPending: number;
  consumers: readonly { state: string; count: number }[];
  connectionsDeauthorized: number;
  /** Age of the oldest due delivery of the older webhooks. */
  alertsOldestDueSeconds: number;
  database: { sizeBytes: number; connections: { used: number; max: number } };
};

type Sample = [labels: Record<string, string>, value: number];
type Described = { name: string; help: string; labels: readonly string[]; read(figures: CellFigures): Sample[] };

const metrics: Described[] = [
  {
    name: 'daybook_processes',
    help: 'Processes of the cell that have sent a heartbeat in the last 5 s, by role',
    labels: ['role'],
    read: ({ processes }) => processes.map(({ role, count }) => [{ role }, count]),
  },
  {
    name: 'daybook_syncs',
    help: 'Unfinished syncs in this installation',
    labels: ['platform', 'status'],
    read: ({ syncs }) => syncs.map(({ syncs: count, ...labels }) => [labels, count]),
  },
  {
    name: 'daybook_jobs',
    help: 'Jobs by queue and state: "ready" (can start now), "waiting" (not started yet: the ready jobs and those that wait for a retry), "active" (running), "failed" (not retried). A worker updates the counts every 5 s',
    labels: ['queue', 'state'],
    read: ({ jobs }) =>
      jobs.flatMap(({ name: queue, ...counts }) =>
        Object.entries(counts).map(([state, count]): Sample => [{ queue, state }, count]),
      ),
  },
  {
    name: 'daybook_pushes',
    help: 'Unfinished pushes by step; those with the step "unknown" need a person',
    labels: ['step'],
    read: ({ pushes }) => pushes.map(({ step, count }) => [{ step }, count]),
  },
  {
    name: 'daybook_deliveries_pending',
    help: 'Deliveries that wait to be sent, including those that wait for a retry; counted up to 100,000',
    labels: [],
    read: ({ deliveriesPending }) => [[{}, deliveriesPending]],
  },
  {
    name: 'daybook_consumers',
    help: 'Webhook consumers by state. "enabled" counts all enabled ones; "failing" those of them that have failed for an hour or longer',
    labels: ['state'],
    read: ({ consumers }) => consumers.map(({ state, count }) => [{ state }, count]),
  },
  {
    name: 'daybook_connections_deauthorized',
    help: 'Connections whose platform no longer accepts the authorization',
    labels: [],
    read: ({ connectionsDeauthorized }) => [[{}, connectionsDeauthorized]],
  },
  {
    name: 'daybook_alerts_oldest_due_seconds',
    help: 'Age of the oldest due delivery of the older webhooks',
    labels: [],
    read: ({ alertsOldestDueSeconds }) => [[{}, alertsOldestDueSeconds]],
  },
  {
    name: 'daybook_database_size_bytes',
    help: 'Size of the database on disk',
    labels: [],
    read: ({ database }) => [[{}, database.sizeBytes]],
  },
  {
    name: 'daybook_database_server_connections',
    help: 'Connections that the PostgreSQL server has ("used") and allows ("max")',
    labels: ['state'],
    read: ({ database }) => Object.entries(database.connections).map(([state, count]) => [{ state }, count]),
  },
];

/**
 * `read` returns undefined if the database does not answer in time. The metrics then have no samples instead of old
 * ones.
 */
export function measureCell(registry: Registry, read: () => Promise<CellFigures | undefined>): void {
  for (const { name, help, labels, read: samplesOf } of metrics) {
    new Gauge({
      name,
      help: `${help}. Every process reports the same value`,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const figures = await read();
        this.reset();
        if (!figures && labels.length === 0) this.remove();
        if (!figures) return;
        for (const [label, value] of samplesOf(figures)) this.set(label, value);
      },
    });
  }
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type HttpMetrics = {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  text(): Promise<string>;
  contentType: string;
};

export type DeliveryStats = {
  attempts: Readonly<Record<string, number>>;
  inFlight: number;
  unrecorded: number;
  oldestDueSeconds: number | undefined;
};

export function createMetrics(source: {
  connections: () => { total: number; idle: number; waiting: number };
  isMaintenance: () => boolean;
  syncs: () => Promise<{ platform: string; status: string; syncs: number }[]>;
  /** Undefined if this process does not deliver webhooks. */
  deliveries: () => DeliveryStats | undefined;
}): HttpMetrics {
  const registry = new Registry();
  // Sample the event loop lag every 100 ms. prom-client's default of 10 ms causes a quarter of an idle worker's CPU
  // use.
  collectDefaultMetrics({ register: registry, prefix: 'daybook_', eventLoopMonitoringPrecision: 100 });
  const durations = new Histogram({
    name: 'daybook_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'daybook_database_connections',
    help: 'Connections to PostgreSQL by state; "waiting" counts requests waiting for a connection',
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
  new Gauge({
    name: 'daybook_syncs',
    help: 'Unfinished syncs in the cell; every process reports the same value',
    labelNames: ['platform', 'status'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      for (const { syncs, ...labels } of await source.syncs().catch(() => [])) this.set(labels, syncs);
    },
  });
  if (source.deliveries()) measureDeliveries(registry, source.deliveries);
  return {
    observe: ({ method, route, status, seconds }) => durations.observe({ method, route, status }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function measureDeliveries(registry: Registry, stats: () => DeliveryStats | undefined): void {
  new Counter({
    name: 'daybook_delivery_attempts_total',
    help: 'Attempts to deliver a message to a webhook consumer, by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(stats()?.attempts ?? {})) this.inc({ outcome }, count);
    },
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

import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type HttpMetrics = {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  text(): Promise<string>;
  contentType: string;
};

export function createMetrics(source: {
  connections: () => { total: number; idle: number; waiting: number };
  isMaintenance: () => boolean;
  syncs: () => Promise<{ platform: string; status: string; syncs: number }[]>;
}): HttpMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'daybook_' });
  const durations = new Histogram({
    name: 'daybook_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'daybook_database_connections',
    help: 'Connections to PostgreSQL by state; "waiting" counts requests that wait for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(source.connections())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'daybook_maintenance',
    help: '1 while the maintenance switch is on',
    registers: [registry],
    collect() {
      this.set(source.isMaintenance() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'daybook_syncs',
    help: 'Syncs under way in the cell, the same from every process',
    labelNames: ['platform', 'status'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      for (const { syncs, ...labels } of await source.syncs().catch(() => [])) this.set(labels, syncs);
    },
  });
  return {
    observe: ({ method, route, status, seconds }) => durations.observe({ method, route, status }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

import type { HttpMetrics } from './metrics.ts';
import type { PublicRoute } from './public-route.ts';

/** What a load balancer, an orchestrator and Prometheus ask. */
export function probes(parts: {
  metrics: HttpMetrics;
  /** Why the process should get no requests, else undefined. */
  unreadiness: () => Promise<string | undefined>;
}): PublicRoute[] {
  return [
    { path: '/health/live', handler: async (_request, reply) => reply.send({ status: 'live' }) },
    {
      path: '/health/ready',
      handler: async (_request, reply) => {
        const reason = await parts.unreadiness();
        return reason === undefined
          ? reply.send({ status: 'ready' })
          : reply.code(503).send({ status: 'not ready', reason });
      },
    },
    {
      path: '/metrics',
      handler: async (_request, reply) => reply.type(parts.metrics.contentType).send(await parts.metrics.text()),
    },
  ];
}

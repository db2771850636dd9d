import { type FastifyInstance, fastify } from 'fastify';
import type { HttpMetrics } from './metrics.ts';
import type { PublicRoute } from './public-route.ts';

/** What a load balancer, an orchestrator and Prometheus ask. */
export function probes(parts: {
  metrics: HttpMetrics;
  /** They have a port of their own, and are not shown here. */
  hasMetricsPort: boolean;
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
    ...(parts.hasMetricsPort
      ? []
      : [
          {
            path: '/metrics',
            handler: async (_request, reply) => reply.type(parts.metrics.contentType).send(await parts.metrics.text()),
          } satisfies PublicRoute,
        ]),
  ];
}

/** The metrics alone, on a port that only the operator's network reaches. */
export async function serveMetrics(
  metrics: HttpMetrics,
  { host, port }: { host: string; port: number },
): Promise<FastifyInstance> {
  const server = fastify({ logger: false });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  await server.listen({ host, port });
  return server;
}

import { type FastifyInstance, fastify } from 'fastify';
import type { HttpMetrics } from './metrics.ts';
import type { PublicRoute } from './public-route.ts';

/** Routes for load balancers, orchestrators and Prometheus. */
export function probes(parts: {
  metrics: HttpMetrics;
  /** True if the metrics have their own port. This server then does not serve them. */
  hasMetricsPort: boolean;
  /** Returns why the process should not receive requests, or undefined if it is ready. */
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

/** Serves only the metrics, on a port that only the operator's network should reach. */
export async function serveMetrics(
  metrics: HttpMetrics,
  { host, port }: { host: string; port: number },
): Promise<FastifyInstance> {
  const server = fastify({ logger: false });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  await server.listen({ host, port });
  return server;
}

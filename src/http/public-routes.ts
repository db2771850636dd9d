import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorPage } from './error-page.ts';
import { pageStyle } from './html.ts';
import type { HttpMetrics } from './metrics.ts';
import { referencePage } from './reference-page.ts';

/** What anybody may ask, also during maintenance: probes, metrics, and the description of the API. */
export type PublicRoute = { path: string; handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> };

export type PublicParts = {
  openapi: object;
  metrics: HttpMetrics;
  /** Why the process should get no requests, else undefined. */
  unreadiness: () => Promise<string | undefined>;
};

export function publicRoutes({ openapi, metrics, unreadiness }: PublicParts): PublicRoute[] {
  const openapiText = JSON.stringify(openapi);
  const html = (page: string) => async (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'self'")
      .send(page);
  return [
    {
      path: '/openapi.json',
      handler: async (_request, reply) => reply.type('application/json; charset=utf-8').send(openapiText),
    },
    { path: '/docs', handler: html(referencePage(openapi as Parameters<typeof referencePage>[0])) },
    { path: '/docs/errors', handler: html(errorPage()) },
    {
      path: '/docs/style.css',
      handler: async (_request, reply) => reply.type('text/css; charset=utf-8').send(pageStyle),
    },
    { path: '/health/live', handler: async (_request, reply) => reply.send({ status: 'live' }) },
    {
      path: '/health/ready',
      handler: async (_request, reply) => {
        const reason = await unreadiness();
        return reason === undefined
          ? reply.send({ status: 'ready' })
          : reply.code(503).send({ status: 'not ready', reason });
      },
    },
    {
      path: '/metrics',
      handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
    },
  ];
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicRoute } from '../http/public-route.ts';

/** Serves the API description for programs. People read it in the documentation (src/portal/serve-docs.ts). */
export function referenceRoutes(documents: { openapi: () => object; asyncapi: () => object }): PublicRoute[] {
  // Written at the first request: most processes are never asked, and start sooner without it.
  const json = (build: () => object) => {
    let text: string | undefined;
    return async (_request: FastifyRequest, reply: FastifyReply) => {
      text ??= JSON.stringify(build());
      return reply.type('application/json; charset=utf-8').send(text);
    };
  };
  return [
    { path: '/openapi.json', handler: json(documents.openapi) },
    { path: '/asyncapi.json', handler: json(documents.asyncapi) },
  ];
}

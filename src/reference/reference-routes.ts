import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicRoute } from '../http/public-route.ts';

/** Serves the API description for programs. People read it in the documentation (src/portal/serve-docs.ts). */
export function referenceRoutes({ openapi, asyncapi }: { openapi: object; asyncapi: object }): PublicRoute[] {
  const json = (document: object) => {
    const text = JSON.stringify(document);
    return async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.type('application/json; charset=utf-8').send(text);
  };
  return [
    { path: '/openapi.json', handler: json(openapi) },
    { path: '/asyncapi.json', handler: json(asyncapi) },
  ];
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorAdvice } from '../base/errors.ts';
import type { PublicRoute } from '../http/public-route.ts';
import { errorPage } from './error-page.ts';
import { pageStyle } from './html.ts';
import { referencePage } from './reference-page.ts';

/** Serves the API description for programs (OpenAPI and AsyncAPI) and for people (HTML). */
export function referenceRoutes(
  { openapi, asyncapi }: { openapi: object; asyncapi: object },
  guide: readonly ErrorAdvice[],
): PublicRoute[] {
  const json = (document: object) => {
    const text = JSON.stringify(document);
    return async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.type('application/json; charset=utf-8').send(text);
  };
  const html = (page: string) => async (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'self'")
      .send(page);
  return [
    { path: '/openapi.json', handler: json(openapi) },
    { path: '/asyncapi.json', handler: json(asyncapi) },
    { path: '/docs', handler: html(referencePage(openapi as Parameters<typeof referencePage>[0])) },
    { path: '/docs/errors', handler: html(errorPage(guide)) },
    {
      path: '/docs/style.css',
      handler: async (_request, reply) => reply.type('text/css; charset=utf-8').send(pageStyle),
    },
  ];
}

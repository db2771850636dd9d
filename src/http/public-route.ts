import type { FastifyReply, FastifyRequest } from 'fastify';

/** What anybody may ask without a key, also during maintenance. */
export type PublicRoute = { path: string; handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> };

import type { FastifyReply, FastifyRequest } from 'fastify';

/** What anybody may ask without a key, also during maintenance. */
export type PublicRoute = {
  path: string;
  /** Counted per address, as open routes are: it costs more than a file. */
  isCounted?: true;
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

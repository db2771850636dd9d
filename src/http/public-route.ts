import type { FastifyReply, FastifyRequest } from 'fastify';

/** A GET route that needs no key and is also served during maintenance. */
export type PublicRoute = {
  path: string;
  /**
   * Set if the route has a rate limit per client address, as open routes do, because it costs more than serving a file.
   */
  isCounted?: true;
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

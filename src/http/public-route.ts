import type { FastifyReply, FastifyRequest } from 'fastify';

/** A GET route that needs no key and is also served during maintenance. */
export type PublicRoute = {
  path: string;
  /**
   * Set for a route that costs more than serving a file. Its requests then have a rate limit per client address, like
   * those of `open` routes.
   */
  isCounted?: true;
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

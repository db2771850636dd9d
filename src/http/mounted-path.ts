import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Method, Route } from './route.ts';

/**
 * A path that speaks a protocol of its own, such as MCP. The checks, limits and logs of operations apply to it, but it is
 * not an operation: the OpenAPI document does not contain it. `route` describes it to the checks and to the logs.
 */
export type MountedPath = {
  route: Omit<Route, 'method'>;
  methods: readonly Method[];
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

export function mountedRoutes({ route, methods }: MountedPath): Route[] {
  return methods.map((method) => ({ ...route, method }));
}

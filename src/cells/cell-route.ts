import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { pathNotFound } from '../http/refusals.ts';
import { checkSignature, signatureHeader } from './signature.ts';

/**
 * What other cells, and `daybook cells status`, may ask this one: POST under /cells/, signed with DAYBOOK_CELLS_KEY. It is
 * no part of the API, and routers do not pass it on from outside.
 */
export type CellRoute = {
  path: `/cells/${string}`;
  /** `body` comes from a process of the same installation. */
  act(asked: AskedByCell): Promise<object>;
};

// biome-ignore lint/suspicious/noExplicitAny: signed by another cell of the same program
export type AskedByCell = { body: any; from: string; correlationId: string };

type Handler = { path: string; handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> };

type CellContext = {
  clock: Clock;
  config: { cell: string; cells: readonly { name: string }[]; cellsKey: Buffer | undefined };
};

/** No routes if the installation has only one cell. A request without a valid signature gets 404, as for an unknown path. */
export function serveCells({ clock, config }: CellContext, routes: readonly CellRoute[]): Handler[] {
  const { cell, cells, cellsKey } = config;
  if (cells.length === 0 || !cellsKey) return [];
  return routes.map(({ path, act }) => ({
    path,
    async handler(request, reply) {
      const signed = { to: cell, path, body: request.bodyText ?? '', nowMs: clock.nowMs() };
      const from = checkSignature(cellsKey, request.headers[signatureHeader]?.toString(), signed);
      if (from === undefined || !cells.some(({ name }) => name === from)) throw pathNotFound();
      reply.header('cache-control', 'no-store');
      return reply.send(await act({ body: request.body, from, correlationId: request.id }));
    },
  }));
}

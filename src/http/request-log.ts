import type { FastifyReply, FastifyRequest } from 'fastify';
import { noAccount, type Principal } from './access/principal.ts';
import type { Route } from './route.ts';

/** Gets every request of an account after its response. `add` must neither wait nor throw. */
export type RequestLog = { add(request: LoggedRequest): void };

/** What is known of a request without further work. The log is written later, in batches. */
export type LoggedRequest = {
  caller: Principal;
  correlationId: string;
  method: string;
  /** Path and query as they were sent, cut at `urlCharactersMax`. */
  url: string;
  /** Undefined if no operation has this method and path. */
  route: Route | undefined;
  companyId: string | undefined;
  /** Undefined if the client disconnected before the response began. */
  status: number | undefined;
  /** The code of the error in the response. */
  code: string | undefined;
  durationMs: number;
  /** Size of the response on the wire, with its headers. */
  bytes: number;
  address: string;
};

const urlCharactersMax = 2048;

/** The code of a request whose client disconnected before the response was complete. */
export const disconnectedCode = 'clientDisconnected';

/** Whether the response was written completely. One that stays inside the process has no connection to be written to. */
export function isAnswered({ raw }: FastifyReply): boolean {
  return raw.writableFinished || ('isLightMyRequest' in raw && raw.writableEnded);
}

/**
 * Passes the request to the log when its response has ended. Requests that belong to no account are left out, and so are
 * requests that concern only the calling person.
 */
export function logWhenAnswered(
  log: RequestLog,
  route: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (route?.isPersonal || route?.access === 'operator' || route?.access === 'open') return;
  const { socket } = request.raw;
  // A request that a tool of an agent makes inside the process has no connection, so nothing is counted.
  const bytesWritten = () => socket.bytesWritten ?? 0;
  const bytesBefore = bytesWritten();
  // "close" fires for every response, also if the client disconnects.
  reply.raw.once('close', () => {
    const { caller } = request;
    if (caller === null || caller.accountId === noAccount) return;
    const isComplete = isAnswered(reply);
    const { url } = request;
    log.add({
      caller,
      correlationId: request.id,
      method: request.method,
      url: url.length > urlCharactersMax ? url.slice(0, urlCharactersMax) : url,
      route,
      companyId: (request.params as { companyId?: string } | undefined)?.companyId,
      status: isComplete || reply.raw.headersSent ? reply.statusCode : undefined,
      code: isComplete ? (request.errorCode ?? undefined) : disconnectedCode,
      durationMs: reply.elapsedTime,
      bytes: bytesWritten() - bytesBefore,
      address: request.ip,
    });
  });
}

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { ApiError, inputInvalid } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Sealer } from '../base/secrets.ts';
import type { Tracing } from '../base/tracing.ts';
import type { Db, Tx } from '../db/db.ts';
import { giveBack } from '../db/wire/page-memory.ts';
import { errorReply, forResponse } from './error-reply.ts';
import { freeParts } from './free-parts.ts';
import { type Gate, passAgain } from './gate.ts';
import { fingerprintOf, readIdempotencyKey, runOnce, type StoredAnswer } from './idempotency.ts';
import { pathOf } from './paths.ts';
import { readFileBody } from './read-file-body.ts';
import { bodyMissing, pathNotFound, requestMalformed } from './refusals.ts';
import { type Call, type Reply, type Route, takesKey } from './route.ts';
import { validatorFor } from './validate.ts';

export type RunnerContext = {
  db: Db;
  clock: Clock;
  log: Log;
  sealer: Sealer;
  tracing: Tracing;
  gate: Gate;
  baseUrl: string;
  docsUrl: string;
  trail: Trail;
  /** Translates the cursor of an account that has moved here from another cell. Undefined if there is only one cell. */
  arrivedCursor:
    | ((accountId: string, cursor: string, list: { self: string; search: string }) => Promise<string>)
    | undefined;
  /** Called after a sensitive change. */
  sensitiveDone(route: Route, call: Call): void;
};

/**
 * Writes the audit trail, which records who changed what. The states before and after are JSON texts in the API's
 * format.
 */
export type Trail = {
  isKept(route: Route, call: Call): boolean;
  keep(tx: Tx, change: { route: Route; call: Call; before: string | null; after: string | null }): Promise<void>;
};

/**
 * Turns a route into a handler that checks the input, runs the read or the transaction, and sends the response.
 * `shown` is the GET route of the same path; it provides the state before a change for the audit trail.
 */
export function createRunner(options: RunnerContext, route: Route, shown?: Route) {
  const check = {
    params: route.params && validatorFor(route.params, 'path'),
    query: route.query && validatorFor(route.query, 'query'),
    body: route.body && validatorFor(route.body, 'body'),
  };

  function callOf(request: FastifyRequest, reply: FastifyReply): Call {
    if (!request.principal) throw new Error('A request reached its route without authentication.');
    if (check.params) checkPath(check.params, request.params);
    const search = searchOf(request.url);
    const query = check.query ? check.query(request.query) : refuseParameters(request.query as object);
    const given = request.body === undefined && route.isBodyOptional ? {} : request.body;
    if (check.body && given === undefined) throw bodyMissing();
    return {
      principal: request.principal,
      params: request.params,
      query,
      body: check.body?.(given),
      file: () => readFileBody(request.body, route.file?.limitBytes() ?? 0),
      bodyText: request.bodyText ?? '',
      self: options.baseUrl + pathOf(request.url),
      search,
      ifNoneMatch: request.headers['if-none-match'],
      address: request.ip,
      header: (name) => request.headers[name]?.toString(),
      correlationId: request.id,
      keep: async () => {},
      log: () => options.log.child({ correlationId: request.id }),
      releaseSlot: () => request.releaseSlot?.(),
      passAgain: () => passAgain(options.gate, request),
      signal: () => closedSignal(reply),
    };
  }

  async function runWrite(write: NonNullable<Route['write']>, request: FastifyRequest, reply: FastifyReply) {
    const given = takesKey(route) ? readIdempotencyKey(request.headers['idempotency-key']) : undefined;
    const call = callOf(request, reply);
    const key = route.isKeyIgnored?.(call) ? undefined : given;
    const { accountId } = call.principal;
    await route.prepare?.(call);
    const isKept = options.trail.isKept(route, call);
    const before = isKept ? await readBefore(call) : null;
    let made: Reply = {};
    const change = async (tx: Tx) => {
      made = await write(tx, call);
      const answer = render(made);
      if (isKept) await keep(tx, call, { made, before, after: answer.body });
      return answer;
    };
    const finish = async (answer: StoredAnswer) => {
      made.afterCommit?.();
      if (route.sensitive) options.sensitiveDone(route, call);
      return send(reply, made.later ? render(await made.later()) : answer);
    };
    if (key === undefined) return finish(await options.db.transaction(accountId, change));
    const fingerprint = fingerprintOf({
      method: request.method,
      url: request.url,
      body: request.body,
      ifMatch: route.takesVersion ? request.headers['if-match'] : undefined,
    });
    const refusalAnswer = (refusal: ApiError): StoredAnswer => {
      const { statusCode, headers, body, contentType } = errorReply(refusal, {
        correlationId: request.id,
        accept: request.headers.accept,
        docsUrl: options.docsUrl,
      });
      return { statusCode, headers: { ...headers, 'content-type': contentType }, body };
    };
    const { answer, replayed } = await runOnce(options, { accountId, key, fingerprint }, change, refusalAnswer);
    if (answer.statusCode >= 400) await requireOwn(answer, request);
    if (!replayed) return finish(answer);
    reply.header('idempotency-replayed', 'true');
    const isOldRefusal = answer.statusCode >= 400;
    const body = isOldRefusal && answer.body ? forResponse(answer.body, request.id) : answer.body;
    return send(reply, { ...answer, body });
  }

  /**
   * Checks who owns the resources in the path, before an error of the operation is sent. An operation sees only the
   * rows of its own account, so its error is the same for a missing resource and for a resource of another account. If
   * the check finds that another error is right, throws that error instead.
   */
  async function requireOwn(answer: StoredAnswer, request: FastifyRequest): Promise<void> {
    const { statusCode } = answer;
    const { code, error, service } = JSON.parse(answer.body ?? '{}') as Record<string, string>;
    request.errorCode = code ?? null;
    const kept = new ApiError({ statusCode, code: code ?? '', error: error ?? '', service: service ?? '' });
    const { principal, params } = request;
    const refusal = await options.gate.whose(kept, { route, principal, params });
    if (refusal !== kept) throw refusal;
  }

  /**
   * Reads the state before the change, for the audit trail. Runs before the database transaction, not inside it, so
   * that a request never holds two connections.
   */
  async function readBefore(call: Call): Promise<string | null> {
    const read = shown?.read ?? shown?.act;
    if (!read) return null;
    try {
      const reply = await read({ ...call, query: {}, search: '', body: undefined, ifNoneMatch: undefined });
      return render(reply).body;
    } catch (error) {
      // The resource does not exist or is not visible. The change itself will create it or report the error.
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  async function keep(tx: Tx, call: Call, states: { made: Reply; before: string | null; after: string | null }) {
    const { made, after } = states;
    const before = made.before === undefined ? states.before : JSON.stringify(made.before);
    await options.trail.keep(tx, { route, call, before, after });
  }

  /**
   * Runs a route that opens its own database transactions. If its change belongs in the audit trail, the route must
   * record it with `call.keep`.
   */
  async function runLonger(run: (call: Call) => Promise<Reply>, call: Call): Promise<Reply> {
    if (!options.trail.isKept(route, call)) return run(call);
    const before = await readBefore(call);
    let isKept = false;
    const reply = await run({
      ...call,
      async keep(tx, made) {
        isKept = true;
        await keep(tx, call, { made, before, after: render(made).body });
      },
    });
    if (!isKept) throw new Error(`${route.operationId} finished without recording its change with call.keep.`);
    return reply;
  }

  async function readArrivedCursor({ query, principal, self, search }: Call): Promise<void> {
    const page = query as { cursor?: string };
    if (page.cursor && options.arrivedCursor)
      page.cursor = await options.arrivedCursor(principal.accountId, page.cursor, { self, search });
  }

  /**
   * Waits for the first part, so that an early failure still gets an error response. A later failure aborts the
   * response.
   */
  async function sendStream(reply: FastifyReply, answer: Reply, stream: AsyncIterable<string | Buffer>) {
    const { request } = reply;
    const parts = stream[Symbol.asyncIterator]();
    const first = await parts.next();
    const nextPart = async () => {
      const accountId = request.principal?.accountId;
      if (accountId !== undefined) await options.gate.answers.untilRoom(accountId, reply.raw);
      return parts.next();
    };
    const passOn = answer.ownsParts ? freeParts(reply.raw) : undefined;
    async function* all() {
      try {
        for (let part = first; !part.done; part = await nextPart()) {
          yield part.value;
          passOn?.(part.value);
        }
      } catch (error) {
        options.log.error({ err: error, correlationId: request.id }, 'response aborted while streaming');
        throw error;
      } finally {
        await parts.return?.();
      }
    }
    reply.code(answer.status ?? 200).headers({ 'content-type': jsonType, ...answer.headers });
    if (request.method !== 'HEAD') return reply.send(Readable.from(all(), { objectMode: false }));
    await parts.return?.();
    return reply.send();
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (route.write) return runWrite(route.write, request, reply);
    const run = route.act ?? route.read;
    if (!run) throw new Error(`The route ${route.operationId} has no handler.`);
    const call = callOf(request, reply);
    await readArrivedCursor(call);
    const answer = await runLonger(run, call);
    if (route.sensitive) options.sensitiveDone(route, call);
    if (answer.stream) return sendStream(reply, answer, answer.stream);
    return send(reply, headed(answer));
  };
}

const jsonType = 'application/json; charset=utf-8';

function closedSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.closed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

/**
 * Returns the raw query string. Rejects invalid percent-encoding, because page links copy the query string, and the
 * copy could be parsed differently.
 */
function searchOf(url: string): string {
  const [, search = ''] = /\?(.*)$/s.exec(url) ?? [];
  try {
    if (search.includes('%')) decodeURIComponent(search);
    return search;
  } catch {
    throw requestMalformed('the query string is not encoded correctly');
  }
}

/** A malformed path parameter cannot refer to anything that exists, so the error is a 404 and not a 400. */
function checkPath(check: (value: unknown) => unknown, params: unknown): void {
  try {
    check(params);
  } catch {
    throw pathNotFound();
  }
}

function refuseParameters(query: object): object {
  const [name] = Object.keys(query);
  if (name === undefined) return query;
  const error = `The parameter "${name}" is unknown here.`;
  throw inputInvalid({ items: [{ itemId: name, message: error }] });
}

type Headed = Omit<StoredAnswer, 'body'> & { body: string | Buffer | null };

function headed(reply: Reply): Headed {
  const body = reply.json ?? (reply.body === undefined ? null : JSON.stringify(reply.body));
  const type = body === null ? {} : { 'content-type': jsonType };
  return { statusCode: reply.status ?? 200, headers: { ...type, ...reply.headers }, body };
}

/** Returns the response with its body as text, so that it can be stored. */
function render(reply: Reply): StoredAnswer {
  const answer = headed(reply);
  return { ...answer, body: answer.body === null ? null : answer.body.toString() };
}

function send(reply: FastifyReply, { statusCode, headers, body }: Headed) {
  reply.code(statusCode).headers(headers);
  if (body === null) return reply.send();
  // "finish" is emitted only if the whole response has been written to the socket.
  if (typeof body !== 'string') reply.raw.once('finish', () => giveBack(body));
  return reply.send(body);
}

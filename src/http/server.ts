import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { ApiError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Span } from '../base/tracing.ts';
import type { Principal } from './access/principal.ts';
import { errorReply, toApiError } from './error-reply.ts';
import { fromFastifyError, malformedRequestAnswer } from './fastify-errors.ts';
import { allowedMethods, type Gate, passGate, shadowedMethods } from './gate.ts';
import type { HttpMetrics } from './metrics.ts';
import { type MountedPath, mountedRoutes } from './mounted-path.ts';
import { pathOf, toFastifyPath } from './paths.ts';
import type { PublicRoute } from './public-route.ts';
import { bodyNotJson } from './refusals.ts';
import { isAnswered, logWhenAnswered, type RequestLog } from './request-log.ts';
import type { Route } from './route.ts';
import { createRunner, type RunnerContext } from './run-route.ts';

export type ServerOptions = RunnerContext & {
  gate: Gate;
  metrics: HttpMetrics;
  /** Undefined if requests are not logged. */
  requestLog: RequestLog | undefined;
  routes: readonly Route[];
  publicRoutes: readonly PublicRoute[];
  /** Paths with protocols of their own, which are not operations. */
  mounted: readonly MountedPath[];
  /** What other cells ask (POST). Each handler checks the signature itself. */
  cellRoutes: readonly Omit<PublicRoute, 'isCounted'>[];
  bodyLimitBytes: number;
  /** If true, responses close the connection, so that clients reconnect to another process. */
  isStopping: () => boolean;
  /** Addresses of the proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: string[];
};

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** The authenticated caller, also if a later check has rejected the request. */
    caller: Principal | null;
    /** The code of the error that is sent. */
    errorCode: string | null;
    /** The promise of the running handler. */
    work: Promise<unknown> | null;
    /** Frees the company's request slot; can be called more than once. */
    releaseSlot: (() => void) | null;
    /** Set if the request is traced. */
    span: Span | null;
    /** The unparsed body. */
    bodyText: string | null;
  }
  interface FastifyContextConfig {
    route?: Route;
    isPublic?: boolean;
    /** True for a public route with a rate limit per client address. */
    isCounted?: boolean;
  }
}

/** Compresses what clients accept compressed. */
export async function compressAnswers(server: FastifyInstance): Promise<void> {
  await server.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  });
}

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    // Ids that sort by time: the request log finds and lists requests by their correlation ids.
    genReqId: () => newId(options.clock),
    bodyLimit: options.bodyLimitBytes,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    // This timeout is longer than that of common load balancers, so that the load balancer is the first to close an
    // idle connection.
    keepAliveTimeout: 75_000,
    requestTimeout: 60_000,
    // A filter can have 2,048 non-ASCII characters, which take up to 24 KiB in the URL.
    http: { maxHeaderSize: 32 * 1024 },
    // The maximum length of a path parameter is that of a URL. So a very long malformed id still reaches its route,
    // whose error says which resource does not exist.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 32 * 1024 },
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(malformedRequestAnswer(randomUUID(), options.docsUrl));
    },
    frameworkErrors: (error, request, reply) => sendError(error, request as FastifyRequest, reply as FastifyReply),
  });
  server.decorateRequest('principal', null);
  server.decorateRequest('caller', null);
  server.decorateRequest('errorCode', null);
  server.decorateRequest('work', null);
  server.decorateRequest('releaseSlot', null);
  server.decorateRequest('bodyText', null);
  server.decorateRequest('span', null);
  await compressAnswers(server);
  acceptJsonOnly(server);
  const { tracing } = options;
  const endpoints = [...options.routes, ...options.mounted.flatMap(mountedRoutes)];
  const isByTls = options.baseUrl.startsWith('https:');

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-correlation-id', request.id);
    if (options.isStopping()) reply.header('connection', 'close');
    if (isByTls) reply.header('strict-transport-security', 'max-age=31536000');
    const { config } = request.routeOptions;
    options.gate.answers.open(reply.raw, { correlationId: request.id });
    if (config.isCounted) options.gate.addresses.take(request.ip);
    if (config.isPublic) return;
    if (options.requestLog) logWhenAnswered(options.requestLog, config.route, request, reply);
    const allowed = () => allowedMethods(endpoints, pathOf(request.url));
    const span = startSpan(request, reply);
    const { principal, release } = await tracing.within(span, () =>
      passGate(options.gate, request, reply, { route: config.route, allowed }),
    );
    request.principal = principal;
    if (!release) return;
    let isHeld = true;
    const releaseOnce = () => {
      if (isHeld) release();
      isHeld = false;
    };
    request.releaseSlot = releaseOnce;
    // "close" fires for every response. onResponse does not fire if the client disconnects while the handler still
    // runs.
    const onClose = () => void Promise.allSettled([request.work]).then(releaseOnce);
    if (reply.raw.closed) onClose();
    else reply.raw.once('close', onClose);
  });

  function startSpan(request: FastifyRequest, reply: FastifyReply): Span | undefined {
    const { id: correlationId, method } = request;
    const route = routeOf(request);
    const traceparent = request.headers.traceparent?.toString();
    const span = tracing.request({ name: `${method} ${route}`, correlationId, traceparent });
    if (!span) return undefined;
    request.span = span;
    span.set('http.request.method', method);
    span.set('http.route', route);
    // "close" fires for every response, also if the client disconnects.
    reply.raw.once('close', () => {
      const { statusCode } = reply;
      if (request.principal) span.set('daybook.account_id', request.principal.accountId);
      span.set('http.response.status_code', statusCode);
      if (!isAnswered(reply)) span.end('disconnected');
      else span.end(statusCode >= 500 ? String(statusCode) : undefined);
    });
    return span;
  }

  // This log line has fixed fields without secrets, so it is not redacted: redaction would take 35 µs, while the line
  // itself takes 2 µs.
  const requestLog = options.log.child({}, { redact: [] });

  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const { elapsedTime: ms, statusCode } = reply;
    options.metrics.observe({ method: request.method, route, status: statusCode, seconds: ms / 1000 });
    if (!request.routeOptions.config.isPublic) logRequest(request, { route, statusCode, ms });
    done();
  });

  function logRequest(request: FastifyRequest, answer: { route: string; statusCode: number; ms: number }): void {
    requestLog.info(
      {
        correlationId: request.id,
        method: request.method,
        route: answer.route,
        statusCode: answer.statusCode,
        durationMs: Math.round(answer.ms * 10) / 10,
        accountId: request.principal?.accountId,
        apiKeyId: request.principal?.apiKeyId,
        personId: request.principal?.person?.personId,
      },
      'request',
    );
  }

  async function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
    const refusal = toApiError(
      fromFastifyError(thrown, request.routeOptions.bodyLimit ?? options.bodyLimitBytes),
      request.url,
    );
    const error = await explain(refusal, request);
    request.errorCode = error.parts.code;
    if (error.statusCode >= 500 && refusal !== thrown) {
      options.log.error({ err: thrown, correlationId: request.id, route: routeOf(request) }, 'request failed');
    }
    const answer = errorReply(error, {
      correlationId: request.id,
      accept: request.headers.accept,
      docsUrl: options.docsUrl,
    });
    return reply
      .code(answer.statusCode)
      .headers({ ...answer.headers, 'x-correlation-id': request.id })
      .type(answer.contentType)
      .send(answer.body);
  }
  /** Checks who owns the resource in the path. If that lookup fails, the original error is returned. */
  async function explain(refusal: ApiError, request: FastifyRequest): Promise<ApiError> {
    const { principal, params } = request;
    try {
      return await options.gate.whose(refusal, { route: request.routeOptions?.config.route, principal, params });
    } catch (error) {
      options.log.error({ err: error, correlationId: request.id }, 'looking up the owner of a resource failed');
      return refusal;
    }
  }
  server.setErrorHandler(sendError);
  // This is unreachable, because passGate has already rejected every request without a route.
  server.setNotFoundHandler(() => {
    throw new Error('A request that matches no route was not rejected.');
  });

  for (const { path, handler, isCounted = false } of options.publicRoutes) {
    server.get(path, { config: { isPublic: true, isCounted } }, handler);
  }
  for (const { path, handler } of options.cellRoutes)
    server.post(path, { config: { isPublic: true, isCounted: false }, bodyLimit: cellBodyBytes }, handler);
  for (const route of options.routes) {
    const isChange = ['PUT', 'PATCH', 'DELETE'].includes(route.method);
    const shown = options.routes.find((other) => isChange && other.method === 'GET' && other.path === route.path);
    const run = createRunner(options, route, shown);
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      // Enter the context of the trace again, because it is lost while Fastify reads the body.
      const work = tracing.within(request.span ?? undefined, () => run(request, reply));
      request.work = work;
      return work;
    };
    // Unauthenticated requests need no large bodies.
    const bodyLimit = route.bodyLimitBytes ?? (route.access === 'open' ? openBodyBytes : options.bodyLimitBytes);
    const compressed = route.isUncompressed ? ({ compress: false } as const) : {};
    const url = toFastifyPath(route.path);
    server.route({ method: route.method, url, config: { route }, bodyLimit, handler, ...compressed });
  }
  for (const mounted of options.mounted)
    for (const route of mountedRoutes(mounted))
      server.route({
        method: route.method,
        url: toFastifyPath(route.path),
        config: { route },
        bodyLimit: route.bodyLimitBytes ?? options.bodyLimitBytes,
        handler: (request, reply) => tracing.within(request.span ?? undefined, () => mounted.handle(request, reply)),
      });
  for (const { method, path } of shadowedMethods(options.routes))
    server.route({ method, url: toFastifyPath(path), handler: () => undefined });
  return server;
}

const openBodyBytes = 16 * 1024;
/** Notifications of platforms are passed on whole. */
const cellBodyBytes = 512 * 1024;

/** Returns the route pattern for logs and metrics, never the actual path, which may contain the token of a link. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.config.route?.path ?? request.routeOptions.url ?? 'none';
}

function acceptJsonOnly(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(/^application\/([\w.-]+\+)?json/, { parseAs: 'string' }, (request, body, done) => {
    // Accept an empty body, because many clients send a JSON content type without a body on DELETE.
    request.bodyText = body as string;
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
  // The body of an uploaded file is read by its route, so it stays a stream here.
  server.addContentTypeParser('*', (request, body, done) => {
    const isFile = request.routeOptions.config.route?.file !== undefined;
    if (isFile) done(null, body);
    else done(bodyNotJson());
  });
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OrderedFault } from '@daybook/connector-kit/conformance';
import { type ContractOauth, createContractOauth, type OauthPaths } from './contract-oauth.ts';

/**
 * The common part of servers that imitate a vendor's API: OAuth, limits, a clock, and faults on request. They enforce
 * what the vendor documents, and do not offer what a connector must not rely on.
 */
export type ContractRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
  /** The bytes of the body. */
  bytes?: Buffer;
};
/** `body` is a text, bytes, or what is sent as JSON. */
export type ContractAnswer = { status: number; headers?: Record<string, string>; body?: unknown };

export type Limits = { perMinute: number; perDay: number; atOnce: number };
export type LimitReached = { limit: keyof Limits; retryAfterS: number };

export type Vendor = {
  oauth: OauthPaths;
  /** For vendors whose clients send an API key instead of an OAuth token. */
  acceptsKey?(authorization: string): boolean;
  /** Requests without authorization, such as those for temporary addresses. */
  isOpen?(request: ContractRequest): boolean;
  limits: Limits;
  /** The tenant whose limits a request counts against; undefined if it counts against none. */
  tenantOf(request: ContractRequest): string | undefined;
  /** The data type of a request, for matching faults. */
  dataTypeOf(request: ContractRequest): string | undefined;
  handle(request: ContractRequest): ContractAnswer;
  unauthorized(): ContractAnswer;
  limited(reached: LimitReached): ContractAnswer;
  /** Headers of every response. */
  headers?(left: { minute: number; day: number }): Record<string, string>;
};

export type FaultKind = OrderedFault | 'lost';
export type Fault = { kind: FaultKind; dataType: string; skip?: number; times?: number; method?: string };

export type ContractServer = {
  url: string;
  oauth: ContractOauth;
  clock: ContractClock;
  limits: Limits;
  order(fault: Fault): void;
  clearFaults(): void;
  /** Every answered request to the API, in order. */
  requests: { method: string; path: string; status: number }[];
  /** Calls `seen` with each request to the API and its answer. */
  observe(seen: (request: ContractRequest, answer: ContractAnswer) => void): void;
  /** The highest number of concurrent requests of one tenant. */
  mostAtOnce(): number;
  stop(): Promise<void>;
};

export type ContractClock = { nowMs(): number; advance(ms: number): void };

export function contractClock(): ContractClock {
  let aheadMs = 0;
  return {
    nowMs: () => Date.now() + aheadMs,
    advance(ms) {
      aheadMs += ms;
    },
  };
}

export async function startContractServer(
  clock: ContractClock,
  vendorOf: (url: string) => Vendor,
): Promise<ContractServer> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const vendor = vendorOf(url);
  const oauth = createContractOauth(vendor.oauth, clock);
  const faults: (Fault & { seen: number })[] = [];
  const requests: ContractServer['requests'] = [];
  const observers: Parameters<ContractServer['observe']>[0][] = [];
  const counters = new Map<
    string,
    { minute: number; day: number; minuteUsed: number; dayUsed: number; busy: number }
  >();
  let most = 0;

  /** Fixed windows, as vendors document them. */
  function counterOf(tenant: string) {
    const [minute, day] = [Math.floor(clock.nowMs() / 60_000), Math.floor(clock.nowMs() / 86_400_000)];
    const found = counters.get(tenant) ?? { minute, day, minuteUsed: 0, dayUsed: 0, busy: 0 };
    if (found.minute !== minute) Object.assign(found, { minute, minuteUsed: 0 });
    if (found.day !== day) Object.assign(found, { day, dayUsed: 0 });
    counters.set(tenant, found);
    return found;
  }

  function limitReached(tenant: string): LimitReached | undefined {
    const counter = counterOf(tenant);
    const secondsTo = (ms: number) => Math.ceil((ms - (clock.nowMs() % ms)) / 1000);
    if (counter.dayUsed >= vendor.limits.perDay) return { limit: 'perDay', retryAfterS: secondsTo(86_400_000) };
    if (counter.minuteUsed >= vendor.limits.perMinute) return { limit: 'perMinute', retryAfterS: secondsTo(60_000) };
    if (counter.busy >= vendor.limits.atOnce) return { limit: 'atOnce', retryAfterS: 1 };
    return undefined;
  }

  function faultFor(request: ContractRequest): FaultKind | undefined {
    const dataType = vendor.dataTypeOf(request);
    for (const fault of faults) {
      if (fault.dataType !== dataType || (fault.method && fault.method !== request.method)) continue;
      fault.seen++;
      const nth = fault.seen - (fault.skip ?? 0);
      if (nth >= 1 && nth <= (fault.times ?? Number.POSITIVE_INFINITY)) return fault.kind;
    }
    return undefined;
  }

  function answerOf(request: ContractRequest, fault: FaultKind | undefined): ContractAnswer {
    const { authorization = '' } = request.headers;
    const isGood =
      vendor.isOpen?.(request) || (vendor.acceptsKey ? vendor.acceptsKey(authorization) : oauth.isGood(authorization));
    if (fault === 'unauthorized' || !isGood) return vendor.unauthorized();
    if (fault === 'rateLimited') return vendor.limited({ limit: 'perMinute', retryAfterS: 3 });
    if (fault === 'failing') return { status: 503, headers: { 'content-type': 'text/plain' }, body: 'down' };
    if (fault === 'garbage') return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };
    return vendor.handle(request);
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const isSignIn = oauth.handle(request);
    if (isSignIn) return send(response, isSignIn);
    const tenant = vendor.tenantOf(request);
    const counter = tenant === undefined ? undefined : counterOf(tenant);
    const reached = tenant === undefined ? undefined : limitReached(tenant);
    const left = () => ({
      minute: vendor.limits.perMinute - (counter?.minuteUsed ?? 0),
      day: vendor.limits.perDay - (counter?.dayUsed ?? 0),
    });
    if (counter && !reached) {
      counter.minuteUsed++;
      counter.dayUsed++;
      counter.busy++;
      most = Math.max(most, counter.busy);
      response.once('close', () => counter.busy--);
    }
    const fault = reached ? undefined : faultFor(request);
    if (fault === 'hanging') return;
    const answer = reached ? vendor.limited(reached) : answerOf(request, fault);
    requests.push({ method: request.method, path: request.path, status: answer.status });
    for (const seen of observers) seen(request, answer);
    const headers = { ...vendor.headers?.(left()), ...answer.headers };
    // The request was performed but its response is lost, as when a proxy times out.
    if (fault === 'lost') return send(response, { status: 504, headers: { 'content-type': 'text/plain' }, body: '' });
    return send(response, { ...answer, headers }, fault === 'truncated');
  }

  function send(response: ServerResponse, { status, headers = {}, body }: ContractAnswer, isCut = false): void {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const text = body === undefined ? '' : isRaw ? body : JSON.stringify(body);
    response.sendDate = false;
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      date: new Date(clock.nowMs()).toUTCString(),
      ...headers,
    });
    response.end(isCut ? text.slice(0, Math.floor(text.length / 2)) : text);
  }

  http.on('request', (request, response) => {
    serve(request, response).catch((error) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  return {
    url,
    oauth,
    clock,
    limits: vendor.limits,
    order: (fault) => void faults.push({ ...fault, seen: 0 }),
    clearFaults: () => void faults.splice(0),
    requests,
    observe: (seen) => void observers.push(seen),
    mostAtOnce: () => most,
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ContractRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://contract');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? 'GET',
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: bytes.toString('utf8'),
    bytes,
  };
}

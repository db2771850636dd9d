import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { errorType, noTracing, type Tracing } from '../base/tracing.ts';
import { type EgressGuard, EgressRefused } from './egress-guard.ts';

/** HTTP client for requests to platforms and OAuth servers. Limits the total time and the size of the response. */
export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Timeout of the whole exchange, from connecting to the last byte of the response. */
  timeoutMs: number;
  answerBytesMax: number;
  /**
   * Set if a client chose the URL. Then `send` throws `EgressRefused` if the guard does not allow the URL's address.
   */
  isGuarded?: boolean;
};

export type OutboundAnswer = { status: number; headers: Record<string, string>; body: string };

/** There was no complete response: the connection was refused or cut, or the response was too slow or too large. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  /** Text for people. The portal and the API show it as the reason why a platform is unavailable. */
  get explanation(): string {
    return `No usable response from the platform: ${this.message}.`;
  }
}

/** A response whose body is read later. The caller must read it to its end or destroy it. */
export type OpenAnswer = Omit<OutboundAnswer, 'body'> & { body: Readable };

export type Outbound = {
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /** Does not limit the size of the response. `timeoutMs` is the time until its headers, and between two of its parts. */
  open(request: Omit<OutboundRequest, 'answerBytesMax'>): Promise<OpenAnswer>;
  close(): Promise<void>;
};

export function createOutbound({
  guard,
  tracing = noTracing,
}: {
  guard?: EgressGuard;
  tracing?: Tracing;
} = {}): Outbound {
  const limits = { keepAliveTimeout: 30_000, connections: 64, pipelining: 1 };
  const agent = new Agent(limits);
  const guarded = guard && new Agent({ ...limits, connect: { lookup: guard.lookup } });
  // Open responses can last for hours, and must not use up the connections of other requests.
  const streams = new Agent(limits);
  const guardedStreams = guard && new Agent({ ...limits, connect: { lookup: guard.lookup } });

  async function send(given: OutboundRequest): Promise<OutboundAnswer> {
    const span = tracing.step(() => given.method, 'client');
    if (!span) return exchange(given);
    // Only the host is recorded, because paths and queries contain ids and sometimes secrets.
    span.set('server.address', URL.parse(given.url)?.hostname ?? '');
    span.set('http.request.method', given.method);
    try {
      const answer = await exchange(given);
      span.set('http.response.status_code', answer.status);
      span.end(answer.status >= 400 ? String(answer.status) : undefined);
      return answer;
    } catch (error) {
      span.end(errorType(error));
      throw error;
    }
  }

  async function exchange(given: OutboundRequest): Promise<OutboundAnswer> {
    const { url, timeoutMs, answerBytesMax, isGuarded = false, ...rest } = given;
    if (isGuarded) requireAllowed(guard, url);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      // By default, undici does not follow redirects.
      const answer = await request(url, { ...rest, dispatcher: (isGuarded && guarded) || agent, signal });
      const body = await readWhole(answer.body, answerBytesMax);
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body };
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof EgressRefused) throw error;
      if (signal.aborted) throw new NoAnswer(`no complete response within ${timeoutMs} ms`);
      throw new NoAnswer((error as Error).message);
    }
  }

  async function open(given: Omit<OutboundRequest, 'answerBytesMax'>): Promise<OpenAnswer> {
    const { url, timeoutMs, isGuarded = false, ...rest } = given;
    if (isGuarded) requireAllowed(guard, url);
    try {
      const dispatcher = (isGuarded && guardedStreams) || streams;
      const answer = await request(url, { ...rest, dispatcher, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
      // Without a listener, an error of a body that nobody reads would end the process.
      answer.body.on('error', () => {});
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: answer.body };
    } catch (error) {
      if (error instanceof EgressRefused) throw error;
      throw new NoAnswer((error as Error).message);
    }
  }

  return {
    send,
    open,
    async close() {
      await Promise.all([agent.close(), guarded?.close(), streams.destroy(), guardedStreams?.destroy()]);
    },
  };
}

const plainHeaders = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));

export async function readWhole(body: AsyncIterable<Buffer>, answerBytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new NoAnswer(`the response is larger than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Sockets skip `lookup` for a literal IP address, so every URL is also checked before the request. */
function requireAllowed(guard: EgressGuard | undefined, text: string): void {
  if (!guard) throw new Error('This client was created without an egress guard.');
  const url = URL.parse(text);
  const refusal = url ? guard.refusal(url) : 'is not a URL';
  if (refusal !== undefined) throw new EgressRefused(`the address ${refusal}`);
}

/** Returns a `fetch` for OAuth libraries that sends their requests through `outbound`, so that its limits apply. */
export function fetchThrough(
  outbound: Outbound,
  limits: Pick<OutboundRequest, 'timeoutMs' | 'answerBytesMax' | 'isGuarded'>,
) {
  return async (
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> => {
    const answer = await outbound.send({
      method: method as OutboundRequest['method'],
      url,
      headers,
      ...(body !== null && body !== undefined && { body: String(body) }),
      ...limits,
    });
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: answer.headers });
  };
}

import { createSecureContext } from 'node:tls';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { EgressGuard } from './egress-guard.ts';
import { type Connection, WebhookConnections } from './webhook-connections.ts';

/**
 * HTTP client for webhooks, which are sent to URLs that clients chose. It keeps connections open, follows no redirects
 * and does not decompress responses. It limits the total time of each send and the size of the response's headers and
 * body.
 */
export type WebhookSender = {
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  close(): Promise<void>;
};

export type WebhookRequest = {
  url: string;
  /** Names and values alternate. undici uses an array in this form without copying it. */
  headers: string[];
  body: string;
  /** Timeout of the whole exchange: DNS lookup, connection, headers and body. */
  timeoutMs: number;
};

export type WebhookAnswer =
  | {
      kind: 'answer';
      status: number;
      retryAfter?: string;
      /** The beginning of the body, at most 4 KiB; empty for a 2xx status. */
      answer: string;
      /** True if the body was longer than 4 KiB or, for a 2xx status, longer than 64 KiB. */
      isCut: boolean;
    }
  | { kind: 'none'; error: string };

export type SenderOptions = { guard: EgressGuard; proxyUrl: string; localAddress: string };

const readBytesMax = 65_536;
const keptBytesMax = 4096;
const headerBytesMax = 16_384;
/**
 * A send can exceed its timeout by up to this much, because all sends share one timer. An AbortSignal for each send
 * would cost a tenth of the time that a send takes.
 */
const tickMs = 50;
/** Maximum number of URLs in the cache. An entry contains the parsed URL and whether the egress guard allows it. */
const targetsMax = 20_000;

type Target = { origin: string; path: string; refusal: string | undefined };

export function createWebhookSender(options: SenderOptions): WebhookSender {
  const route = options.proxyUrl ? throughProxy(options) : directly(options);
  const targets = new Map<string, Target>();
  /** Sends in progress, grouped by timeout. Each set is ordered from the oldest send to the newest. */
  const underWay = new Map<number, Set<Send>>();
  let timer: NodeJS.Timeout | undefined;

  function targetOf(text: string): Target {
    let target = targets.get(text);
    if (target) return target;
    const url = URL.parse(text);
    target = url
      ? { origin: url.origin, path: `${url.pathname}${url.search}`, refusal: options.guard.refusal(url) }
      : { origin: '', path: '', refusal: 'is not a URL' };
    if (targets.size >= targetsMax) targets.clear();
    targets.set(text, target);
    return target;
  }

  function endOverdue(): void {
    const now = performance.now();
    let isIdle = true;
    for (const sends of underWay.values()) {
      for (const send of sends) {
        if (send.endsAt > now) break;
        send.timeOut();
      }
      if (sends.size > 0) isIdle = false;
    }
    if (isIdle) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  return {
    send({ url, headers, body, timeoutMs }) {
      const { origin, path, refusal } = targetOf(url);
      if (refusal !== undefined) return Promise.resolve({ kind: 'none', error: `The URL ${refusal}.` });
      let sends = underWay.get(timeoutMs);
      if (!sends) {
        sends = new Set();
        underWay.set(timeoutMs, sends);
      }
      timer ??= setInterval(endOverdue, tickMs);
      const among = sends;
      return new Promise((resolve) => {
        const send = new Send(timeoutMs, among, resolve);
        among.add(send);
        try {
          route.dispatch({ origin, path, method: 'POST', headers, body }, send);
        } catch (error) {
          send.end({ kind: 'none', error: describe(error as Error) });
        }
      });
    },
    async close() {
      clearInterval(timer);
      await route.destroy();
    },
  };
}

/**
 * Handles one send. This is undici's low-level handler, which creates no stream or promise for a body that is not read.
 */
class Send implements Dispatcher.DispatchHandler {
  readonly endsAt: number;
  /** Released when the request is over. Undefined if requests go through a proxy. */
  connection: Connection | undefined;
  readonly #timeoutMs: number;
  readonly #among: Set<Send>;
  readonly #resolve: (answer: WebhookAnswer) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #status = 0;
  #retryAfter: string | undefined;
  #bytes = 0;
  #kept: Buffer[] | undefined;

  constructor(timeoutMs: number, among: Set<Send>, resolve: (answer: WebhookAnswer) => void) {
    this.endsAt = performance.now() + timeoutMs;
    this.#timeoutMs = timeoutMs;
    this.#among = among;
    this.#resolve = resolve;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The send timed out before the connection was established, so nothing is sent.
    if (this.#isOver) controller.abort(new Error('too late'));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    if (status >= 200 && status < 300) return;
    const retryAfter = headers['retry-after'];
    if (typeof retryAfter === 'string') this.#retryAfter = retryAfter;
    this.#kept = [];
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#kept && this.#bytes < keptBytesMax) this.#kept.push(chunk.subarray(0, keptBytesMax - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes <= readBytesMax) return;
    this.#answer();
    controller.abort(new Error('enough was read'));
  }

  onResponseEnd(): void {
    this.connection?.release();
    this.#answer();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.connection?.release();
    this.end({ kind: 'none', error: describe(error) });
  }

  timeOut(): void {
    this.end({ kind: 'none', error: `no complete response within ${this.#timeoutMs / 1000} s` });
    this.#controller?.abort(new Error('too slow'));
  }

  end(answer: WebhookAnswer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#among.delete(this);
    this.#resolve(answer);
  }

  #answer(): void {
    this.end({
      kind: 'answer',
      status: this.#status,
      ...(this.#retryAfter !== undefined && { retryAfter: this.#retryAfter }),
      answer: this.#kept ? readable(Buffer.concat(this.#kept).toString('utf8')) : '',
      isCut: this.#bytes > (this.#kept ? keptBytesMax : readBytesMax),
    });
  }
}

/** How requests leave the process. */
type Route = { dispatch(request: Dispatcher.DispatchOptions, send: Send): void; destroy(): Promise<void> };

const limits = {
  pipelining: 1,
  allowH2: false,
  keepAliveTimeout: 10_000,
  keepAliveMaxTimeout: 60_000,
  maxHeaderSize: headerBytesMax,
  // undici's own timeouts are off, because the shared timer enforces the timeout of the whole send.
  headersTimeout: 0,
  bodyTimeout: 0,
};
const connectTimeoutMs = 15_000;

function directly({ guard, localAddress }: SenderOptions): Route {
  // An IPv4 local address can reach only IPv4 targets, and an IPv6 local address only IPv6 targets.
  const family = localAddress ? { family: localAddress.includes(':') ? 6 : 4 } : {};
  // Shared by all connections, because creating a secure context per connection costs more than the TLS handshake.
  const secureContext = createSecureContext();
  const connect = { lookup: guard.lookup, secureContext, keepAlive: false, ...family };
  const connections = new WebhookConnections(
    { ...limits, ...(localAddress && { localAddress }) },
    { ...connect, allowH2: false, timeout: connectTimeoutMs },
  );
  return {
    dispatch(request, send) {
      send.connection = connections.take(String(request.origin));
      send.connection.client.dispatch(request, send);
    },
    destroy: () => connections.destroy(),
  };
}

/** Connections to the proxy bypass the egress guard. The operator chose the proxy, which resolves host names itself. */
function throughProxy({ proxyUrl, localAddress }: SenderOptions): Route {
  const all = { ...limits, connectTimeout: connectTimeoutMs, ...(localAddress && { localAddress }) };
  const open = (origin: string | URL, more: object) => new Pool(origin, { ...all, ...more });
  // For http targets, undici calls `factory`, and the proxy gets requests with absolute URLs. For https targets, undici
  // calls `clientFactory` and opens tunnels through the proxy.
  return new ProxyAgent({
    ...all,
    uri: proxyUrl,
    requestTls: { secureContext: createSecureContext() },
    factory: open,
    clientFactory: open,
  });
}

function describe(error: Error & { code?: string }): string {
  return readable(error.message || error.code || error.name).slice(0, 500);
}

/** PostgreSQL's text type cannot store NUL. */
function readable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import { host, type RunningProxy } from './start-proxies.ts';

/** Sends requests to a proxy over HTTP/2 or HTTP/1.1 and tells apart how one failed. */
export type Outcome = { status: number; headers: Record<string, unknown>; text: string; ms: number };
export type Options = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs?: number;
  /** Gets each part of the response as it arrives. */
  onData?: (text: string) => void;
};
export type TlsClient = {
  protocol: 'h2' | 'http/1.1';
  send(path: string, options?: Options): Promise<Outcome>;
  close(): void;
};

const defaultTimeoutMs = 15_000;

export class Unanswered extends Error {
  readonly kind: 'refused' | 'reset' | 'timeout';
  constructor(kind: 'refused' | 'reset' | 'timeout', cause?: unknown) {
    super(`${kind}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.kind = kind;
  }
}

function toUnanswered(error: unknown): Unanswered {
  const code = (error as { code?: string }).code;
  return new Unanswered(code === 'ECONNREFUSED' ? 'refused' : 'reset', error);
}

export function openHttp1(proxy: RunningProxy, { key, sockets = 16, from }: ClientOptions): TlsClient {
  const agent = new https.Agent({
    keepAlive: true,
    maxSockets: sockets,
    ca: proxy.ca,
    servername: host,
    ALPNProtocols: ['http/1.1'],
    ...(from && { localAddress: from }),
  });
  return {
    protocol: 'http/1.1',
    close: () => agent.destroy(),
    send(path, { method = 'GET', headers = {}, body, timeoutMs = defaultTimeoutMs, onData } = {}) {
      const start = performance.now();
      return new Promise((resolve, reject) => {
        const request = https.request(
          {
            ...{ agent, method, path, host: '127.0.0.1', port: proxy.tlsPort },
            headers: { host, ...authorization(key), ...headers },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (part: string) => {
              text += part;
              onData?.(part);
            });
            response.once('error', (error) => {
              clearTimeout(timer);
              reject(toUnanswered(error));
            });
            response.once('end', () => {
              clearTimeout(timer);
              const ms = performance.now() - start;
              resolve({ status: response.statusCode ?? 0, headers: response.headers, text, ms });
            });
          },
        );
        const timer = setTimeout(() => {
          reject(new Unanswered('timeout', path));
          request.destroy();
        }, timeoutMs);
        request.once('error', (error) => {
          clearTimeout(timer);
          reject(toUnanswered(error));
        });
        request.end(body);
      });
    },
  };
}

type ClientOptions = { key?: string; sockets?: number; from?: string };

function authorization(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
}

/** One HTTP/2 connection; a new one is opened if the proxy has closed it (GOAWAY), as every HTTP/2 client does. */
export function openHttp2(proxy: RunningProxy, { key, from }: ClientOptions): TlsClient & { connections(): number } {
  let connections = 0;
  let session: http2.ClientHttp2Session | undefined;
  function usable(): http2.ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session;
    connections++;
    const opened = http2.connect(`https://127.0.0.1:${proxy.tlsPort}`, {
      ...{ ca: proxy.ca, servername: host },
      ...(from && { localAddress: from }),
    });
    // The streams of the session report its errors.
    opened.on('error', () => undefined);
    session = opened;
    return opened;
  }
  return {
    protocol: 'h2',
    connections: () => connections,
    close: () => session?.destroy(),
    send(path, { method = 'GET', headers = {}, body, timeoutMs = defaultTimeoutMs, onData } = {}) {
      const start = performance.now();
      return new Promise((resolve, reject) => {
        const stream = usable().request({
          ...{ ':method': method, ':path': path, ':authority': host },
          ...authorization(key),
          ...headers,
        });
        let [status, text, answer] = [0, '', {} as Record<string, unknown>];
        const timer = setTimeout(() => {
          reject(new Unanswered('timeout', path));
          stream.close(http2.constants.NGHTTP2_CANCEL);
        }, timeoutMs);
        stream.setEncoding('utf8');
        stream.once('response', (received) => {
          status = Number(received[':status']);
          answer = received;
        });
        stream.on('data', (part: string) => {
          text += part;
          onData?.(part);
        });
        stream.once('error', (error) => reject(toUnanswered(error)));
        stream.once('close', () => {
          clearTimeout(timer);
          if (status > 0 && stream.rstCode === http2.constants.NGHTTP2_NO_ERROR)
            resolve({ status, headers: answer, text, ms: performance.now() - start });
          else reject(new Unanswered('reset', `closed with ${stream.rstCode} after status ${status}`));
        });
        stream.end(body);
      });
    },
  };
}

/** The protocols that a new connection agrees on: TLS and HTTP. */
export async function agreedProtocols(proxy: RunningProxy): Promise<{ http: string; tls: string }> {
  const session = http2.connect(`https://127.0.0.1:${proxy.tlsPort}`, { ca: proxy.ca, servername: host });
  await once(session, 'connect');
  const tls = (session.socket as unknown as { getProtocol(): string }).getProtocol();
  const agreed = { http: session.alpnProtocol ?? '', tls };
  session.destroy();
  return agreed;
}

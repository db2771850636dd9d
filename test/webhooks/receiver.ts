import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach } from 'node:test';

/** A webhook consumer's endpoint on loopback: uses real HTTP, records its requests, and can misbehave in many ways. */
export type Receiver = {
  url: string;
  port: number;
  /** In the order in which they were fully received. */
  requests: Received[];
  /** Number of requests that have begun, whether or not they have ended. */
  begun(): number;
  /** Number of connections that are open now, and that were opened in total. */
  connections(): { open: number; opened: number };
  /** Sets the behaviour for the next requests; a function is called for each of them. */
  behave(next: Behaviour | ((received: Received) => Behaviour)): void;
  /** Waits for the first `count` requests and returns them. */
  waitFor(count: number, timeoutMs?: number): Promise<Received[]>;
  /** Stops the server and closes every connection, including stalled ones. */
  stop(): Promise<void>;
};

export type Received = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Names and values as received. */
  rawHeaders: string[];
  body: string;
  /** Wall time, ms. */
  at: number;
};

export type Behaviour =
  /** Answers after `afterMs`, or as soon as `after` resolves. */
  | {
      kind: 'answer';
      status?: number;
      headers?: Record<string, string | string[]>;
      body?: string;
      afterMs?: number;
      after?: Promise<void>;
    }
  /** Accepts the request and never responds. */
  | { kind: 'stall' }
  /** Sends headers and a body, but never ends the response. */
  | { kind: 'open'; status?: number; body?: string }
  /** Sends byte by byte: the whole response from its first line on (`raw`), or an endless body. */
  | { kind: 'drip'; everyMs: number; raw?: string }
  /** Sends an endless body, as fast as it is read. */
  | { kind: 'endless-body'; status?: number; headers?: Record<string, string> }
  /** Sends endless header lines. */
  | { kind: 'endless-headers' }
  | { kind: 'redirect'; to: string; status?: number }
  /** Closes the connection instead of responding. */
  | { kind: 'close' }
  /** Sends these bytes, then closes the connection. */
  | { kind: 'raw'; bytes: string | Buffer };

export const answering = (
  status: number,
  more: { headers?: Record<string, string>; body?: string } = {},
): Behaviour => ({
  kind: 'answer',
  status,
  ...more,
});

export async function startReceiver(
  options: { behaviour?: Behaviour; host?: string; port?: number; tls?: { key: string; cert: string } } = {},
): Promise<Receiver> {
  const requests: Received[] = [];
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let behaviour: Behaviour | ((received: Received) => Behaviour) = options.behaviour ?? { kind: 'answer' };
  let begun = 0;
  let opened = 0;

  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    begun++;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: Buffer.concat(chunks).toString('utf8'),
      at: Date.now(),
    };
    requests.push(received);
    reply(response, typeof behaviour === 'function' ? behaviour(received) : behaviour, timers);
  };
  const server: Server = options.tls ? createTlsServer(options.tls, onRequest) : createServer(onRequest);
  // With TLS, this is the TCP connection; the TLS socket closes with it.
  server.on('connection', (socket: Socket) => {
    opened++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.keepAliveTimeout = 60_000;
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;

  return {
    url: `${options.tls ? 'https' : 'http'}://${name}:${port}`,
    port,
    requests,
    begun: () => begun,
    connections: () => ({ open: sockets.size, opened }),
    behave(next) {
      behaviour = next;
    },
    async waitFor(count, timeoutMs = 10_000) {
      const until = performance.now() + timeoutMs;
      while (requests.length < count) {
        if (performance.now() > until)
          throw new Error(`${requests.length} of ${count} requests arrived within ${timeoutMs} ms.`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return requests.slice(0, count);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Starts receivers that are stopped after each test. */
export function useReceivers(): (options?: Parameters<typeof startReceiver>[0]) => Promise<Receiver> {
  const receivers: Receiver[] = [];
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });
  return async (options) => {
    const receiver = await startReceiver(options);
    receivers.push(receiver);
    return receiver;
  };
}

function reply(response: ServerResponse, behaviour: Behaviour, timers: Set<NodeJS.Timeout>): void {
  const { socket } = response;
  if (!socket) return;
  switch (behaviour.kind) {
    case 'answer': {
      const { status = 200, headers = {}, body = '', afterMs = 0, after } = behaviour;
      const send = () => void response.writeHead(status, headers).end(body);
      if (after) void after.then(send);
      else if (afterMs === 0) send();
      else setTimeout(send, afterMs).unref();
      return;
    }
    case 'stall':
      return;
    case 'open':
      response.writeHead(behaviour.status ?? 200).write(behaviour.body ?? 'still here');
      return;
    case 'drip': {
      const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
      if (behaviour.raw === undefined) socket.write(head);
      let at = 0;
      const timer = setInterval(() => {
        if (socket.destroyed) return stop();
        const { raw } = behaviour;
        if (raw === undefined) return void socket.write('1\r\nx\r\n');
        socket.write(raw[at++] ?? '');
        if (at >= raw.length) stop();
      }, behaviour.everyMs);
      const stop = () => {
        clearInterval(timer);
        timers.delete(timer);
      };
      timers.add(timer);
      return;
    }
    case 'endless-body': {
      response.writeHead(behaviour.status ?? 200, behaviour.headers);
      const block = Buffer.alloc(65_536, 'x');
      pump(socket, () => response.write(block), response);
      return;
    }
    case 'endless-headers': {
      socket.write('HTTP/1.1 200 OK\r\n');
      let line = 0;
      pump(socket, () => socket.write(`x-header-${line++}: ${'y'.repeat(200)}\r\n`), socket);
      return;
    }
    case 'redirect':
      response.writeHead(behaviour.status ?? 302, { location: behaviour.to }).end();
      return;
    case 'close':
      socket.destroy();
      return;
    case 'raw':
      socket.end(behaviour.bytes);
      return;
  }
}

/** Keeps writing whenever the other side has room. */
function pump(socket: Socket, write: () => boolean, drained: NodeJS.EventEmitter): void {
  const on = () => {
    while (!socket.destroyed) if (!write()) return;
  };
  drained.on('drain', on);
  on();
}

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OrderedFault } from '@daybook/connector-kit/conformance';

/** `lost`: performed, but answered with 504. `forgotten`: not performed, but answered with 201. */
export type ProxyFault = OrderedFault | 'lost' | 'forgotten';

export type FaultOrder = {
  fault: ProxyFault;
  /** Matches a request by its method, path and body. */
  matches: (asked: { method: string; path: string; body: string }) => boolean;
  skip?: number;
  times?: number;
};

/** A proxy between a connector and a real server that injects the ordered faults. */
export type FaultProxy = {
  url: string;
  order(order: FaultOrder): void;
  clear(): void;
  /** The number of matching requests. */
  count(matches: FaultOrder['matches']): number;
  /** The statuses of the real server's responses, whatever the proxy returned instead. */
  statuses(matches: FaultOrder['matches']): number[];
  stop(): Promise<void>;
};

const hangsMs = 3000;

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const orders: { order: FaultOrder; skip: number; left: number }[] = [];
  const asked: { method: string; path: string; body: string }[] = [];
  const answered: { seen: (typeof asked)[number]; status: number }[] = [];
  const server = createServer((incoming, answer) => {
    handle(incoming, answer).catch(() => answer.destroy());
  });

  async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const seen = { method: incoming.method ?? '', path: incoming.url ?? '', body: body.toString('utf8') };
    asked.push(seen);
    const fault = faultFor(seen);
    if (fault === 'unauthorized') return end(answer, 401, '');
    if (fault === 'rateLimited') return end(answer, 429, '{"error":"rate limited"}', { 'retry-after': '3' });
    if (fault === 'failing') return end(answer, 503, '{"error":"maintenance"}');
    if (fault === 'garbage') return end(answer, 200, '<html>Welcome</html>');
    if (fault === 'forgotten') return end(answer, 201, '');
    // The connection breaks in the end, so that a client without a timeout does not wait for ever.
    if (fault === 'hanging') return void setTimeout(() => answer.destroy(), hangsMs);
    const upstream = await forward(new URL(incoming.url ?? '/', target), incoming, body);
    answered.push({ seen, status: upstream.status });
    if (fault === 'lost') return end(answer, 504, '<html>Gateway Time-out</html>');
    answer.writeHead(upstream.status, upstream.headers);
    if (fault !== 'truncated') return void answer.end(upstream.body);
    answer.write(upstream.body.subarray(0, Math.floor(upstream.body.length / 2)));
    setTimeout(() => answer.destroy(), 20);
  }

  function faultFor(seen: Parameters<FaultOrder['matches']>[0]): ProxyFault | undefined {
    for (const one of orders) {
      if (one.left <= 0 || !one.order.matches(seen)) continue;
      if (one.skip-- > 0) continue;
      one.left--;
      return one.order.fault;
    }
    return undefined;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    order: (order) => void orders.push({ order, skip: order.skip ?? 0, left: order.times ?? Number.POSITIVE_INFINITY }),
    clear: () => void orders.splice(0),
    count: (matches) => asked.filter(matches).length,
    statuses: (matches) => answered.filter(({ seen }) => matches(seen)).map(({ status }) => status),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function end(answer: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  answer.writeHead(status, headers).end(body);
}

type Forwarded = { status: number; headers: IncomingMessage['headers']; body: Buffer };

function forward(url: URL, incoming: IncomingMessage, body: Buffer): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const { method, headers } = incoming;
    const outgoing = request(url, { method, headers: { ...headers, host: url.host } }, async (upstream) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of upstream) chunks.push(chunk as Buffer);
        const answer = Buffer.concat(chunks);
        const { 'transfer-encoding': _, ...rest } = upstream.headers;
        const status = upstream.statusCode ?? 502;
        resolve({ status, headers: { ...rest, 'content-length': String(answer.length) }, body: answer });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/**
 * Stands for the router in front of the cells and for its map: a request goes to the cell that last served its key. A cell
 * that redirects teaches it the new one. It repeats what could not be sent, because a killed process is being restarted.
 */
export type Router = {
  url: string;
  /** Redirects that were followed. */
  redirects(): number;
  stop(): Promise<void>;
};

const sendWithinMs = 60_000;

export async function startRouter(firstUrl: () => string): Promise<Router> {
  const cellOf = new Map<string, string>();
  const agent = new Agent({ connections: 200 });
  let redirects = 0;

  async function forward(method: string, path: string, headers: IncomingHttpHeaders, body: Buffer) {
    const {
      host: _host,
      connection: _connection,
      'transfer-encoding': _coding,
      'content-length': _length,
      ...rest
    } = headers;
    const key = headers.authorization ?? '';
    for (const until = Date.now() + sendWithinMs; ; await sleep(50)) {
      const target = cellOf.get(key) ?? firstUrl();
      try {
        const answer = await request(target + path, {
          ...{ method: method as 'GET', headers: rest as Record<string, string>, dispatcher: agent },
          ...(body.length > 0 && { body }),
        });
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        if (answer.statusCode === 307) {
          redirects++;
          cellOf.set(key, new URL(String(answer.headers.location)).origin);
          continue;
        }
        return { status: answer.statusCode, headers: answer.headers, bytes };
      } catch (error) {
        const { code } = error as { code?: string };
        // Nothing was sent. After a connection that broke, the outcome is unknown, and only the client may repeat.
        if (code === 'ECONNREFUSED' && Date.now() < until) continue;
        if (method === 'GET' && Date.now() < until) continue;
        const lost = { code: 'connectionLost', error: String(code) };
        return {
          status: 503,
          headers: { 'content-type': 'application/json' },
          bytes: Buffer.from(JSON.stringify(lost)),
        };
      }
    }
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('error', () => {});
    incoming.once('end', async () => {
      const { method = 'GET', url = '/', headers } = incoming;
      const answer = await forward(method, url, headers, Buffer.concat(chunks));
      const {
        'transfer-encoding': _coding,
        connection: _connection,
        'content-length': _length,
        ...kept
      } = answer.headers;
      outgoing.writeHead(answer.status, kept as Record<string, string>).end(answer.bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    redirects: () => redirects,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await agent.close();
    },
  };
}

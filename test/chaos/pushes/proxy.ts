import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as open,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of the platform that kills the worker ("strikes") at one moment of one write. */
export type Between = {
  url: string;
  /** Strikes during the next write; resolves when `strike` has finished. */
  next(moment: Moment, strike: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/**
 * `sending`: the request has started to arrive and is not forwarded. `stored`: the platform has done it and responded,
 * but the response is held back. `answered`: the response is forwarded while `strike` prevents its outcome from being
 * recorded.
 */
export type Moment = 'sending' | 'stored' | 'answered';

type Order = { moment: Moment; strike: () => Promise<void>; done: (error?: Error) => void };

export async function startProxy(target: string): Promise<Between> {
  let order: Order | undefined;
  const { hostname, port } = new URL(target);

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isWrite = request.method !== 'GET' && request.url?.startsWith('/v1/') === true;
    const own = isWrite ? order : undefined;
    if (own) order = undefined;
    if (own?.moment === 'sending') {
      await finish(own);
      response.destroy();
      return;
    }
    const answer = await forward(request).catch((error) => {
      // The platform cut the connection: strike during the next write instead.
      order ??= own;
      throw error;
    });
    if (own?.moment === 'stored') {
      await finish(own);
      response.destroy();
      return;
    }
    const hand = () => {
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    };
    if (own) {
      // The response is forwarded during the strike, which starts before and ends after it.
      const struck = finish(own);
      setTimeout(hand, 30);
      await struck;
    } else hand();
  }

  async function finish({ strike, done }: Order): Promise<void> {
    await strike().then(() => done(), done);
  }

  function forward(request: IncomingMessage): Promise<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const { method, url: path, headers } = request;
      const out = open({ hostname, port, method, path, headers, agent: false }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }),
        );
        answer.on('error', reject);
      });
      out.on('error', reject);
      request.pipe(out);
    });
  }

  const server = createServer((request, response) => {
    // If the platform cuts a connection, cut the client's too.
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (moment, strike) =>
      new Promise((resolve, reject) => {
        order = { moment, strike, done: (error) => (error ? reject(error) : resolve()) };
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

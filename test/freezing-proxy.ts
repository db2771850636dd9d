import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can freeze connections: they stay open but transfer nothing more, in either direction. */
export type FreezingProxy = {
  port: number;
  /** Freezes all current connections and returns their number; new connections work normally. */
  freeze(): number;
  close(): Promise<void>;
};

export async function startFreezingProxy(target: { host: string; port: number }): Promise<FreezingProxy> {
  const open = new Set<{ client: Socket; server: Socket }>();
  const all = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(target.port, target.host);
    const pair = { client, server };
    open.add(pair);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      all.add(from);
      from.setNoDelay(true);
      from.on('data', (data) => to.write(data));
      from.on('end', () => {
        if (open.has(pair)) to.end();
      });
      from.on('error', () => {
        if (open.has(pair)) to.destroy();
      });
      from.on('close', () => {
        all.delete(from);
        if (open.delete(pair)) to.destroy();
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    freeze() {
      const frozen = open.size;
      for (const { client, server } of open) {
        for (const socket of [client, server]) {
          socket.removeAllListeners('data');
          // Keep reading and discard the data: the kernel acknowledges it, so that keep-alive detects nothing.
          socket.on('data', () => {});
        }
      }
      open.clear();
      return frozen;
    },
    async close() {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of all) socket.destroy();
      await closed;
    },
  };
}

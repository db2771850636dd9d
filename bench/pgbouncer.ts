import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../dev/embedded-postgres.ts';

export function findPgBouncer(): string | undefined {
  const places = [process.env.PGBOUNCER ?? '', '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
  return places.find((place) => place !== '' && existsSync(place));
}

/** Starts the machine's own PgBouncer in transaction mode in front of a database; PGBOUNCER can hold its path. */
export async function startPgBouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const program = findPgBouncer();
  if (!program) throw new Error('PgBouncer was not found: install it, or set PGBOUNCER to its path.');
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(os.tmpdir(), 'daybook-pgbouncer-'));
  // PgBouncer refuses to run as root and switches to another user, who must be able to read this folder.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'users.txt'), `"${target.username}" "${target.password}"\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    pool_mode: 'transaction',
    // A PostgreSQL with trust authentication has no passwords.
    auth_type: target.password === '' ? 'trust' : 'plain',
    auth_file: join(folder, 'users.txt'),
    max_client_conn: 500,
    default_pool_size: 30,
    ignore_startup_parameters: 'extra_float_digits,options',
    unix_socket_dir: '',
    ...(process.getuid?.() === 0 && { user: 'postgres' }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const database = `daybook = host=${target.hostname} port=${target.port} dbname=${target.pathname.slice(1)}`;
  writeFileSync(join(folder, 'pgbouncer.ini'), `[databases]\n${database}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = new URL(databaseUrl);
  url.port = String(port);
  url.pathname = '/daybook';
  await waitUntilThere(url.toString());
  return {
    url: url.toString(),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilThere(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries === 50) throw error;
      await sleep(100);
    }
  }
}

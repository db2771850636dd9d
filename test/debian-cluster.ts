import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../dev/embedded-postgres.ts';

const run = promisify(execFile);
const home = '/usr/lib/postgresql';

/** Finds the machine's own PostgreSQL programs: the embedded one has neither pg_dump nor pg_restore. */
export function findPrograms(): string | undefined {
  const versions = existsSync(home) ? readdirSync(home).sort((one, other) => Number(other) - Number(one)) : [];
  return versions.map((version) => join(home, version, 'bin')).find((bin) => existsSync(join(bin, 'pg_restore')));
}

/** Starts a new cluster whose user `daybook` is not a superuser and owns the empty database `daybook`. */
export async function startCluster(bin: string) {
  const folder = await mkdtemp(join(os.tmpdir(), 'daybook-cluster-'));
  const port = await freePort();
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const asPostgres = (program: string, args: string[]) =>
    isRoot
      ? run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(bin, program), ...args])
      : run(join(bin, program), args);
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), -1);
    await chmod(folder, 0o700);
  }
  const data = join(folder, 'data');
  await asPostgres('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']);
  const settings = `-p ${port} -c fsync=off -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  await asPostgres('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start']);
  const url = (database: string, user = 'daybook') => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const client = new pg.Client(url('postgres', 'postgres'));
  await client.connect();
  await client.query('create role daybook login createrole');
  await client.query(`create database daybook owner daybook encoding 'UTF8' locale 'C.UTF-8' template template0`);
  await client.end();
  /** Starts a standby that replicates from this cluster. Only superusers may control its replay. */
  async function addStandby() {
    const standbyPort = await freePort();
    const standbyData = join(folder, `standby-${standbyPort}`);
    const copyFrom = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-R', '-c', 'fast'];
    await asPostgres('pg_basebackup', ['-D', standbyData, ...copyFrom]);
    const own = `-p ${standbyPort} -c fsync=off -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c wal_receiver_status_interval=1s`;
    const log = join(folder, 'standby.log');
    const start = () => asPostgres('pg_ctl', ['-D', standbyData, '-w', '-l', log, '-o', own, 'start']);
    await start();
    standbys.push(standbyData);
    return {
      url: `postgres://daybook@127.0.0.1:${standbyPort}/daybook`,
      superuserUrl: `postgres://postgres@127.0.0.1:${standbyPort}/daybook`,
      start,
      /** Its processes, to suspend them. */
      async pids() {
        const [parent = ''] = (await readFile(join(standbyData, 'postmaster.pid'), 'utf8')).split('\n');
        const children = await run('pgrep', ['-P', parent]);
        return [parent, ...children.stdout.trim().split('\n')].map(Number);
      },
      stop: () => asPostgres('pg_ctl', ['-D', standbyData, '-m', 'immediate', 'stop']),
    };
  }
  const standbys: string[] = [];
  return {
    url: url('daybook'),
    addStandby,
    run: (program: string, args: string[]) => run(join(bin, program), args, { maxBuffer: 1 << 26 }),
    async stop() {
      for (const one of [...standbys, data])
        await asPostgres('pg_ctl', ['-D', one, '-m', 'immediate', 'stop']).catch((error) => {
          if (one === data) throw error;
        });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

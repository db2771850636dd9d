import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, killPostgres } from '../../dev/embedded-postgres.ts';
import { atExit } from '../chaos/at-exit.ts';
import { endChild } from '../chaos/deliveries/open-stage.ts';
import { startProgram, type Undo } from '../chaos/stage-parts.ts';
import { waitFor } from '../wait-for.ts';
import type { ShiftedClock } from './clock.ts';

/**
 * A primary and a synchronous standby behind HAProxy. Patroni is not used: it does not recognise a PostgreSQL whose clock
 * differs from the machine's. `failOver` does what Patroni would.
 */
export type PostgresPair = {
  /** The database behind HAProxy. */
  databaseUrl: string;
  /** As a superuser, for measurements. */
  superuserUrl: string;
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** The processes of both servers that start all others. */
  parents(): number[];
  /** Kills the primary, promotes the standby, and makes a new standby of the old primary. */
  failOver(): Promise<void>;
  /** What both servers are doing, and the ends of their logs. */
  describe(): Promise<string>;
};

type Node = { name: 'a' | 'b'; port: number; data: string; log: string };

const run = promisify(execFile);
const commandMs = 120_000;
const wholeWithinMs = 120_000;
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '150',
  shared_buffers: '128MB',
  // A jump of the clock would end the replication.
  wal_sender_timeout: '0',
  wal_receiver_timeout: '0',
  wal_keep_size: '64MB',
  hot_standby_feedback: 'on',
  // A day lasts a few minutes here, so what a day leaves is vacuumed sooner than after a minute.
  autovacuum_naptime: '10s',
};

export async function startPostgresPair(
  folder: string,
  { bin, clock, undo }: { bin: string; clock: ShiftedClock; undo: Undo },
): Promise<PostgresPair> {
  const home = join(folder, 'postgres');
  await mkdir(home);
  await run('chown', ['postgres', home]);
  const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  // Not in the environment of setpriv: as root, it would create what the program could not open.
  const shifted = ['env', ...Object.entries(clock.env).map(([name, value]) => `${name}=${value}`)];
  const asPostgres = (program: string, args: string[]) =>
    run('setpriv', [...user, ...shifted, join(bin, program), ...args], { timeout: commandMs });
  const makeNode = async (name: Node['name']): Promise<Node> => ({
    ...{ name, port: await freePort(), data: join(home, name), log: join(home, `${name}.log`) },
  });
  let [primary, standby] = [await makeNode('a'), await makeNode('b')];
  for (const { data } of [primary, standby]) {
    undo.push(() => killPostgres(data));
    // Its other processes end without it.
    atExit(() => process.kill(parentOf(data), 'SIGKILL'));
  }
  const control = ({ data, log, port }: Node, ...args: string[]) => {
    const given = Object.entries({ ...settings, port }).map(([name, value]) => `-c ${name}='${value}'`);
    return asPostgres('pg_ctl', ['-D', data, '-w', '-t', '60', '-l', log, '-o', given.join(' '), ...args]);
  };
  const on = async <T>({ port }: Node, text: string, database = 'postgres'): Promise<T[]> => {
    const client = new pg.Client({
      connectionString: `postgres://postgres@127.0.0.1:${port}/${database}`,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => {});
    await client.connect();
    return client
      .query(text)
      .then(({ rows }) => rows as T[])
      .finally(() => client.end());
  };
  const waitForStandby = async (names: '*' | '') => {
    await on(primary, `alter system set synchronous_standby_names = '${names}'`);
    await on(primary, 'select pg_reload_conf()');
  };

  /** Copies the primary, starts the copy, and lets commits wait for it. */
  async function addStandby(): Promise<void> {
    await rm(standby.data, { recursive: true, force: true });
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres', '-R', '-c', 'fast'];
    await asPostgres('pg_basebackup', ['-D', standby.data, ...from]);
    await control(standby, 'start');
    await waitForStandby('*');
    await waitFor(
      async () => (await on(primary, "select from pg_stat_replication where sync_state = 'sync'")).length > 0,
      wholeWithinMs,
    );
  }

  await asPostgres('initdb', [
    '-D',
    primary.data,
    ...['-U', 'postgres', '-A', 'trust'],
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  await control(primary, 'start');
  await on(primary, 'create role daybook login createrole');
  await on(primary, "create database daybook owner daybook encoding 'UTF8' locale 'C.UTF-8' template template0");
  await addStandby();
  const proxy = await startProxy(folder, { nodes: [primary, standby], undo });
  await proxy.useOnly(primary.name);

  return {
    databaseUrl: `postgres://daybook@127.0.0.1:${proxy.port}/daybook`,
    superuserUrl: `postgres://postgres@127.0.0.1:${proxy.port}/daybook`,
    parents: () => [primary, standby].map(({ data }) => parentOf(data)),
    async restart(mode) {
      await control(primary, '-m', mode, 'restart');
    },
    async failOver() {
      await killPostgres(primary.data);
      [primary, standby] = [standby, primary];
      await on(primary, "alter system set synchronous_standby_names = ''");
      await asPostgres('pg_ctl', ['-D', primary.data, '-w', 'promote']);
      await on(primary, 'select pg_reload_conf()');
      await proxy.useOnly(primary.name);
      await addStandby();
    },
    async describe() {
      const parts = [primary, standby].map(async (node) => {
        const doing = await on(node, activity).then(
          (rows) => rows.map((row) => JSON.stringify(row)).join('\n'),
          (error) => `not reachable: ${error}`,
        );
        const log = await readFile(node.log, 'utf8').catch(String);
        return `PostgreSQL ${node.name}\n${doing}\n${log.split('\n').slice(-40).join('\n')}`;
      });
      return (await Promise.all(parts)).join('\n');
    },
  };
}

const activity = `select backend_type, usename, state, wait_event_type, wait_event, left(query, 60) as query, count(*)
  from pg_stat_activity group by 1, 2, 3, 4, 5, 6 order by count(*) desc limit 30`;

const parentOf = (data: string) => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);

type Proxy = { port: number; useOnly(name: Node['name']): Promise<void> };

async function startProxy(folder: string, { nodes, undo }: { nodes: readonly Node[]; undo: Undo }): Promise<Proxy> {
  const [port, socket, config] = [await freePort(), join(folder, 'haproxy.sock'), join(folder, 'haproxy.cfg')];
  const servers = nodes.map(({ name, port }) => `    server ${name} 127.0.0.1:${port} disabled`);
  await writeFile(
    config,
    `global
    stats socket ${socket} level admin
defaults
    mode tcp
    timeout connect 2s
    timeout client 24h
    timeout server 24h
listen postgres
    bind 127.0.0.1:${port}
${servers.join('\n')}
`,
  );
  const child = startProgram('haproxy', ['-db', '-f', config]);
  undo.push(() => endChild(child));
  const order = (line: string) =>
    new Promise<void>((resolve, reject) => {
      const connection = connect(socket, () => connection.end(`${line}\n`));
      connection
        .once('error', reject)
        .once('close', () => resolve())
        .resume();
    });
  await waitFor(() =>
    order('show info').then(
      () => true,
      () => false,
    ),
  );
  return {
    port,
    async useOnly(wanted) {
      for (const { name } of nodes) {
        if (name === wanted) continue;
        await order(`set server postgres/${name} state maint`);
        await order(`shutdown sessions server postgres/${name}`);
      }
      await order(`set server postgres/${wanted} state ready`);
    },
  };
}

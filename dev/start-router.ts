import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './embedded-postgres.ts';

/** The cells in deploy/cells, and the addresses of their two processes there. */
export const cellNames = ['eu1', 'eu2'] as const;
const addresses = { eu1: '10.0.1.10', eu2: '10.0.2.10' };

export type Router = {
  url: string;
  pid: number;
  /** Sends a command to HAProxy's socket, such as "show map", and returns the response. */
  command(text: string): Promise<string>;
  /** Waits until HAProxy sends requests to this many servers of a cell. */
  whenUp(cell: string, servers: number): Promise<void>;
  mapFile: string;
  stop(): Promise<void>;
};

const configuration = join(import.meta.dirname, '../deploy/cells');
const startWithinMs = 10_000;
const upWithinMs = 60_000;

export function hasHaproxy(): boolean {
  return spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;
}

/**
 * Starts HAProxy with deploy/cells/haproxy.cfg and cells.map. Only addresses and paths are replaced, and http is served
 * without a redirect to https. Without `certificate` (a file with the certificate and its key), https is left out.
 */
export async function startRouter(options: {
  ports: Record<(typeof cellNames)[number], readonly [number, number]>;
  port?: number;
  certificate?: string;
}): Promise<Router> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-router-'));
  // HAProxy's process runs as another user.
  await chmod(folder, 0o755);
  const [mapFile, socket, file] = ['cells.map', 'cells.sock', 'haproxy.cfg'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await copyFile(join(configuration, 'cells.map'), mapFile);
  const port = options.port ?? (await freePort());
  const tls = 'bind :443 ssl crt /etc/daybook/tls/daybook.pem alpn h2,http/1.1';
  const replacements: [string, string][] = [
    ['bind :80\n', `bind 127.0.0.1:${port}\n`],
    [
      `    ${tls}\n`,
      options.certificate ? `    bind 127.0.0.1:${await freePort()} ssl crt ${options.certificate}\n` : '',
    ],
    ['    http-request redirect scheme https code 308 unless { ssl_fc }\n', ''],
    ['/etc/daybook/cells.map', mapFile],
    ['/run/haproxy/cells.sock', socket],
    ...(process.getuid?.() === 0 ? [] : ([['    user haproxy\n    group haproxy\n', '']] as [string, string][])),
    ...cellNames.flatMap((cell) =>
      options.ports[cell].map((one, at): [string, string] => [`${addresses[cell]}:808${at + 1}`, `127.0.0.1:${one}`]),
    ),
  ];
  let text = await readFile(join(configuration, 'haproxy.cfg'), 'utf8');
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/cells/haproxy.cfg does not contain "${from.trim()}".`);
    text = text.replaceAll(from, to);
  }
  await writeFile(file, text);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output = (output + chunk).slice(-20_000);
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + startWithinMs; !(await isOpen(port)); await sleep(20)) {
    if (child.exitCode === null && Date.now() < until) continue;
    await stop();
    throw new Error(`HAProxy did not start:\n${output}`);
  }
  const command = async (given: string) => {
    const connection = connect(socket);
    connection.end(`${given}\n`);
    return Buffer.concat(await connection.toArray()).toString();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    command,
    mapFile,
    stop,
    async whenUp(cell, servers) {
      for (const until = Date.now() + upWithinMs; Date.now() < until; await sleep(50)) {
        // A server whose checks have begun to fail is shown as "UP 1/3" and still gets requests.
        const up = new RegExp(`^cell_${cell},${cell}-(one|two),.*,UP( \\d+/\\d+)?,`, 'gm');
        if (((await command('show stat')).match(up)?.length ?? 0) === servers) return;
      }
      throw new Error(`HAProxy did not use ${servers} servers of ${cell} within ${upWithinMs} ms:\n${output}`);
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

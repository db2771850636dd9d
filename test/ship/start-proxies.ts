import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../dev/embedded-postgres.ts';

const run = promisify(execFile);
const configurations = join(import.meta.dirname, '../../deploy/proxies');

/** The host name in the configurations and in the certificate. */
export const host = 'api.example.com';

export type ProxyName = 'haproxy' | 'nginx' | 'caddy';
export type RunningProxy = {
  name: ProxyName;
  version: string;
  plainPort: number;
  tlsPort: number;
  /** The certificate, which clients of the test trust. */
  ca: string;
  stop(): Promise<void>;
};

type Kind = {
  file: string;
  program: string;
  version: string[];
  args: (file: string, folder: string) => string[];
  /** What the test replaces in the configuration; all the rest is run as it is. */
  replacements: (place: Place) => [text: string, replacement: string][];
};
type Place = { folder: string; plainPort: number; tlsPort: number; adminPort: number };

const kinds: Record<ProxyName, Kind> = {
  haproxy: {
    file: 'haproxy.cfg',
    program: 'haproxy',
    version: ['-v'],
    args: (file) => ['-db', '-f', file],
    replacements: ({ folder, plainPort, tlsPort }) => [
      ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
      ['bind :443 ', `bind 127.0.0.1:${tlsPort} `],
      ['/etc/daybook/tls/daybook.pem', join(folder, 'daybook.pem')],
    ],
  },
  nginx: {
    file: 'nginx.conf',
    program: 'nginx',
    version: ['-v'],
    args: (file, folder) => ['-c', file, '-p', folder, '-e', 'stderr', '-g', 'daemon off;'],
    replacements: ({ folder, plainPort, tlsPort }) => [
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ', `listen 127.0.0.1:${tlsPort} `],
      ['/run/nginx.pid', join(folder, 'nginx.pid')],
      ['/etc/daybook/tls/daybook.crt', join(folder, 'daybook.crt')],
      ['/etc/daybook/tls/daybook.key', join(folder, 'daybook.key')],
    ],
  },
  caddy: {
    file: 'Caddyfile',
    program: 'caddy',
    version: ['version'],
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    replacements: ({ folder, plainPort, tlsPort, adminPort }) => [
      ['http_port 80\n', `http_port ${plainPort}\n\tdefault_bind 127.0.0.1\n`],
      ['https_port 443\n', `https_port ${tlsPort}\n`],
      ['localhost:2019', `localhost:${adminPort}`],
      ['/etc/daybook/tls/daybook.crt', join(folder, 'daybook.crt')],
      ['/etc/daybook/tls/daybook.key', join(folder, 'daybook.key')],
    ],
  },
};

/**
 * Starts a proxy with its configuration in deploy/proxies, in front of two processes on the given ports. `more` are
 * further replacements in its text.
 */
export async function startProxy(
  name: ProxyName,
  backendPorts: readonly [number, number],
  more: readonly (readonly [text: string, replacement: string])[] = [],
): Promise<RunningProxy> {
  const kind = kinds[name];
  const folder = await mkdtemp(join(tmpdir(), `daybook-${name}-`));
  const place = { folder, plainPort: await freePort(), tlsPort: await freePort(), adminPort: await freePort() };
  // The workers of a proxy run as another user.
  await chmod(folder, 0o755);
  const ca = await makeCertificate(folder);
  let text = await readFile(join(configurations, kind.file), 'utf8');
  const replacements = [
    ...kind.replacements(place),
    ['127.0.0.1:8081', `127.0.0.1:${backendPorts[0]}`] as const,
    ['127.0.0.1:8082', `127.0.0.1:${backendPorts[1]}`] as const,
    ...more,
  ];
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${kind.file} does not contain "${from}".`);
    text = text.replaceAll(from, to);
  }
  const file = join(folder, kind.file);
  await writeFile(file, text);
  const version = await run(kind.program, kind.version);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(kind.program, kind.args(file, folder), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  async function stop(): Promise<void> {
    process.off('exit', kill);
    await end(child);
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await waitForPort(place.tlsPort, child);
  } catch (error) {
    await stop();
    throw new Error(`${name} did not start:\n${output}`, { cause: error });
  }
  const [words = ''] = /\d+\.\d+[.\d]*/.exec(version.stdout + version.stderr) ?? [];
  return { name, version: words, plainPort: place.plainPort, tlsPort: place.tlsPort, ca, stop };
}

async function makeCertificate(folder: string): Promise<string> {
  const [key, crt] = [join(folder, 'daybook.key'), join(folder, 'daybook.crt')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', crt],
  ]);
  const certificate = await readFile(crt, 'utf8');
  await writeFile(join(folder, 'daybook.pem'), certificate + (await readFile(key, 'utf8')));
  return certificate;
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), sleep(1000, false)]).catch(
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(100);
  }
  throw new Error(`Port ${port} is not open; exit code ${child.exitCode}.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  // HAProxy and Caddy wait for open connections; the test has closed its own.
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await exited;
  clearTimeout(timer);
}

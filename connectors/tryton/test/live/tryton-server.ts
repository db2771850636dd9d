import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export type TrytonPlace = { url: string; database: string; user: string; password: string };

/** Where `npm run providers -- tryton` has started the server. */
const env = process.env as Record<string, string | undefined>;
const url = () => env.TRYTON_URL ?? missing();
function missing(): never {
  throw new Error('Run live tests through "npm run providers -- tryton": it starts the server.');
}

/** Creates a database with the books of one company and invoices in every state. */
export async function newBooks(invoices: number): Promise<TrytonPlace> {
  const database = `books_${randomBytes(4).toString('hex')}`;
  await tryton('newdb', database, String(invoices));
  return { url: url(), database, user: 'connector', password: 'Quay7-lamp4Oz' };
}

/** What the server says of itself, such as 6.0.29. */
export async function serverVersion(): Promise<string> {
  const body = JSON.stringify({ id: 1, method: 'common.server.version', params: [] });
  const answer = await fetch(`${url()}/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await answer.json()) as { result: string }).result;
}

export const viewer = { user: 'viewer', password: 'Mist9-ropeUx3' };

export async function tryton(...args: string[]): Promise<string> {
  return (await run(script('start-tryton.sh'), args)).stdout;
}

/** Runs a step of tryton-seed.py. `begun` resolves with its first output. */
export function seed(database: string, ...args: string[]): { begun: Promise<void>; done: Promise<void> } {
  const begun = Promise.withResolvers<void>();
  const done = paths().then(
    ({ config, uri, python }) =>
      new Promise<void>((resolve, reject) => {
        const step = ['-W', 'ignore', script('tryton-seed.py'), '--config', config, '--uri', `${uri}${database}`];
        const child = spawn(python, [...step, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
        child.stdout.once('data', () => begun.resolve());
        child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The seed exited with ${code}.`))));
      }),
  );
  done.catch(begun.reject);
  return { begun: begun.promise, done };
}

async function paths(): Promise<{ config: string; uri: string; python: string }> {
  const told = await tryton('paths');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(told)?.[1] ?? '';
  return { config: value('TRYTON_CONFIG'), uri: value('TRYTON_URI'), python: value('TRYTON_PYTHON') };
}

/** Queries Tryton's database directly, for what no API can do, such as ageing a session. */
export async function inDatabase(database: string, text: string): Promise<pg.QueryResult> {
  const { uri } = await paths();
  const client = new pg.Client({ connectionString: `${uri}${database}` });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** Controls the nginx in front of Tryton, with its limits and timeouts. */
export async function throttle(command: string, settings: Record<string, string> = {}): Promise<void> {
  const [, upstream] = /^http:\/\/(.+)$/.exec(url()) ?? [];
  await run(script('../../../../test/providers/throttle-nginx.sh'), command.split(' '), {
    env: { ...process.env, UPSTREAM: upstream, ...settings },
  });
}

/** How often nginx has answered with each status since it was started. */
export async function throttledStatuses(): Promise<Record<string, number>> {
  const log = await readFile(`${env.THROTTLE_HOME ?? '/var/tmp/throttle-nginx'}/access.log`, 'utf8');
  const statuses: Record<string, number> = {};
  for (const [, status = ''] of log.matchAll(/" (\d{3}) \d+ "/g)) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

export const throttledUrl = `http://127.0.0.1:${env.THROTTLE_PORT ?? '18808'}`;

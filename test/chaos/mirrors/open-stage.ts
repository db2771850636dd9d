import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import type { Cell } from '../../../bench/start-cell.ts';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import type { TestAccount } from '../../harness.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { atExit } from '../at-exit.ts';
import { makeChaosAccount, serveRole, startSandboxCell } from '../sandbox-cell.ts';
import { openWithUndo, type Undo } from '../stage-parts.ts';

/** PostgreSQL, the platform, the API, a worker, and the client's own database, which is another one of the same server. */
export type Stage = {
  cell: Cell;
  control: ReturnType<typeof controlSandbox>;
  account: TestAccount;
  url: string;
  /** A connection to the client's database, to damage, to watch and to compare. */
  target: pg.Client;
  /** Kills the API with -9 and starts it again at the same address. */
  restartApi(): Promise<void>;
  startMirror(options?: readonly string[]): MirrorProcess;
  close(): Promise<void>;
};

export type MirrorProcess = { child: ChildProcess; output(): string; exited: Promise<unknown> };

export const schema = 'books';
export const mirrored = ['invoices', 'bills', 'customers', 'items'];

const root = join(import.meta.dirname, '../../..');
const secretKeys = `chaos:${Buffer.alloc(32, 9).toString('base64')}`;

export function openStage(): Promise<Stage> {
  return openWithUndo(open);
}

async function open(undo: Undo): Promise<Omit<Stage, 'close'>> {
  const { cell, sandbox } = await startSandboxCell(undo);
  const port = await freePort();
  const serveApi = (): Promise<ServerProcess> =>
    startServerProcess({
      databaseUrl: cell.databaseUrl,
      port,
      secretKeys,
      env: {
        DAYBOOK_ROLE: 'api',
        DAYBOOK_SANDBOX_URL: sandbox.url,
        DAYBOOK_DATABASE_UPGRADE: 'manual',
        DAYBOOK_COSTLY_READS_AT_ONCE: '1000',
        DAYBOOK_REQUESTS_PER_MINUTE: '1000000',
        DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000',
      },
    });
  let api = await serveApi();
  undo.push(() => api.kill());
  const worker = await serveRole(cell, sandbox.url, 'worker');
  undo.push(() => worker.kill());
  const account = await makeChaosAccount(cell, api.url);
  await cell.base.db.pool.query('create database mirror');
  const targetUrl = cell.postgres.url('mirror');
  const target = new pg.Client(targetUrl);
  target.on('error', () => {});
  await target.connect();
  undo.push(() => target.end());
  return {
    cell,
    control: controlSandbox(sandbox.url),
    account,
    url: api.url,
    target,
    async restartApi() {
      await api.kill();
      api = await serveApi();
    },
    startMirror(options = []) {
      const args = ['mirror', targetUrl, '--schema', schema, '--types', mirrored.join(','), ...options];
      const child = spawn(process.execPath, [join(root, 'src/main.ts'), ...args], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          DAYBOOK_API_URL: api.url,
          DAYBOOK_API_KEY: account.key,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const forget = atExit(() => void child.kill('SIGKILL'));
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      return { child, output: () => output, exited: once(child, 'close').finally(forget) };
    },
  };
}

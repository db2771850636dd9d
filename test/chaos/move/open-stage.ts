import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type LocalPostgres, startEmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '../../start-server-process.ts';
import { waitFor } from '../../wait-for.ts';
import { atExit } from '../at-exit.ts';
import type { Noted } from '../migrations/receiver.ts';
import { secretKeys as keysOfA, openWithUndo, runJson, stageLimits, startHere, type Undo } from '../stage-parts.ts';
import type { RunCommand } from '../upgrade/make-accounts.ts';
import { type Router, startRouter } from './router.ts';

/** Two cells, each with its own PostgreSQL and its own keys, a platform, a receiver of webhooks and a router. */
export type CellName = 'a' | 'b';
export type Kind = 'api' | 'worker' | 'postgres';

export type Cell = {
  name: CellName;
  databaseUrl: string;
  url: string;
  /** Sends SIGKILL, and starts it again. */
  crash(kind: Kind): Promise<void>;
};

export type Stage = {
  cells: Record<CellName, Cell>;
  databaseUrl: string;
  sandboxUrl: string;
  router: Router;
  receiver(name: string): string;
  noted(): Promise<Noted[]>;
  command: RunCommand;
  /** Starts `daybook account move` in the cell that has the account. */
  move(accountId: string, from: CellName): Move;
  close(): Promise<void>;
};

/** `ended` has the report, or undefined if the command failed or was killed. */
export type Move = {
  kill(): void;
  ended: Promise<{ pausedMs?: number; isFinishedNow: boolean } | undefined>;
  errors(): string;
};

const keysOfB = `other:${Buffer.alloc(32, 5).toString('base64')}`;
const keys = { a: keysOfA, b: keysOfB };
const root = join(import.meta.dirname, '../../..');
const inherited = () => ({ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE });

export const openStage = () => openWithUndo(open);

async function open(undo: Undo): Promise<Omit<Stage, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-move-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const [sandboxPort, receiverPort] = [await freePort(), await freePort()];
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  startHere(['src/main.ts', 'sandbox', '--port', String(sandboxPort)], {}, undo);
  startHere(['test/chaos/migrations/receiver.ts'], { PORT: String(receiverPort) }, undo);
  const ports = { a: await freePort(), b: await freePort() };
  const list = `a=http://127.0.0.1:${ports.a},b=http://127.0.0.1:${ports.b}`;
  const cellsKey = Buffer.alloc(32, 3).toString('base64');
  const start = (name: CellName) => startOne(name, { folder, port: ports[name], sandboxUrl, list, cellsKey, undo });
  const cells = { a: await start('a'), b: await start('b') };
  await waitFor(() =>
    fetch(`${sandboxUrl}/control/stats`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const router = await startRouter(() => cells.a.url);
  undo.push(() => router.stop());

  function move(accountId: string, from: CellName): Move {
    const to = from === 'a' ? 'b' : 'a';
    const child = spawn(process.execPath, ['src/main.ts', 'account', 'move', accountId, '--to', to, '--json'], {
      cwd: root,
      env: {
        ...inherited(),
        DAYBOOK_CELL: from,
        DAYBOOK_CELLS: list,
        DAYBOOK_CELLS_KEY: cellsKey,
        DAYBOOK_DATABASE_URL: cells[from].databaseUrl,
        DAYBOOK_SECRET_KEYS: keys[from],
        DAYBOOK_MOVE_DATABASE_URL: cells[to].databaseUrl,
        DAYBOOK_MOVE_SECRET_KEYS: keys[to],
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (errors += chunk));
    const ended = once(child, 'close').then(([code]) => (code === 0 ? JSON.parse(out) : undefined));
    atExit(() => void child.kill('SIGKILL'));
    return { kill: () => void child.kill('SIGKILL'), ended, errors: () => errors };
  }

  const { databaseUrl } = cells.a;
  return {
    ...{ cells, databaseUrl, sandboxUrl, router, move },
    receiver: (name) => `http://127.0.0.1:${receiverPort}/c/${name}`,
    noted: async () => (await fetch(`http://127.0.0.1:${receiverPort}/log`)).json() as Promise<Noted[]>,
    command: (args, input = '') => runJson({ databaseUrl, withinMs: 120_000 }, args, input),
  };
}

type Given = { folder: string; port: number; sandboxUrl: string; list: string; cellsKey: string; undo: Undo };

async function startOne(name: CellName, { folder, port, sandboxUrl, list, cellsKey, undo }: Given): Promise<Cell> {
  const postgres: LocalPostgres = await startEmbeddedPostgres({ folder: join(folder, name), durable: true });
  undo.push(() => postgres.stop());
  const databaseUrl = postgres.url('postgres');
  await runJson({ databaseUrl, withinMs: 120_000 }, ['db', 'upgrade'], '');
  const running: Partial<Record<'api' | 'worker', ServerProcess>> = {};
  const own = { api: port, worker: await freePort() };
  const serve = async (role: 'api' | 'worker') => {
    const env = {
      ...stageLimits,
      DAYBOOK_SANDBOX_URL: sandboxUrl,
      DAYBOOK_ROLE: role,
      DAYBOOK_CELL: name,
      DAYBOOK_CELLS: list,
      DAYBOOK_CELLS_KEY: cellsKey,
      DAYBOOK_BASE_URL: 'http://daybook.test',
    };
    running[role] = await startServerProcess({ databaseUrl, port: own[role], secretKeys: keys[name], env });
  };
  undo.push(() => Promise.all(Object.values(running).map((process) => process.kill())));
  atExit(() => {
    for (const process of Object.values(running)) process.child.kill('SIGKILL');
  });
  await Promise.all([serve('api'), serve('worker')]);
  return {
    name,
    databaseUrl,
    url: `http://127.0.0.1:${port}`,
    async crash(kind) {
      if (kind === 'postgres') {
        await postgres.kill();
        await postgres.start();
      } else {
        await running[kind]?.kill();
        await serve(kind);
      }
    },
  };
}

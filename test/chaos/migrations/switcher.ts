import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, secretKeys } from '../deliveries/open-stage.ts';

/** Applies and rolls back in a process that can be killed in the middle; after a kill, the command is repeated. */
export type Switcher = {
  /** Returns how long it took in ms, without the start of the process. */
  ask(command: string): Promise<number>;
  /** Kills the process `afterMs` after the command: whether it was carried out is then unknown. */
  askAndKill(command: string, afterMs: number): Promise<void>;
  stop(): Promise<void>;
};

type Running = { child: ChildProcess; answers: string[] };

const answeredWithinMs = 60_000;

export function createSwitcher({ root, databaseUrl }: { root: string; databaseUrl: string }): Switcher {
  let running: Running | undefined;

  async function start(): Promise<Running> {
    const child = spawn(process.execPath, ['test/chaos/migrations/switching-process.ts'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        DAYBOOK_DATABASE_URL: databaseUrl,
        DAYBOOK_DATABASE_POOL_SIZE: '2',
        DAYBOOK_SECRET_KEYS: secretKeys,
        DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const answers: string[] = [];
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => void answers.push(line));
    child.stdin?.on('error', () => {});
    const one = { child, answers };
    await answer(one);
    return one;
  }
  const isAlive = ({ child }: Running) => child.exitCode === null && child.signalCode === null;
  async function answer(one: Running): Promise<string> {
    const until = Date.now() + answeredWithinMs;
    while (one.answers.length === 0 && isAlive(one) && Date.now() < until) await sleep(2);
    return one.answers.shift() ?? 'no answer';
  }
  async function send(command: string): Promise<Running> {
    if (!running || !isAlive(running)) running = await start();
    running.child.stdin?.write(`${command}\n`);
    return running;
  }

  return {
    async ask(command) {
      if (!running || !isAlive(running)) running = await start();
      const from = performance.now();
      const said = await answer(await send(command));
      if (said !== 'done') throw new Error(`${command}: ${said}`);
      return performance.now() - from;
    },
    async askAndKill(command, afterMs) {
      const { child } = await send(command);
      await sleep(afterMs);
      await endChild(child);
    },
    async stop() {
      if (running) await endChild(running.child);
    },
  };
}

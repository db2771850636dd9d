import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The real program in a separate process, for tests that kill it or need several processes. */
export type ServerProcess = {
  url: string;
  child: ChildProcess;
  /** The end of its output, for error messages. */
  output(): string;
  /** Sends SIGTERM, then SIGKILL if the process does not exit in time. */
  stop(): Promise<void>;
  /** Sends SIGKILL, so that the process cannot clean up. */
  kill(): Promise<void>;
};

const root = join(import.meta.dirname, '..');
/** Only bounds a failure: on a starved machine a start took longer than 30 s. */
const readyWithinMs = 120_000;
const stopWithinMs = 30_000;
const outputKept = 20_000;

export async function startServerProcess(options: {
  databaseUrl: string;
  port: number;
  secretKeys: string;
  env?: Record<string, string>;
  cwd?: string;
  /** The folder of the program, if it is not the one of this repository. */
  program?: string;
}): Promise<ServerProcess> {
  const url = `http://127.0.0.1:${options.port}`;
  const program = options.program ?? root;
  const child = spawn(process.execPath, [join(program, 'src/main.ts'), 'serve'], {
    cwd: options.cwd ?? program,
    env: {
      // Do not pass on the whole environment: the program does not start with an unknown DAYBOOK_ variable.
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DAYBOOK_DATABASE_URL: options.databaseUrl,
      DAYBOOK_SECRET_KEYS: options.secretKeys,
      DAYBOOK_PORT: String(options.port),
      DAYBOOK_HOST: '127.0.0.1',
      DAYBOOK_BASE_URL: url,
      DAYBOOK_LOG_LEVEL: 'warn',
      DAYBOOK_STOP_DELAY_MS: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-outputKept);
    });
  }
  const exited = once(child, 'exit');
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await exited;
  }
  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await exited;
    clearTimeout(timer);
  }
  const server: ServerProcess = { url, child, output: () => output, stop, kill };
  try {
    await waitUntilReady(server);
  } catch (error) {
    await kill();
    throw error;
  }
  return server;
}

async function waitUntilReady({ url, child, output }: ServerProcess): Promise<void> {
  for (const until = Date.now() + readyWithinMs; Date.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}:\n${output()}`);
    const isReady = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The server was not ready within ${readyWithinMs} ms:\n${output()}`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A program of a guide that runs while the following blocks are executed, such as a receiver of webhooks. */
export type Background = { waitFor(line: string): Promise<void>; stop(): Promise<void> };

const limitMs = 30_000;

/** Starts the block in a folder and waits for its first line. */
export async function startBackground(code: string, env: Record<string, string>, cwd: string): Promise<Background> {
  const child: ChildProcess = spawn('bash', ['-euo', 'pipefail', '-c', `exec ${code.trim()}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const waitFor = async (line: string) => {
    for (const untilMs = Date.now() + limitMs; Date.now() < untilMs && child.exitCode === null; ) {
      if (output.includes(line)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The program did not print "${line}". It printed:\n${output.slice(-2000)}`);
  };
  const stop = async () => {
    child.kill();
    await ended;
  };
  try {
    await waitFor('\n');
  } catch (error) {
    await stop();
    throw error;
  }
  return { waitFor, stop };
}

/** A port that no program uses: the one that a guide names may be in use. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

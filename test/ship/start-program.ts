import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../wait-for.ts';

/** A program that was started with nothing but the given environment, as a stranger would start it. */
export type StartedProgram = {
  output(): string;
  /** Waits until the address responds with 200, and returns the seconds since the start. */
  ready(url: string): Promise<number>;
  /** Waits until the output has the text. */
  printed(text: string): Promise<void>;
  /** Sends SIGINT, and SIGKILL if the program does not exit in time. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Waits for the program to exit by itself. */
  exited(): Promise<number | null>;
};

const readyWithinMs = 120_000;
const stopWithinMs = 30_000;

export function startProgram(file: string, args: string[], env: Record<string, string>): StartedProgram {
  const began = performance.now();
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const closed = once(child, 'close');
  const exited = async () => {
    await closed;
    return child.exitCode;
  };
  return {
    output: () => output,
    async ready(url) {
      while (performance.now() - began < readyWithinMs) {
        if (child.exitCode !== null) throw new Error(`${file} exited with ${child.exitCode}:\n${output}`);
        const isReady = await fetch(url).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return (performance.now() - began) / 1000;
        await sleep(20);
      }
      throw new Error(`${file} was not ready within ${readyWithinMs / 1000} s:\n${output}`);
    },
    printed: (text) => waitFor(() => output.includes(text)),
    async stop() {
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      const code = await exited();
      clearTimeout(timer);
      return code;
    },
    exited,
  };
}

/** Sets a password with the link that `daybook start` has printed. Returns whether the person is then an operator. */
export async function useLink(output: string): Promise<boolean> {
  const [link, origin, token] = /(https?:\/\/[^/\s]+)\/portal\/invitations\/([\w-]+)/.exec(output) ?? [];
  if (link === undefined) return false;
  const answer = await fetch(`${origin}/invitations/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: origin ?? '' },
    body: JSON.stringify({ password: 'plum harbour ninety kites' }),
  });
  const { person } = (await answer.json()) as { person?: { isOperator: boolean } };
  return answer.status === 200 && person?.isOperator === true;
}

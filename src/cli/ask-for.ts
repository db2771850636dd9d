import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './command.ts';

/** Prompts at the terminal. A secret is not echoed while it is typed. */
export async function askFor(question: string, { isSecret }: { isSecret: boolean }): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`Cannot prompt for ${question}: standard input is not a terminal.`);
  process.stderr.write(`${question}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
  try {
    return (await asking.question('')).trim();
  } finally {
    asking.close();
    if (isSecret) process.stderr.write('\n');
  }
}

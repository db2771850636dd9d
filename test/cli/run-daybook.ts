import assert from 'node:assert/strict';
import { runCommand } from '../../src/cli/run-command.ts';
import { testSecretKeys } from '../harness.ts';

export type Ended = { code: number; out: string; err: string };

/** Runs an operator command on a database as the program does, and captures its output. */
export async function runDaybook(
  databaseUrl: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand({
    args,
    env: { DAYBOOK_DATABASE_URL: databaseUrl, DAYBOOK_SECRET_KEYS: testSecretKeys, ...env },
    print: (text) => out.push(text),
    printError: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs a command with `--json`, requires success and returns the parsed output. */
export async function runForJson(databaseUrl: string, args: string[], env: Record<string, string> = {}) {
  const { code, out, err } = await runDaybook(databaseUrl, [...args, '--json'], env);
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

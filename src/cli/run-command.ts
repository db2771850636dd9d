import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';
import type { Env } from '../config/env.ts';
import { version } from '../context.ts';
import { SchemaMismatch } from '../db/upgrade.ts';
import { ApiError } from '../errors.ts';
import { type Command, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, programHelp } from './help.ts';
import { recordCommand } from './record-command.ts';

type Terminal = { args: string[]; env: Env; print: (text: string) => void; printError: (text: string) => void };

/** Finds and runs a command; answers with the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCommand({ args, env, print, printError }: Terminal): Promise<number> {
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help' || args[0] === '-h') {
    print(programHelp(commands));
    return 0;
  }
  if (args[0] === '--version') {
    print(version);
    return 0;
  }
  const command = findCommand(args);
  if (!command) {
    printError(`There is no command "${args.slice(0, 2).join(' ')}".\n\n${programHelp(commands)}`);
    return 2;
  }
  try {
    const rest = args.slice(command.name.split(' ').length);
    if (rest.includes('--help') || rest.includes('-h')) {
      print(commandHelp(command));
      return 0;
    }
    const { positionals, values } = readArgs(command, rest);
    const { json, ...options } = values;
    const input = { env, positionals, options, print };
    const result = await command.run(input);
    if (result) print(json ? JSON.stringify(result.data, null, 2) : result.text);
    await recordCommand(command, input, result?.data).catch((error) =>
      printError(`It is done, but does not stand in the audit trail: ${explain(error)}`),
    );
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      printError(`${error.message}\n\n${commandHelp(command)}`);
      return 2;
    }
    printError(explain(error));
    return 1;
  }
}

function findCommand(args: string[]): Command | undefined {
  const named = (words: number) => commands.find((command) => command.name === args.slice(0, words).join(' '));
  return named(3) ?? named(2) ?? named(1);
}

function readArgs(command: Command, args: string[]) {
  const options = { ...command.options, json: { type: 'boolean' as const } };
  let parsed: { positionals: string[]; values: Record<string, string | boolean | (string | boolean)[] | undefined> };
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const wanted = command.positionals ?? [];
  if (parsed.positionals.length !== wanted.length) {
    throw new UsageError(
      wanted.length
        ? `"daybook ${command.name}" needs ${wanted.join(' ')}.`
        : `"daybook ${command.name}" takes no further words.`,
    );
  }
  return parsed;
}

/** What to do about it, without a stack trace where the cause is known. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof SchemaMismatch || error instanceof ApiError)
    return error.message;
  const { code, message = String(error) } = error as { code?: string; message?: string };
  if (code === 'ECONNREFUSED')
    return 'PostgreSQL cannot be reached. Is it running, and is DAYBOOK_DATABASE_URL right? ("daybook config" shows it)';
  if (code === '42P01') return `The database has no Daybook schema yet (${message}). Run "daybook db upgrade".`;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL refuses the login: ${message}. Check the user and password in DAYBOOK_DATABASE_URL.`;
  return error instanceof Error ? (error.stack ?? message) : message;
}

import { parseArgs } from 'node:util';
import { ApiError } from '../base/errors.ts';
import { ConfigError } from '../config/config.ts';
import type { Env } from '../config/env.ts';
import { version } from '../context.ts';
import { SchemaMismatch } from '../db/upgrade.ts';
import { type Command, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, programHelp } from './help.ts';
import { trailOf } from './record-command.ts';

type Terminal = { args: string[]; env: Env; print: (text: string) => void; printError: (text: string) => void };

/** Finds and runs a command. Returns the exit code: 0 for success, 1 for failure, 2 for wrong usage. */
export async function runCommand({ args, env, print, printError }: Terminal): Promise<number> {
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h') {
    print(programHelp(commands));
    return 0;
  }
  if (args[0] === 'help') {
    const words = args.slice(1);
    return runCommand({ args: words.length > 0 ? [...words, '--help'] : [], env, print, printError });
  }
  if (args[0] === '--version') {
    print(version);
    return 0;
  }
  const command = findCommand(args);
  if (!command) return showGroup({ args, print, printError });
  try {
    const rest = args.slice(command.name.split(' ').length);
    if (asksForHelp(rest)) {
      print(commandHelp(command));
      return 0;
    }
    const { positionals, values } = readArgs(command, rest);
    const { json, ...options } = values;
    const trail = trailOf(command, positionals);
    const input = { env, positionals, options, print, keep: trail.keep, begin: trail.begin };
    const result = await command.run(input);
    if (result) print(json ? JSON.stringify(result.data, null, 2) : result.text);
    trail.requireWritten(result);
    await trail
      .end(input, result)
      .catch((error) => printError(`The command succeeded, but the audit log shows only its start: ${explain(error)}`));
    return result?.exitCode ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      printError(`${error.message}\n\n${commandHelp(command)}`);
      return 2;
    }
    printError(explain(error));
    return 1;
  }
}

/**
 * Handles words that name no command. Lists the commands that start with these words. If there are none, lists the
 * commands that start with the first word, or else all commands.
 */
function showGroup({ args, print, printError }: Omit<Terminal, 'env'>): number {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const begunBy = (first: string[]) => commands.filter(({ name }) => name.startsWith(`${first.join(' ')} `));
  const group = begunBy(words);
  if (group.length > 0 && asksForHelp(args)) {
    print(programHelp(group));
    return 0;
  }
  const near = [group, begunBy(words.slice(0, 1)), commands].find((some) => some.length > 0) ?? commands;
  const called = (words.length > 0 ? words : args).slice(0, 3).join(' ');
  const wrong = group.length > 0 ? `"${called}" is not a complete command.` : `There is no command "${called}".`;
  printError(`${wrong}\n\n${programHelp(near)}`);
  return 2;
}

function asksForHelp(args: string[]): boolean {
  return args.includes('--help') || args.includes('-h');
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
    const { code, message } = error as Error & { code?: string };
    // Node's message also explains how to pass an argument that starts with "-", which does not help here.
    throw new UsageError(code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? `${message.split('. ')[0]}.` : message);
  }
  const wanted = command.positionals ?? [];
  if (wanted.length > 0 && parsed.positionals.length > wanted.length)
    throw new UsageError(
      `"daybook ${command.name}" takes only ${wanted.join(' ')}. Put quotes around a value that contains spaces.`,
    );
  if (parsed.positionals.length !== wanted.length) {
    throw new UsageError(
      wanted.length
        ? `"daybook ${command.name}" needs ${wanted.join(' ')}.`
        : `"daybook ${command.name}" takes no arguments.`,
    );
  }
  return parsed;
}

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Explains a known cause and what to do about it; otherwise returns the stack trace. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof SchemaMismatch || error instanceof ApiError)
    return error.message;
  const { code, message = String(error) } = error as { code?: string; message?: string };
  if (code !== undefined && unreachable.includes(code))
    return 'PostgreSQL cannot be reached. Check that it is running and that DAYBOOK_DATABASE_URL is correct ("daybook config" shows it).';
  if (code === '42P01') return `The database has no Daybook schema yet (${message}). Run "daybook db upgrade".`;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL rejected the login: ${message}. Check the user and password in DAYBOOK_DATABASE_URL.`;
  if (code === '3D000')
    return `The database does not exist: ${message}. Create it, or name another database in DAYBOOK_DATABASE_URL.`;
  const { constraint = '' } = error as { constraint?: string };
  if (code === '23503' && constraint.endsWith('_account_id_fkey'))
    return 'Not found: there is no such account. "daybook account list" shows all accounts.';
  return error instanceof Error ? (error.stack ?? message) : message;
}

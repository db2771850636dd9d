import { parseArgs } from 'node:util';
import { version } from '../base/version.ts';
import type { Env } from '../config/env.ts';
import { type CommandDescription, UsageError } from './command.ts';
import { commands, type ListedCommand } from './commands.ts';
import { commandHelp, optionsOf, programHelp } from './help.ts';
import { findNearest } from './nearest.ts';

type Terminal = { args: string[]; env: Env; print: (text: string) => void; printError: (text: string) => void };

/**
 * Finds and runs a command. Returns the exit code: 0 for success, 1 for failure, 2 for wrong usage. This file imports
 * only what help needs; a command is loaded when it runs.
 */
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
    const { executeCommand } = await import('./execute-command.ts');
    const input = { env, positionals, options, print, commands };
    return await executeCommand(command, input, { asJson: json === true, printError });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printError(`${error.message}\n\n${commandHelp(command)}`);
    return 2;
  }
}

/**
 * Handles words that name no command: suggests the nearest command, and lists the commands that start with these words.
 * If there are none, lists the commands that start with the first word, or else all commands.
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
  const wrong =
    group.length > 0 ? `"${called}" is not a complete command.` : `There is no command "${called}".${suggest(words)}`;
  printError(`${wrong}\n\n${programHelp(near)}`);
  return 2;
}

/** Compares each name with as many typed words as the name has, because arguments may follow a misspelt command. */
function suggest(words: string[]): string {
  const names = commands.map(({ name }) => name);
  const groups = names.flatMap((name) => name.split(' ').map((_, at, all) => all.slice(0, at + 1).join(' ')));
  const nearestOf = (some: string[]) =>
    findNearest(some.map((name) => ({ name, typed: words.slice(0, name.split(' ').length).join(' ') })));
  const nearest = nearestOf(names) ?? nearestOf(groups);
  return nearest === undefined ? '' : ` Did you mean "daybook ${nearest}"?`;
}

function asksForHelp(args: string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

function findCommand(args: string[]): ListedCommand | undefined {
  const named = (words: number) => commands.find((command) => command.name === args.slice(0, words).join(' '));
  return named(3) ?? named(2) ?? named(1);
}

function readArgs(command: CommandDescription, args: string[]) {
  const options = { ...command.options, json: { type: 'boolean' as const } };
  let parsed: { positionals: string[]; values: Record<string, string | boolean | (string | boolean)[] | undefined> };
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(message);
    // Node's message also explains how to pass an argument that starts with "-", which does not help here.
    throw new UsageError(`${message.split('. ')[0]}.${suggestOption(command, message)}`);
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

function suggestOption(command: CommandDescription, message: string): string {
  const typed = /'--([^'=]+)/.exec(message)?.[1];
  if (typed === undefined) return '';
  const nearest = findNearest(Object.keys({ ...optionsOf(command), help: '' }).map((name) => ({ name, typed })));
  return nearest === undefined ? '' : ` Did you mean --${nearest}?`;
}

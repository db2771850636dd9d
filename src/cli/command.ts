import type { ParseArgsConfig } from 'node:util';
import type { Transaction } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Env } from '../config/env.ts';
import type { Tables } from '../db/tables.ts';

/** A command of the `daybook` program. Help, shell completion and the man page are generated from these fields. */
export type CommandDescription = {
  /** The words that the operator types, such as `key create`. */
  name: string;
  summary: string;
  /** Required arguments after the name, such as `ACCOUNT_ID`. */
  positionals?: string[];
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Help text by option name. */
  optionHelp?: Record<string, string>;
  examples: string[];
};

export type Command = CommandDescription & { run(input: CommandInput): Promise<CommandResult> };

export type CommandInput = {
  env: Env;
  positionals: string[];
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
  print: (text: string) => void;
  /** All commands of the program. The commands that print help, completion scripts and the man page need them. */
  commands: readonly CommandDescription[];
  /** Writes the command's audit row in the database transaction that makes its change (record-command.ts). */
  keep: Keep;
  /** Like `keep`, but for a command that uses several database transactions. Call it in or before the first of them. */
  begin: Keep;
};

/**
 * `accountId` is the account whose audit log gets the row, or `noAccount` for the operator's own audit log. `data`
 * describes the change.
 */
export type Kept = { accountId: string; data: object };
export type Keep = (base: { clock: Clock }, tx: Transaction<Tables>, kept: Kept) => Promise<void>;

/**
 * With `--json`, `data` is printed; otherwise, `text` is printed. `exitCode` is 1 for a check that found a problem.
 * `isUnchanged` is true if the command could have made changes but made none. Such a run needs no audit row.
 */
export type CommandResult = { data: unknown; text: string; exitCode?: number; isUnchanged?: boolean } | undefined;

/** An id for the examples in help texts. */
export const exampleId = '019a0000-0000-7000-8000-000000000000';

/** The command was called in a wrong way. The message is printed together with the command's help. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
}

export function numberOption(
  input: CommandInput,
  name: string,
  { fallback, min = 1, max }: { fallback: number; min?: number; max: number },
): number {
  const text = textOption(input, name);
  const value = text === undefined ? fallback : Number(text);
  if (text !== undefined && (!/^\d+$/.test(text) || value < min || value > max))
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  return value;
}

export function oneOf<const T extends string>(value: string, choices: readonly T[], name: string): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
  return found;
}

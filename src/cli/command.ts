import type { ParseArgsConfig } from 'node:util';
import type { Transaction } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Env } from '../config/env.ts';
import type { Tables } from '../db/tables.ts';

/** A command of the program `daybook`. Its help is written from this. */
export type Command = {
  /** As typed: `key create`. */
  name: string;
  summary: string;
  /** What stands after the name: `ACCOUNT_ID`. */
  positionals?: string[];
  options?: NonNullable<ParseArgsConfig['options']>;
  /** What each option is for. */
  optionHelp?: Record<string, string>;
  examples: string[];
  run(input: CommandInput): Promise<CommandResult>;
};

export type CommandInput = {
  env: Env;
  positionals: string[];
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
  print: (text: string) => void;
  /** Writes the command's row of the trail, in the transaction of its change (record-command.ts). */
  keep: Keep;
  /** The same for a command of many transactions: in or before the first of them. */
  begin: Keep;
};

/** `accountId`: in whose trail; `noAccount` for the operator's own. `data`: what has changed. */
export type Kept = { accountId: string; data: object };
export type Keep = (base: { clock: Clock }, tx: Transaction<Tables>, kept: Kept) => Promise<void>;

/**
 * `data` is what `--json` prints; `text` is for people. `exitCode`: 1 for a check that found something. `isUnchanged`: of a
 * command that can change something, and has only looked.
 */
export type CommandResult = { data: unknown; text: string; exitCode?: number; isUnchanged?: boolean } | undefined;

/** A mistake in how the command was called; printed with the command's help. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
}

export function oneOf<const T extends string>(value: string, choices: readonly T[], name: string): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
  return found;
}

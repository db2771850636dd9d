import { ApiError } from '../base/errors.ts';
import { ConfigError } from '../config/config.ts';
import { SchemaMismatch } from '../db/upgrade.ts';
import { type CommandInput, UsageError } from './command.ts';
import type { ListedCommand } from './commands.ts';
import { trailOf } from './record-command.ts';

/** Loads and runs a command, prints its result and completes its audit rows. Throws only for wrong usage. */
export async function executeCommand(
  listed: ListedCommand,
  given: Omit<CommandInput, 'keep' | 'begin'>,
  { asJson, printError }: { asJson: boolean; printError: (text: string) => void },
): Promise<number> {
  try {
    const command = await listed.load();
    const trail = trailOf(command, given.positionals);
    const input = { ...given, keep: trail.keep, begin: trail.begin };
    const result = await command.run(input);
    if (result) given.print(asJson ? JSON.stringify(result.data, null, 2) : result.text);
    trail.requireWritten(result);
    await trail
      .end(input, result)
      .catch((error) => printError(`The command succeeded, but the audit log shows only its start: ${explain(error)}`));
    return result?.exitCode ?? 0;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    printError(explain(error));
    return 1;
  }
}

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * For an error with a known cause, returns the cause and what to do about it. For other errors, returns the stack trace
 * and the causes.
 */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof SchemaMismatch || error instanceof ApiError)
    return error.message;
  const { code, message = String(error) } = error as { code?: string; message?: string };
  if (code !== undefined && unreachable.includes(code))
    return 'PostgreSQL cannot be reached. Check that it is running and that DAYBOOK_DATABASE_URL is correct ("daybook config" shows it).';
  if (code === 'EADDRINUSE')
    return `Another program uses the port: ${message}. Stop it, or set DAYBOOK_PORT to a free port.`;
  if (code === '42P01') return `The database has no Daybook schema yet (${message}). Run "daybook db upgrade".`;
  if (code === '28P01' || code === '28000')
    return `PostgreSQL rejected the login: ${message}. Check the user and password in DAYBOOK_DATABASE_URL.`;
  if (code === '3D000')
    return `The database does not exist: ${message}. Create it, or name another database in DAYBOOK_DATABASE_URL.`;
  const { constraint = '' } = error as { constraint?: string };
  if (code === '23503' && constraint.endsWith('_account_id_fkey'))
    return 'Not found: there is no such account. "daybook account list" shows all accounts.';
  return error instanceof Error ? `${error.stack ?? message}${causesOf(error)}` : message;
}

/** A failed schema change, for example, has PostgreSQL's error as its cause. */
function causesOf({ cause }: Error): string {
  return cause instanceof Error ? `\nCaused by: ${cause.message}${causesOf(cause)}` : '';
}

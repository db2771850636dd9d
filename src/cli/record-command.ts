import type { Transaction } from 'kysely';
import { textIn } from '../audit/record-change.ts';
import { commandLine, writeAudit } from '../audit/write-audit.ts';
import type { Clock } from '../base/clock.ts';
import type { Tables } from '../db/tables.ts';
import { noAccount } from '../http/access/principal.ts';
import type { CommandDescription, CommandInput, CommandResult, Keep, Kept } from './command.ts';
import { withBase } from './with-base.ts';

/**
 * Maps each command that changes something to the kind of object that it changes. Each of these commands writes a row
 * to the audit log.
 */
export const recordedCommands: Record<string, string> = {
  'account create': 'account',
  'account set': 'account',
  'account move': 'cell',
  'key create': 'apiKey',
  'key delete': 'apiKey',
  'sync retry': 'sync',
  'sync cancel': 'sync',
  'push retry': 'push',
  'webhooks create': 'consumer',
  'webhooks enable': 'consumer',
  'webhooks disable': 'consumer',
  'webhooks rotate': 'consumer',
  'webhooks test': 'consumer',
  'webhooks resend': 'message',
  'webhooks retry': 'consumer',
  'webhooks recover': 'consumer',
  'webhooks replay': 'consumer',
  'webhooks migration declare': 'migration',
  'webhooks migration request': 'migration',
  'webhooks migration rehearse': 'migration',
  'webhooks migration apply': 'migration',
  'webhooks migration rollback': 'migration',
  'maintenance on': 'cell',
  'maintenance off': 'cell',
  'secrets reseal': 'cell',
  'proof rotate-key': 'cell',
  'db check': 'cell',
};

/**
 * Writes the audit rows of one command run. They go to the audit log of the affected account or, if no account is
 * affected, to the operator's own audit log. A command calls `keep` in the database transaction that makes its change,
 * so that nothing changes if the row cannot be written. A command that uses several database transactions calls `begin`
 * in or before the first of them. A second row then records the result of the command.
 */
export function trailOf(command: CommandDescription, positionals: string[]) {
  const kind = recordedCommands[command.name];
  let written: 'nothing' | 'begun' | 'all' = 'nothing';
  let begunIn = noAccount;

  async function write(base: { clock: Clock }, tx: Transaction<Tables>, { accountId, data }: Kept): Promise<void> {
    if (kind === undefined) throw new Error(`"daybook ${command.name}" is missing from recordedCommands.`);
    await writeAudit(base, tx, {
      accountId,
      actor: commandLine,
      operation: `daybook ${command.name}`,
      subject: {
        kind,
        id: textIn(data, `${kind}Id`) ?? textIn(data, kind) ?? positionals.at(-1),
        name: textIn(data, 'name'),
      },
      after: data,
    });
  }
  const keep: Keep = async (base, tx, kept) => {
    await write(base, tx, kept);
    written = 'all';
  };
  const begin: Keep = async (base, tx, { accountId, data }) => {
    await write(base, tx, { accountId, data: { begun: true, ...data } });
    written = 'begun';
    begunIn = accountId;
  };

  /**
   * Throws if the command has changed something without writing an audit row. That is a bug, which the command's test
   * finds.
   */
  function requireWritten(result: CommandResult): void {
    if (kind !== undefined && written === 'nothing' && !result?.isUnchanged)
      throw new Error(`"daybook ${command.name}" changed something without calling input.keep.`);
  }

  async function end(input: CommandInput, result: CommandResult): Promise<void> {
    if (written !== 'begun') return;
    const kept = { accountId: begunIn, data: (result?.data ?? {}) as object };
    await withBase(input, (base) => base.db.transaction(begunIn, (tx) => write(base, tx, kept)));
  }
  return { keep, begin, requireWritten, end };
}

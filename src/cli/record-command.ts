import { commandLine, writeAudit } from '../audit/write-audit.ts';
import { noAccount } from '../http/principal.ts';
import { isUuid } from '../ids.ts';
import type { Command, CommandInput } from './command.ts';
import { withBase } from './with-base.ts';

/** Commands that change something, and what: each leaves a row in the audit trail once it is done. */
export const recordedCommands: Record<string, string> = {
  'account create': 'account',
  'account set': 'account',
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
  'db check': 'cell',
};

/** In the trail of the account that it was about, where the command or its result names one; else in the operator's own. */
export async function recordCommand(command: Command, input: CommandInput, data: unknown): Promise<void> {
  const kind = recordedCommands[command.name];
  if (kind === undefined || input.options['dry-run'] === true || input.options.report === true) return;
  if (command.name === 'db check' && !input.options.repair && !input.options.restored) return;
  const named = Object.fromEntries((command.positionals ?? []).map((name, index) => [name, input.positionals[index]]));
  const accountId = [named.ACCOUNT_ID, textIn(data, 'accountId'), textIn(data, 'account')].find(
    (text) => text !== undefined && isUuid(text),
  );
  const subjectId = textIn(data, `${kind}Id`) ?? textIn(data, kind) ?? input.positionals.at(-1);
  await withBase(input, (base) =>
    base.db.transaction(accountId ?? noAccount, (tx) =>
      writeAudit(base, tx, {
        accountId: tx.accountId,
        actor: commandLine,
        operation: `daybook ${command.name}`,
        subject: { kind, id: subjectId, name: textIn(data, 'name') },
        after: data,
      }),
    ),
  );
}

function textIn(data: unknown, name: string): string | undefined {
  const value = (data as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

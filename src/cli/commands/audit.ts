import { readNewest } from '../../audit/store.ts';
import { noAccount } from '../../http/access/principal.ts';
import { type Command, numberOption, textOption } from '../command.ts';
import { table } from '../table.ts';
import { withBase } from '../with-base.ts';
import { requireAccountId } from './account.ts';

export const auditList: Command = {
  name: 'audit list',
  summary: 'Show the audit log: who changed what, newest first',
  options: { account: { type: 'string' }, limit: { type: 'string' } },
  optionHelp: {
    account: "show the audit log of this account; default: the operator's own audit log",
    limit: 'number of rows; default: 50',
  },
  examples: ['daybook audit list --account 019a…', 'daybook audit list --limit 500 --json'],
  run: (input) =>
    withBase(input, async ({ db }) => {
      const account = textOption(input, 'account');
      const accountId = account === undefined ? noAccount : requireAccountId(account);
      const limit = numberOption(input, 'limit', { fallback: 50, max: 99_999 });
      const rows = await db.transaction(accountId, (tx) => readNewest(tx, limit));
      const lines = rows.map((row) => ({
        at: row.at,
        who: `${row.actor_kind} ${row.actor_name}`,
        operation: row.operation,
        subject: [row.subject_kind, row.subject_name ?? row.subject_id ?? ''].join(' '),
        address: row.address,
        correlationId: row.correlation_id,
      }));
      const columns = ['at', 'who', 'operation', 'subject', 'address', 'correlationId'];
      return { data: rows, text: table(lines, columns) };
    }),
};

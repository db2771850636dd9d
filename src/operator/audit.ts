import type { Transaction } from 'kysely';
import { byCall, writeAudit } from '../audit/write-audit.ts';
import type { Clock } from '../base/clock.ts';
import type { Tables } from '../db/tables.ts';
import { noAccount, type Person } from '../http/access/principal.ts';
import type { Call } from '../http/route.ts';

export type OperatorsCall = Pick<Call, 'principal' | 'address' | 'correlationId'>;

/** Returns the calling person. The access check admits only people here, never API keys. */
export function personOf({ principal }: OperatorsCall): Person {
  if (!principal.person) throw new Error('A request that belongs to no signed-in person passed the access check.');
  return principal.person;
}

/**
 * Writes a change by the operator to the audit log of the affected account. A change to the cell (the installation) is
 * written to the operator's own audit log.
 */
export async function auditOperator(
  ctx: { clock: Clock },
  tx: Transaction<Tables>,
  call: OperatorsCall,
  done: { accountId?: string; operation: string; name?: string | undefined; before?: unknown; after?: unknown },
): Promise<void> {
  const { accountId = noAccount, operation, name, before, after } = done;
  const subject =
    accountId === noAccount
      ? { kind: 'cell' }
      : { kind: 'account', id: accountId, ...(name !== undefined && { name }) };
  await writeAudit(ctx, tx, {
    ...byCall(call),
    accountId,
    operation,
    subject,
    before,
    after,
  });
}

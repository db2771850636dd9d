import { type Actor, companyLink, writeAudit } from '../../audit/write-audit.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tx } from '../../db/db.ts';
import type { Call } from '../../http/route.ts';
import type { ConnectionState } from '../states.ts';
import { type ConnectionIds, lockConnection } from '../store.ts';

/** How an authorization ended. Does not contain the code or the state that the browser sent back. */
export type End = {
  place: ConnectionIds;
  outcome: 'linked' | 'denied' | 'refused' | 'unavailable';
  /** Why the connection was not linked. */
  reason?: string;
  /** Who ended the authorization. Default: the person who opened the company's link. */
  actor?: Actor;
  from: Pick<Call, 'address' | 'correlationId'>;
};

/**
 * Runs `change` and records the end of the authorization in the account's audit log, in the same database transaction.
 * The callback has no session. Instead, the browser's cookie proves that the callback comes from the person who opened
 * the link.
 */
export async function recordEnd(
  ctx: { clock: Clock },
  tx: Tx,
  { place, outcome, reason, actor = companyLink, from }: End,
  change: () => Promise<void>,
): Promise<void> {
  const found = await lockConnection(tx, place);
  await change();
  const before = { platformKey: found?.platform_key, status: found?.status };
  const status: ConnectionState | undefined = outcome === 'linked' ? 'Linked' : found?.status;
  await writeAudit(ctx, tx, {
    accountId: tx.accountId,
    actor,
    operation: 'finishAuthorization',
    subject: { kind: 'connection', id: place.connectionId },
    companyId: place.companyId,
    before,
    after: { ...before, status, outcome, ...(reason !== undefined && { reason }) },
    address: from.address,
    correlationId: from.correlationId,
  });
}

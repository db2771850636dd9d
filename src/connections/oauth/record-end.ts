import { type Actor, companyLink, writeAudit } from '../../audit/write-audit.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tx } from '../../db/db.ts';
import type { Call } from '../../http/route.ts';
import type { ConnectionState } from '../states.ts';
import { findConnection, type Place } from '../store.ts';

/** How an authorization ended. Contains nothing that the browser sent back: neither code nor state. */
export type End = {
  place: Place;
  outcome: 'linked' | 'denied' | 'refused' | 'unavailable';
  /** Why the connection was not linked. */
  reason?: string;
  /** Set if it is not the person who started the authorization. */
  actor?: Actor;
  from: Pick<Call, 'address' | 'correlationId'>;
};

/**
 * Records the end of an authorization in the account's audit log, as its start is, in the same transaction as `change`.
 * The callback has no session; the browser's cookie shows that it comes from the person who opened the link.
 */
export async function recordEnd(
  ctx: { clock: Clock },
  tx: Tx,
  { place, outcome, reason, actor = companyLink, from }: End,
  change: () => Promise<void>,
): Promise<void> {
  const found = await findConnection(tx, place);
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

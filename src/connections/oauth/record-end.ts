import { type Actor, companyLink, writeAudit } from '../../audit/write-audit.ts';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/db.ts';
import type { Call } from '../../http/route.ts';
import type { ConnectionState } from '../states.ts';
import { findConnection, type Place } from '../store.ts';

/** How an authorization has ended. Nothing that the browser brought back is in it: neither code nor state. */
export type End = {
  place: Place;
  outcome: 'linked' | 'denied' | 'refused' | 'unavailable';
  /** Why not. */
  reason?: string;
  /** Where it is not who began. */
  actor?: Actor;
  from: Pick<Call, 'address' | 'correlationId'>;
};

/**
 * The end of an authorization in the account's trail, as its beginning is: in the transaction that `change` is made in.
 * A platform's way back has no session; who has begun by the link is known by the browser's cookie.
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

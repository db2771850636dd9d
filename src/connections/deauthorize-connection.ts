import type { Clock } from '../base/clock.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Tx } from '../db/db.ts';
import type { ConnectionChanged } from './connection-changed.ts';
import { addError, enterState, forgetCredentials, lockConnection, refreshSummary } from './store.ts';

export const authRejected = 'authRejected';

/**
 * Called if the platform no longer accepts the credentials, or if the owner withdraws the authorization. A person must
 * then authorize the connection again.
 */
export async function deauthorizeConnection(
  ctx: { clock: Clock; registry: Registry; connectionChanged: ConnectionChanged },
  tx: Tx,
  {
    companyId,
    connectionId,
    message,
    isForgotten,
  }: {
    companyId: string;
    connectionId: string;
    message: string;
    /** Whether to delete the credentials too. True if the owner has withdrawn the authorization. */
    isForgotten?: boolean;
  },
): Promise<void> {
  const place = { companyId, connectionId };
  const connection = await lockConnection(tx, place);
  // Before the lock was taken, the connection may have been unlinked, deleted or already deauthorized.
  if (connection?.status !== 'Linked') {
    if (isForgotten) await forgetCredentials(tx, place);
    return;
  }
  const at = ctx.clock.now();
  await addError(tx, place, { at, code: authRejected, message });
  await enterState(tx, place, { state: 'Deauthorized', at, ...(isForgotten && { credentials: null }) });
  await refreshSummary(tx, companyId, ctx.registry.names);
  await ctx.connectionChanged(tx, { ...place, platformKey: connection.platform_key, to: 'Deauthorized' });
}

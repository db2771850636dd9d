import type { Clock } from '../base/clock.ts';
import { badRequest } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import { insertConnection, refreshSummary } from './store.ts';

/** Creates a connection in the state `PendingAuth`. It is authorized later, on the link page or through the API. */
export async function createConnection(
  ctx: { clock: Clock; registry: Registry; emit: Emit },
  tx: Tx,
  { companyId, platformKey }: { companyId: string; platformKey: string },
): Promise<{ connectionId: string }> {
  const connector = ctx.registry.find(platformKey);
  if (!connector) {
    const known = [...ctx.registry.names.keys()].join(', ') || 'none';
    const error = `The field "platformKey" must be the key of an enabled platform. Enabled: ${known}.`;
    throw badRequest({
      service: 'connections',
      items: [{ itemId: 'platformKey', message: error, validatorName: 'PlatformValidator' }],
    });
  }
  const connectionId = newId(ctx.clock);
  await insertConnection(tx, {
    companyId,
    connectionId,
    platformKey,
    sourceType: connector.platform.sourceType,
    created: ctx.clock.now(),
  });
  await refreshSummary(tx, companyId, ctx.registry.names);
  await ctx.emit(tx, [
    {
      type: 'connection.created',
      companyId,
      connectionId,
      message: `A connection to ${connector.platform.name} is waiting for authorization.`,
      data: { platformKey, status: 'PendingAuth' },
    },
  ]);
  return { connectionId };
}

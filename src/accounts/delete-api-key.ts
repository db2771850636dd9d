import type { Clock } from '../clock.ts';
import type { Tx } from '../db/db.ts';
import { lastKey, notFound } from '../errors.ts';
import { countLiveKeys, findLiveKey, markKeyDeleted } from './store.ts';

/** The row stays: the key answers 403 "outdated" from now on. The last key of an account cannot be deleted by the API. */
export async function deleteApiKey(ctx: { clock: Clock }, tx: Tx, { apiKeyId }: { apiKeyId: string }): Promise<void> {
  const live = await countLiveKeys(tx);
  if (!(await findLiveKey(tx, apiKeyId))) throw notFound({ resource: 'API key', service: 'accounts' });
  if (live === 1) throw lastKey();
  await markKeyDeleted(tx, apiKeyId, ctx.clock.now());
}

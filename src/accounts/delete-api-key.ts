import type { Clock } from '../base/clock.ts';
import { keyTooNarrow, notFound } from '../base/errors.ts';
import type { Tx } from '../db/db.ts';
import type { Principal, Scope } from '../http/access/principal.ts';
import { lastKey } from './refusals.ts';
import { findLiveKey, lockAndCountKeys, markKeyDeleted } from './store.ts';

/**
 * Marks the key as deleted. Its row stays, so that requests with the deleted key return 403 `keyOutdated`. The last key
 * of an account cannot be deleted.
 */
export async function deleteApiKey(
  ctx: { clock: Clock },
  tx: Tx,
  { apiKeyId, by }: { apiKeyId: string; by?: Pick<Principal, 'scopes'> },
): Promise<void> {
  const live = await lockAndCountKeys(tx);
  const key = await findLiveKey(tx, apiKeyId);
  if (!key) throw notFound({ resource: 'API key', service: 'accounts' });
  const beyond = by && key.scopes.find((scope) => !by.scopes.includes(scope as Scope));
  if (beyond)
    throw keyTooNarrow({ reason: `the key to delete has the scope "${beyond}", which this API key does not have.` });
  if (live === 1) throw lastKey();
  await markKeyDeleted(tx, apiKeyId, ctx.clock.now());
}

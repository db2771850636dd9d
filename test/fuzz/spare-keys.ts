import { deleteApiKey } from '../../src/accounts/delete-api-key.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Db } from '../../src/db/db.ts';

/**
 * An account has at most 10 keys, and the fuzzer creates keys all the time. The oldest are deleted, so that creating a
 * key keeps succeeding; some are left, so that deleting one succeeds too.
 */
const keysMax = 6;
const everyMs = 250;

export function spareKeys(
  base: { db: Db; clock: Clock },
  { accountId, keep }: { accountId: string; keep: string },
): { stop(): Promise<void> } {
  let sweeping: Promise<void> = Promise.resolve();
  async function sweep(): Promise<void> {
    await base.db.transaction(accountId, async (tx) => {
      const live = await tx
        .selectFrom('api_key')
        .select('api_key_id')
        .where('deleted_at', 'is', null)
        .where('api_key_id', '<>', keep)
        .orderBy('created_at', 'desc')
        .execute();
      for (const { api_key_id: apiKeyId } of live.slice(keysMax - 1)) await deleteApiKey(base, tx, { apiKeyId });
    });
  }
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/**
 * The generation of webhooks that an account uses: the older one (rules and alerts) or the newer one (consumers with a
 * message log). Each event goes to exactly one generation.
 */
export type WebhookGeneration = 'older' | 'newer';

export const webhookGenerations: readonly WebhookGeneration[] = ['older', 'newer'];

/**
 * The advisory lock on an account's generation. `keep_messages` (schema/functions/webhooks.sql) takes the same lock.
 */
const lock = (accountId: string) => sql`78, uuid_hash(${accountId}::uuid)`;

/**
 * Returns the generation that the account uses. A switch to the other generation waits until this database transaction
 * ends.
 */
export async function lockGeneration(tx: Tx): Promise<WebhookGeneration> {
  // Take the lock in a statement of its own, before reading. A single statement that waited for the lock and then read
  // would see the data from before the wait.
  await sql`select pg_advisory_xact_lock_shared(${lock(tx.accountId)})`.execute(tx);
  return readGeneration(tx);
}

/**
 * Switches the account to another generation. Waits for open database transactions that have emitted events. While this
 * database transaction is open, others that want to emit events must wait. So call this function in a short database
 * transaction, before taking any other lock. Returns true if the generation changed.
 */
export async function switchGeneration(tx: Tx, { to }: { to: WebhookGeneration }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${lock(tx.accountId)})`.execute(tx);
  if ((await readGeneration(tx)) === to) return false;
  await tx.updateTable('account').set({ webhook_generation: to }).where('account_id', '=', tx.accountId).execute();
  return true;
}

async function readGeneration(tx: Tx): Promise<WebhookGeneration> {
  const { webhook_generation } = await tx
    .selectFrom('account')
    .select('webhook_generation')
    .where('account_id', '=', tx.accountId)
    .executeTakeFirstOrThrow();
  return webhook_generation;
}

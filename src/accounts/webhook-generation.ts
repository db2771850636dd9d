import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/** Which webhooks serve an account: rules and alerts, or consumers with a message log. Each event goes to exactly one. */
export type WebhookGeneration = 'older' | 'newer';

export const webhookGenerations: readonly WebhookGeneration[] = ['older', 'newer'];

/** The same lock as in `keep_messages` (schema/0009-rules.sql). */
const lock = (accountId: string) => sql`78, uuid_hash(${accountId}::uuid)`;

/** What serves the account, now and until the transaction ends: a switch waits for it. */
export async function holdGeneration(tx: Tx): Promise<WebhookGeneration> {
  // Two statements: what is read in the one that waits for the lock is from before the wait.
  await sql`select pg_advisory_xact_lock_shared(${lock(tx.accountId)})`.execute(tx);
  return readGeneration(tx);
}

/**
 * Switches the account. Waits for every transaction that has emitted, and holds up those that want to until this one ends:
 * to be called first, before any other lock, in a transaction that is short. True where it was not so before.
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

import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/**
 * Which webhooks serve an account: the older (rules and alerts) or the newer (consumers with a message log). Each event
 * goes to exactly one of them.
 */
export type WebhookGeneration = 'older' | 'newer';

export const webhookGenerations: readonly WebhookGeneration[] = ['older', 'newer'];

/** The same lock as in `keep_messages` (schema/0009-rules.sql). */
const lock = (accountId: string) => sql`78, uuid_hash(${accountId}::uuid)`;

/** The generation that serves the account. A switch waits until this transaction ends. */
export async function holdGeneration(tx: Tx): Promise<WebhookGeneration> {
  // Two statements: a statement that waits for a lock still reads the snapshot from before the wait.
  await sql`select pg_advisory_xact_lock_shared(${lock(tx.accountId)})`.execute(tx);
  return readGeneration(tx);
}

/**
 * Switches the account. Waits for every transaction that has emitted events, and makes later ones wait until this one
 * ends. So call it first, before taking any other lock, in a short transaction. Returns whether the generation changed.
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

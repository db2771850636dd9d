import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/db.ts';

/**
 * Locks the pins of an account until the transaction ends. A snapshot takes this lock before it looks which generations
 * are published, and the removal of old versions takes it before it looks which of them are pinned. So a version that a
 * snapshot is about to pin is never removed. It comes before all other locks.
 */
export async function lockPins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`snapshots of ${tx.accountId}`}, 0))`.execute(tx);
}

/** True if a snapshot pins this generation of the data set `d`. */
export const isPinned = (generation: RawBuilder<number>) => sql<boolean>`exists (select from company_snapshot_set p
  where p.account_id = d.account_id and p.company_id = d.company_id and p.data_set_id = d.data_set_id
    and p.generation = ${generation}::int and not p.is_released)`;

/** True if the version `r` of a record belongs to a generation that a snapshot pins. */
export const isVersionPinned = sql<boolean>`exists (select from company_snapshot_set p
  where p.account_id = r.account_id and p.company_id = r.company_id and p.data_set_id = r.data_set_id
    and p.generation >= r.gen_from and p.generation < r.gen_to and not p.is_released)`;

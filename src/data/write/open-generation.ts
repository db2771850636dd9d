import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';

type DataSetPlace = { companyId: string; dataSetId: number };

/** The generation of the first sync. Nothing can be published before the first sync. */
export const firstGeneration = 1;

/**
 * The generation number of a running sync is this much higher than the published generation number. Each push during
 * the sync uses one of the numbers in between.
 */
export const roomForPushes = 1000;

/**
 * Opens the generation (the next state of the data set) that a sync writes. A sync that follows a failed sync continues
 * in the same generation. The caller must have locked the connection. Publishing takes the same lock, so the published
 * generation cannot change.
 */
export async function openGeneration(tx: Tx, { companyId, dataSetId }: DataSetPlace): Promise<number> {
  const { writing_generation: generation } = await tx
    .updateTable('data_set')
    .set({
      writing_generation: sql<number>`coalesce(writing_generation, case published_generation when 0 then ${firstGeneration}::int
        else published_generation + ${roomForPushes}::int end)`,
    })
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('data_set_id', '=', dataSetId)
    .returning('writing_generation')
    .executeTakeFirstOrThrow();
  if (generation === null) throw new Error('The generation has no number.');
  return generation;
}

/**
 * Locks the record versions of a data set until the database transaction ends. Without the lock, a sync and a push
 * could replace the same version at the same time, and the record would have two current versions. The rows of the sync
 * and the data set must stay unlocked: writing a page can take a minute, and the sync's lease must be renewed during
 * that time. Take this lock before locking the row of the sync.
 */
export async function lockVersions(tx: Tx, { dataSetId }: Pick<DataSetPlace, 'dataSetId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`versions of ${dataSetId}`}, 0))`.execute(tx);
}

import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/** Which generation a sync writes, and who may write into a data set at a time. */
type DataSetPlace = { companyId: string; dataSetId: number };

/** Of the first sync: nothing is published before it, by nobody. */
export const firstGeneration = 1;

/** So many pushes can be published as generations of their own before the one that a sync is writing. */
export const roomForPushes = 1000;

/**
 * The generation of the first sync after a publication; whoever follows a sync that failed goes on in the same one. The
 * caller has locked the connection, as everybody does who publishes: the published generation stays where it is.
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
 * Until the transaction ends, nobody else writes versions of the data set: a page and a push that close the same version
 * would leave two that count as the newest. Not by the row of the sync or of the data set: a page can take a minute, in
 * which the lease is renewed. In the order of locks its place is before the sync.
 */
export async function lockVersions(tx: Tx, { dataSetId }: Pick<DataSetPlace, 'dataSetId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`versions of ${dataSetId}`}, 0))`.execute(tx);
}

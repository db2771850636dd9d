import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import { fixedStatement } from '../../db/wire/fixed-statement.ts';

type DataSetPlace = { companyId: string; dataSetId: number };

/** The generation of the first sync. Nothing can be published before the first sync. */
export const firstGeneration = 1;

/**
 * The generation number of a running sync is this much higher than the published generation number. Each push during
 * the sync uses one of the numbers in between.
 */
export const roomForPushes = 1000;

/**
 * Returns the number of the generation (the next state of the data set) that a sync writes, and opens it with the
 * commit. A sync that follows a failed sync continues in the same generation. The caller must have locked the connection
 * before it read the numbers. Publishing takes the same lock, so they cannot change.
 */
export function openGeneration(
  tx: Tx,
  place: DataSetPlace,
  now: { published_generation: number; writing_generation: number | null },
): number {
  if (now.writing_generation !== null) return now.writing_generation;
  const published = now.published_generation;
  const generation = published === 0 ? firstGeneration : published + roomForPushes;
  tx.atCommit(openStatement(tx, { ...place, accountId: tx.accountId, generation }));
  return generation;
}

const openStatement = fixedStatement(
  (given: DataSetPlace & { accountId: string; generation: number }) => [
    given.generation,
    given.accountId,
    given.companyId,
    given.dataSetId,
  ],
  ([generation, account, company, dataSet]) => sql`update data_set set writing_generation = ${generation}::int
    where account_id = ${account}::uuid and company_id = ${company}::uuid and data_set_id = ${dataSet}::bigint`,
);

/**
 * Locks the record versions of a data set until the database transaction ends. Without the lock, a sync and a push
 * could replace the same version at the same time, and the record would have two current versions. The rows of the sync
 * and the data set must stay unlocked: writing a page can take a minute, and the sync's lease must be renewed during
 * that time. Take this lock before locking the row of the sync. The statement is sent with the next one.
 */
export function lockVersions(tx: Tx, { dataSetId }: Pick<DataSetPlace, 'dataSetId'>): void {
  tx.withNext(lockStatement(tx, { dataSetId }));
}

const lockStatement = fixedStatement(
  ({ dataSetId }: { dataSetId: number }) => [`versions of ${dataSetId}`],
  ([versions]) => sql`select pg_advisory_xact_lock(hashtextextended(${versions}, 0))`,
);

import { sql } from 'kysely';
import { noteCompanySynced } from '../../companies/store.ts';
import { noteConnectionSynced } from '../../connections/store.ts';
import type { Tx } from '../../db/db.ts';
import { firstGeneration } from './open-generation.ts';

/** The counts are the sums over all syncs that wrote into the generation. Only the last of these syncs succeeded. */
export type Generation = {
  companyId: string;
  connectionId: string;
  dataSetId: number;
  generation: number;
  syncId: string;
  added: number;
  updated: number;
  deleted: number;
  restored: number;
  /** The position from which the next incremental pass fetches changes. */
  cursor: string | null;
  isFull: boolean;
  at: Date;
};

/** `generation` is the generation that readers see now. The counts are the numbers of changes that became visible. */
export type Published = {
  isNew: boolean;
  generation: number;
  total: number;
  added: number;
  updated: number;
  deleted: number;
};

/**
 * Makes a generation visible to readers and adds it to the account's change feed. If nothing has changed, the published
 * generation stays the same, so ETags and cached totals stay valid. Runs as the last part of the caller's database
 * transaction.
 */
export async function publishGeneration(tx: Tx, done: Generation): Promise<Published> {
  const before = await lockDataSet(tx, done);
  // The columns `writing_…` contain corrections for pushes that were published while the syncs ran (place-pushed.ts).
  const added = done.added + before.writing_added;
  const updated = done.updated + before.writing_updated;
  const deleted = done.deleted + before.writing_deleted;
  const restored = done.restored + before.writing_restored;
  const changes = added + updated + deleted;
  const isNew = changes > 0 || done.generation === firstGeneration;
  const after = await tx
    .updateTable('data_set')
    .set({
      cursor: done.cursor,
      latest_successful_sync_id: done.syncId,
      last_successful_at: done.at,
      ...(done.isFull && { last_full_at: done.at }),
      ...nothingWritten,
      ...(isNew && {
        published_generation: done.generation,
        published_at: notBefore(done.at),
        total: before.total + added,
        deleted: before.deleted + deleted - restored,
      }),
    })
    .where(isDataSet(tx, done))
    .returning(['published_generation', 'published_at', 'total'])
    .executeTakeFirstOrThrow();
  const { published_generation: generation, total } = after;
  if (isNew) await addPublication(tx, { ...done, publishedAt: after.published_at ?? done.at, total, changes });
  return { isNew, generation, total, added, updated, deleted };
}

/** Column values of a data set when no generation is being written. */
const nothingWritten = {
  writing_generation: null,
  writing_added: 0,
  writing_updated: 0,
  writing_deleted: 0,
  writing_restored: 0,
};

/**
 * A later generation never gets an earlier time, because `asOf` searches by time. The time `at` can be too early if the
 * transaction has waited for a lock.
 */
export const notBefore = (at: Date) => sql<Date>`greatest(published_at, ${at}::timestamptz)`;

const isDataSet = (tx: Tx, { companyId, dataSetId }: { companyId: string; dataSetId: number }) =>
  sql<boolean>`account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid and data_set_id = ${dataSetId}::bigint`;

async function lockDataSet(tx: Tx, place: { companyId: string; dataSetId: number }) {
  return tx
    .selectFrom('data_set')
    .select(['total', 'deleted', 'writing_added', 'writing_updated', 'writing_deleted', 'writing_restored'])
    .where(isDataSet(tx, place))
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Stores the time of the publication on the connection and the company. Must run first in the database transaction that
 * publishes, because all database transactions take locks in the same order: connection, company, sync, data set.
 * Linking and unlinking a connection also lock the connection first.
 */
export async function notePublishing(
  tx: Tx,
  place: { companyId: string; connectionId: string },
  at: Date,
): Promise<void> {
  await noteConnectionSynced(tx, place, at);
  await noteCompanySynced(tx, place.companyId, at);
}

/** An entry of the change feed, published by a sync or by a push. */
export type Publication = {
  companyId: string;
  dataSetId: number;
  generation: number;
  syncId?: string;
  pushId?: string;
  publishedAt: Date;
  total: number;
  changes: number;
};

/**
 * Adds a publication to the change feed without a position. Positions are assigned later (number-publications.ts), so
 * this function takes no lock that other publications of the account need.
 */
export async function addPublication(tx: Tx, made: Publication): Promise<void> {
  await sql`insert into publication (account_id, position, company_id, data_set_id, generation, sync_id, push_id, published_at, total, changes)
    values (${tx.accountId}, -nextval('publication_entry'), ${made.companyId}, ${made.dataSetId}, ${made.generation},
      ${made.syncId ?? null}::uuid, ${made.pushId ?? null}::uuid, ${made.publishedAt}, ${made.total}, ${made.changes})`.execute(
    tx,
  );
}

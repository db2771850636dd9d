import { sql } from 'kysely';
import { noteCompanySynced } from '../companies/store.ts';
import { noteConnectionSynced } from '../connections/store.ts';
import type { Tx } from '../db/db.ts';
import { firstGeneration } from './open-generation.ts';

/** What a generation has come to, over all syncs that wrote into it: those before the last one had failed. */
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
  /** Where the next incremental pass begins. */
  cursor: string | null;
  isFull: boolean;
  at: Date;
};

/** `generation` is what readers see now; the counts are what they see changed. */
export type Published = {
  isNew: boolean;
  generation: number;
  total: number;
  added: number;
  updated: number;
  deleted: number;
};

/**
 * Makes a generation the one that readers see, and an entry of the account's change feed. Where nothing has changed, the
 * published generation stays what it is, and with it every ETag and remembered total. In the caller's transaction, as
 * its last part.
 */
export async function publishGeneration(tx: Tx, done: Generation): Promise<Published> {
  const before = await lockDataSet(tx, done);
  // Pushes that were published since have changed what the syncs' versions count as.
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

/** No sync has begun the generation after the published one. */
const nothingWritten = {
  writing_generation: null,
  writing_added: 0,
  writing_updated: 0,
  writing_deleted: 0,
  writing_restored: 0,
};

/** Later generations are never older, whoever had to wait for whom: `asOf` finds them by time. */
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
 * The first part of the same transaction. Locks are taken in one order everywhere: connection, list of companies, sync,
 * data set. Whoever links or unlinks a connection begins with it too.
 */
export async function notePublishing(
  tx: Tx,
  place: { companyId: string; connectionId: string },
  at: Date,
): Promise<void> {
  await noteConnectionSynced(tx, place, at);
  await noteCompanySynced(tx, place.companyId, at);
}

/** By a sync or by a push. */
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

/** Locks nothing that another publication of the account needs: it is numbered after its commit (number-publications.ts). */
export async function addPublication(tx: Tx, made: Publication): Promise<void> {
  await sql`insert into publication (account_id, position, company_id, data_set_id, generation, sync_id, push_id, published_at, total, changes)
    values (${tx.accountId}, -nextval('publication_entry'), ${made.companyId}, ${made.dataSetId}, ${made.generation},
      ${made.syncId ?? null}::uuid, ${made.pushId ?? null}::uuid, ${made.publishedAt}, ${made.total}, ${made.changes})`.execute(
    tx,
  );
}

import { sql } from 'kysely';
import { noteCompanySynced } from '../companies/store.ts';
import { noteConnectionSynced } from '../connections/store.ts';
import type { Tx } from '../db/db.ts';

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

/**
 * Makes a generation the one that readers see, with its place in the account's change feed. Where nothing has changed,
 * the published generation stays what it is, and with it every ETag and remembered total. In the caller's transaction,
 * as its last part: the counter is locked until it is committed.
 */
export async function publishGeneration(tx: Tx, done: Generation): Promise<{ isNew: boolean; total: number }> {
  const changes = done.added + done.updated + done.deleted;
  const isNew = changes > 0 || done.generation === 1;
  const total = await finishDataSet(tx, done, isNew);
  if (isNew) await addPublication(tx, done, { total, changes });
  return { isNew, total };
}

/**
 * The first part of the same transaction. Locks are taken in one order everywhere: connection, list of companies, sync,
 * data set, position. Whoever links or unlinks a connection begins with it too.
 */
export async function notePublishing(
  tx: Tx,
  place: { companyId: string; connectionId: string },
  at: Date,
): Promise<void> {
  await noteConnectionSynced(tx, place, at);
  await noteCompanySynced(tx, place.companyId, at);
}

async function finishDataSet(tx: Tx, done: Generation, isNew: boolean): Promise<number> {
  const { total } = await tx
    .updateTable('data_set')
    .set({
      cursor: done.cursor,
      latest_successful_sync_id: done.syncId,
      last_successful_at: done.at,
      ...(done.isFull && { last_full_at: done.at }),
      ...(isNew && {
        published_generation: done.generation,
        published_at: done.at,
        total: sql<number>`total + ${done.added}::bigint`,
        deleted: sql<number>`deleted + ${done.deleted - done.restored}::bigint`,
      }),
    })
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', done.companyId)
    .where('data_set_id', '=', done.dataSetId)
    .returning('total')
    .executeTakeFirstOrThrow();
  return total;
}

async function addPublication(tx: Tx, done: Generation, counts: { total: number; changes: number }): Promise<void> {
  await sql`with counter as (
      insert into change_position (account_id, position) values (${tx.accountId}, 1)
      on conflict (account_id) do update set position = change_position.position + 1 returning position
    )
    insert into publication (account_id, position, company_id, data_set_id, generation, sync_id, published_at, total, changes)
    select ${tx.accountId}, counter.position, ${done.companyId}, ${done.dataSetId}, ${done.generation}, ${done.syncId},
      ${done.at}, ${counts.total}, ${counts.changes} from counter`.execute(tx);
}

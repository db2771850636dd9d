import { sql } from 'kysely';
import { noteCompanySynced } from '../../companies/store.ts';
import { noteConnectionSynced } from '../../connections/store.ts';
import type { Tx } from '../../db/db.ts';
import { fixedStatement } from '../../db/wire/fixed-statement.ts';
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
  remapped: number;
  /** What the records are computed with (connectors/mapping.ts). Null if that differs between records. */
  mapping: string | null;
  /** False if records were only computed again, without the platform. The other values about the pass are then unused. */
  isFetched: boolean;
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
  remapped: number;
};

/**
 * Makes a generation visible to readers and adds it to the account's change feed. If nothing has changed, the published
 * generation stays the same, so ETags and cached totals stay valid. Runs as the last part of the caller's database
 * transaction.
 */
export async function publishGeneration(tx: Tx, done: Generation): Promise<Published> {
  const { rows } = await tx.executeQuery(publishStatement(tx, { ...done, accountId: tx.accountId }));
  if (!rows[0]) throw new Error('The data set to publish does not exist.');
  return rows[0];
}

/**
 * Locks the data set first. Its columns `writing_…` contain corrections for pushes that were published while the syncs
 * ran (place-pushed.ts). Adding a publication takes no lock that other publications of the account need; positions are
 * assigned later (number-publications.ts).
 */
const publishStatement = fixedStatement(
  (done: Generation & { accountId: string }) => [
    done.generation,
    done.added,
    done.updated,
    done.deleted,
    done.restored,
    done.remapped,
    done.mapping,
    done.isFetched,
    done.accountId,
    done.companyId,
    done.dataSetId,
    done.cursor,
    done.syncId,
    done.at,
    done.isFull,
  ],
  ([
    generation,
    added,
    updated,
    deleted,
    restored,
    remapped,
    mapping,
    isFetched,
    account,
    company,
    dataSet,
    cursor,
    sync,
    at,
    isFull,
  ]) => sql<Published>`
    with given as (
      select ${generation}::int as generation, ${added}::bigint as added, ${updated}::bigint as updated,
        ${deleted}::bigint as deleted, ${restored}::bigint as restored, ${remapped}::bigint as remapped,
        ${mapping}::text as mapping, ${isFetched}::boolean as is_fetched
    ), before as materialized (
      select * from data_set where account_id = ${account}::uuid and company_id = ${company}::uuid
        and data_set_id = ${dataSet}::bigint for update
    ), made as materialized (
      select b.account_id, b.company_id, b.data_set_id, g.generation, ${cursor}::text as cursor, ${sync}::uuid as sync_id,
        ${at}::timestamptz as at, ${isFull}::boolean as is_full, g.added + b.writing_added as added,
        g.updated + b.writing_updated as updated, g.deleted + b.writing_deleted as deleted,
        g.restored + b.writing_restored as restored, g.remapped + b.writing_remapped as remapped, g.mapping, g.is_fetched
      from given g cross join before b
    ), counted as materialized (
      select *, added + updated + deleted as changes,
        added + updated + deleted > 0 or generation = ${sql.lit(firstGeneration)} as is_new from made
    ), published as (
      update data_set d set cursor = case when c.is_fetched then c.cursor else d.cursor end,
        latest_successful_sync_id = case when c.is_fetched then c.sync_id else d.latest_successful_sync_id end,
        last_successful_at = case when c.is_fetched then c.at else d.last_successful_at end,
        last_full_at = case when c.is_fetched and c.is_full then c.at else d.last_full_at end,
        mapping = c.mapping, shown_mapping = c.mapping, writing_generation = null, writing_added = 0, writing_updated = 0, writing_deleted = 0,
        writing_restored = 0, writing_remapped = 0,
        published_generation = case when c.is_new then c.generation else d.published_generation end,
        published_at = case when c.is_new then ${notBefore(sql`c.at`)} else d.published_at end,
        total = case when c.is_new then d.total + c.added else d.total end,
        deleted = case when c.is_new then d.deleted + c.deleted - c.restored else d.deleted end
      from counted c
      where d.account_id = c.account_id and d.company_id = c.company_id and d.data_set_id = c.data_set_id
      returning d.published_generation, d.published_at, d.total
    ), entered as (
      insert into publication (account_id, position, company_id, data_set_id, generation, sync_id, published_at, total,
        changes, remapped)
      select c.account_id, -nextval('publication_entry'), c.company_id, c.data_set_id, c.generation, c.sync_id,
        p.published_at, p.total, c.changes, c.remapped
      from counted c cross join published p where c.is_new
    )
    select c.is_new as "isNew", p.published_generation as generation, p.total, c.added, c.updated, c.deleted, c.remapped
    from counted c cross join published p`,
);

/**
 * A later generation never gets an earlier time, because `asOf` searches by time. The time `at` can be too early if the
 * transaction has waited for a lock.
 */
export const notBefore = (at: unknown) => sql<Date>`greatest(published_at, ${at}::timestamptz)`;

/**
 * Stores the time of the publication on the connection and the company. Must come first in the database transaction
 * that publishes, because all database transactions take locks in the same order: connection, company, sync, data set.
 * Linking and unlinking a connection also lock the connection first. Both statements are sent with the next one.
 */
export function notePublishing(tx: Tx, place: { companyId: string; connectionId: string }, at: Date): void {
  noteConnectionSynced(tx, place, at);
  noteCompanySynced(tx, place.companyId, at);
}

/** An entry of the change feed, published by a push. */
export type Publication = {
  companyId: string;
  dataSetId: number;
  generation: number;
  pushId: string;
  publishedAt: Date;
  total: number;
  changes: number;
};

/**
 * Adds a publication to the change feed without a position. Positions are assigned later (number-publications.ts), so
 * this function takes no lock that other publications of the account need.
 */
export async function addPublication(tx: Tx, made: Publication): Promise<void> {
  await sql`insert into publication (account_id, position, company_id, data_set_id, generation, push_id, published_at, total, changes)
    values (${tx.accountId}, -nextval('publication_entry'), ${made.companyId}, ${made.dataSetId}, ${made.generation},
      ${made.pushId}::uuid, ${made.publishedAt}, ${made.total}, ${made.changes})`.execute(tx);
}

import { sql } from 'kysely';
import type { Counts } from '../../data/write/write-page.ts';
import type { Tx } from '../../db/db.ts';
import { named } from '../../db/pool-driver.ts';
import { at, type SyncPlace } from '../store.ts';

/** SQL by which a run records its progress, in the transaction that writes a page. */
export type Checkpoint = {
  fence: number;
  resumeAt: string | null;
  cursor: string | null;
  records: number;
  /** How many records the pass returns, if the platform has said it with this page. */
  expected: number | undefined;
  counts: Counts;
  leaseUntil: Date;
};

/**
 * Counts a page and stores where the pass resumes, in the transaction that writes the page. Returns false if the sync
 * was cancelled or another runner has taken over; the caller must then roll the page back.
 */
export async function writeCheckpoint(tx: Tx, place: SyncPlace, page: Checkpoint): Promise<boolean> {
  const { counts } = page;
  const query = tx
    .updateTable('sync')
    .set({
      resume_at: page.resumeAt,
      cursor: page.cursor,
      pages: sql<number>`pages + 1`,
      records: sql<number>`records + ${page.records}::int`,
      expected: sql<number | null>`coalesce(${page.expected ?? null}::int, expected)`,
      ...increments(counts),
      attempts: 0,
      lease_until: page.leaseUntil,
    })
    .where(at(tx, place))
    .where('fence', '=', page.fence)
    .where('status', '=', 'Fetching');
  const { numAffectedRows } = await tx.executeQuery(named(query.compile()));
  return (numAffectedRows ?? 0n) > 0n;
}

/** Stores how far the records have been computed again. Returns false in the same cases as `writeCheckpoint`. */
export async function writeRemapCheckpoint(
  tx: Tx,
  place: SyncPlace,
  page: {
    fence: number;
    remapAt: string | null;
    remapped: number;
    unmapped: number;
    unreadable: number;
    leaseUntil: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sync')
    .set({
      remap_at: page.remapAt,
      updated: sql<number>`updated + ${page.remapped}::int`,
      remapped: sql<number>`remapped + ${page.remapped}::int`,
      unmapped: sql<number>`unmapped + ${page.unmapped}::int`,
      unreadable: sql<number>`unreadable + ${page.unreadable}::int`,
      attempts: 0,
      lease_until: page.leaseUntil,
    })
    .where(at(tx, place))
    .where('fence', '=', page.fence)
    .where('status', '=', 'Fetching')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts records that were computed again when the sync publishes. */
export async function countRemapped(
  tx: Tx,
  place: SyncPlace,
  { fence, remapped }: { fence: number; remapped: number },
): Promise<void> {
  await tx
    .updateTable('sync')
    .set({ updated: sql<number>`updated + ${remapped}::int`, remapped: sql<number>`remapped + ${remapped}::int` })
    .where(at(tx, place))
    .where('fence', '=', fence)
    .where('status', '=', 'Publishing')
    .execute();
}

/** Counts deletions found by a full pass. Returns false in the same cases as `writeCheckpoint`. */
export async function countDeleted(
  tx: Tx,
  place: SyncPlace,
  { fence, deleted, remapped, leaseUntil }: { fence: number; deleted: number; remapped: number; leaseUntil: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sync')
    .set({
      deleted: sql<number>`deleted + ${deleted}::int`,
      // Deleted records that were computed again before are no longer updates.
      updated: sql<number>`updated - ${remapped}::int`,
      remapped: sql<number>`remapped - ${remapped}::int`,
      lease_until: leaseUntil,
    })
    .where(at(tx, place))
    .where('fence', '=', fence)
    .where('status', '=', 'Publishing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function increments(counts: Counts) {
  const by = (name: keyof Counts) => sql<number>`${sql.ref(name)} + ${counts[name]}::int`;
  return {
    added: by('added'),
    updated: by('updated'),
    unchanged: by('unchanged'),
    deleted: by('deleted'),
    restored: by('restored'),
    remapped: by('remapped'),
    unreadable: by('unreadable'),
  };
}

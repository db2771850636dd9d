import { type RawBuilder, sql } from 'kysely';

/** For the folders that show it: what the snapshots of an account hold on disk, as counted when versions are removed. */
export const snapshotBytesOf = (accountId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select coalesce(sum(h.held_bytes), 0)::bigint from data_set h where h.account_id = ${accountId} and h.held_bytes > 0)`;

import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { unfinishedList } from '../../db/sync-states.ts';
import { type DataSetPath, type DataSetState, dataSetHead, type Head } from '../read/data-set-head.ts';

/** The state that readers get now, and since when nothing newer is known of. */
export type Proof = {
  state: DataSetState & { oldest: number; published: number };
  connectionId: string;
  /**
   * When the last complete read of the platform began: what changed there later may be missing. Null if that sync is no
   * longer stored. A generation that is held has not ended its sync, so it does not count.
   */
  provenMs: number | null;
  /** A sync of the data set is under way. */
  isSyncing: boolean;
  /** That sync waits for a person, so it will not end by itself. */
  isHeld: boolean;
};

type Row = Head & { connection_id: string; provenMs: number | null; isSyncing: boolean };

/** Returns undefined if no connection of the company has the data set. One statement, so all of it belongs together. */
export async function findProof(ctx: { db: Db }, path: DataSetPath): Promise<Proof | undefined> {
  const { accountId, companyId } = path;
  const [row] = await ctx.db.read<Row>(
    accountId,
    sql`select list.*, d.connection_id, (extract(epoch from s.started_at) * 1000)::bigint as "provenMs",
        u.sync_id is not null as "isSyncing"
      from ${dataSetHead(path)} list
        cross join lateral (select d.connection_id, d.latest_successful_sync_id from data_set d
          where d.account_id = ${accountId}::uuid and d.company_id = ${companyId}::uuid
            and d.data_set_id = list.data_set_id) d
        left join lateral (select s.started_at from sync s where s.account_id = ${accountId}::uuid
          and s.company_id = ${companyId}::uuid and s.sync_id = d.latest_successful_sync_id) s on true
        left join lateral (select u.sync_id from sync u where u.account_id = ${accountId}::uuid
          and u.company_id = ${companyId}::uuid and u.data_set_id = list.data_set_id
          and u.status in ${unfinishedList}) u on true`,
    { fixedPlan: true },
  );
  if (!row) return undefined;
  const { data_set_id: dataSetId, version, total, oldest, publishedMs, note, provenMs, isSyncing } = row;
  const state = { dataSetId, generation: version, total, published: version, oldest };
  return {
    state: { ...state, publishedMs: publishedMs ?? undefined, heldSyncId: note ?? undefined },
    ...{ connectionId: row.connection_id, provenMs, isSyncing, isHeld: note !== null },
  };
}

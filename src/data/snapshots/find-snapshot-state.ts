import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import { byPreference } from '../../connections/store.ts';
import type { Db } from '../../db/db.ts';
import type { DataSetPath, DataSetState } from '../read/data-set-head.ts';
import { dataSetNotInSnapshot, snapshotEnded, snapshotPending } from './refusals.ts';

type FindContext = { db: Db; clock: Clock };
type Company = { accountId: string; companyId: string };

/** Throws if there is no such snapshot, or if it cannot be read yet or no longer. Returns when it was taken. */
export async function requireSnapshot(
  ctx: FindContext,
  { accountId, companyId }: Company,
  snapshotId: string,
): Promise<{ takenAt: Date }> {
  const [found] = await ctx.db.read<{ taken: Date | null; end: Date }>(
    accountId,
    sql`select c.taken_at as taken, c.kept_until as end from company_snapshot c where c.account_id = ${accountId}::uuid
      and c.company_id = ${companyId}::uuid and c.snapshot_id = ${snapshotId}::uuid`,
    { fixedPlan: true },
  );
  if (!found) throw notFound({ resource: 'snapshot', service: 'data' });
  if (found.end.getTime() <= ctx.clock.nowMs()) throw snapshotEnded({ end: found.end });
  if (!found.taken) throw snapshotPending();
  return { takenAt: found.taken };
}

/** Which generations of a company a snapshot pins. One data set for each data type, chosen as for lists of records. */
export const pinnedSets = ({ accountId, companyId }: Company, snapshotId: string) =>
  sql`(select distinct on (p.data_type) p.data_type, p.data_set_id, p.generation, p.total, p.connection_id, p.read_to,
      (extract(epoch from p.published_at) * 1000)::bigint as "publishedMs"
    from company_snapshot_set p join connection n on n.account_id = p.account_id and n.company_id = p.company_id
      and n.connection_id = p.connection_id
    where p.account_id = ${accountId}::uuid and p.company_id = ${companyId}::uuid
      and p.snapshot_id = ${snapshotId}::uuid and not p.is_released
    order by p.data_type, ${byPreference}, p.data_set_id desc)`;

/** The state of a data set that a snapshot pins. */
export async function findSnapshotState(
  ctx: FindContext,
  path: DataSetPath,
  snapshotId: string,
): Promise<DataSetState> {
  await requireSnapshot(ctx, path, snapshotId);
  const { accountId, companyId, connectionId, dataType } = path;
  const sets =
    connectionId === undefined
      ? pinnedSets(path, snapshotId)
      : sql`(select *, (extract(epoch from published_at) * 1000)::bigint as "publishedMs" from company_snapshot_set
          where account_id = ${accountId}::uuid and company_id = ${companyId}::uuid
            and snapshot_id = ${snapshotId}::uuid and connection_id = ${connectionId}::uuid and not is_released)`;
  const [row] = await ctx.db.read<DataSetState>(
    accountId,
    sql`select s.data_set_id as "dataSetId", s.generation, s.total, s."publishedMs" from ${sets} s
      where s.data_type = ${dataType}`,
    { fixedPlan: true },
  );
  if (!row) throw dataSetNotInSnapshot({ dataType });
  return row;
}

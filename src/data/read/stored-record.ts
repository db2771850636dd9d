import { sql } from 'kysely';
import type { Principal } from '../../http/access/principal.ts';
import { recordNotFound } from '../refusals.ts';
import { type DataSetPath, dataSetHead } from './data-set-head.ts';
import type { DataReadContext } from './data-set-state.ts';
import { explainMissing } from './explain-missing.ts';
import { inDataSet } from './record-list.ts';

/** A record of the newest published state, with the platform's own payload and the connection that it comes from. */
export type StoredRecord = { record: Record<string, unknown>; source: string | null; connectionId: string };

type Row = { version: number; connection_id: string; record: Record<string, unknown> | null; source: string | null };

export async function findStoredRecord(
  ctx: Pick<DataReadContext, 'db' | 'registry'>,
  principal: Principal,
  path: DataSetPath & { id: string },
): Promise<StoredRecord> {
  const [row] = await ctx.db.read<Row>(
    path.accountId,
    sql`select list.version, found.record, found.source, s.connection_id
      from ${dataSetHead(path)} list join data_set s on s.account_id = ${path.accountId}::uuid
        and s.company_id = ${path.companyId}::uuid and s.data_set_id = list.data_set_id
      left join lateral (select r.record_id, r.payload as record, r.source from record r
        where ${inDataSet(path, sql`list.data_set_id`)} and (r.record_id, r.gen_from) <= (${path.id}, list.version)
        order by r.record_id desc, r.gen_from desc limit 1) found on found.record_id = ${path.id}`,
  );
  if (!row || row.version === 0) throw await explainMissing(ctx, principal, path);
  if (!row.record) throw recordNotFound(path);
  return { record: row.record, source: row.source, connectionId: row.connection_id };
}

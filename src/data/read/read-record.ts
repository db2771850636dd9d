import { sql } from 'kysely';
import { taggedReply } from '../../http/etag.ts';
import type { Reply } from '../../http/route.ts';
import { readPage } from '../../lists/page/read-page.ts';
import { recordNotFound } from '../refusals.ts';
import { type DataSetPath, dataSetHead, heldHeader, stateHead } from './data-set-head.ts';
import { type DataReadContext, type RecordsRequest, requireState } from './data-set-state.ts';
import { explainMissing } from './explain-missing.ts';
import { inDataSet, recordJson, versionList } from './record-list.ts';

export type RecordRequest = Omit<RecordsRequest, 'path'> & { path: DataSetPath & { id: string } };

type Row = { version: number; gen_from: number | null; json: string | null; note: string | null };

/**
 * Reads a record with one statement, or with more if `asOf` or `snapshot` is given. The statement sorts by the key, so that PostgreSQL
 * uses the index of the key. With an equality condition instead, a fixed plan could use another index and read the
 * whole data set. The ETag is a hash of the record: after a failover, another version can get the number of a lost one.
 */
export async function readRecord(ctx: DataReadContext, request: RecordRequest): Promise<Reply> {
  const { path, query, principal } = request;
  const isNewest = query.asOf === undefined && query.snapshot === undefined;
  const state = isNewest ? request.state : await requireState(ctx, request, query);
  const [row] = await ctx.db.read<Row>(
    path.accountId,
    sql`select list.version, list.note, found.gen_from, found.json
      from ${state ? stateHead(path, state) : dataSetHead(path)} list left join lateral (
        select r.record_id, r.gen_from, ${recordJson(query)} as json from record r
        where ${inDataSet(path, sql`list.data_set_id`)} and (r.record_id, r.gen_from) <= (${path.id}, list.version)
        order by r.record_id desc, r.gen_from desc limit 1) found on found.record_id = ${path.id}`,
    { fixedPlan: true },
  );
  if (!row || (row.version === 0 && !state)) throw await explainMissing(ctx, principal, path);
  if (row.gen_from === null || row.json === null) throw recordNotFound(path);
  const reply = taggedReply(request, row.json);
  return isNewest ? { ...reply, headers: { ...reply.headers, ...heldHeader(row.note) } } : reply;
}

/** The versions of a record, newest first. */
export async function readVersions(ctx: DataReadContext, request: RecordRequest): Promise<Reply> {
  const { path, query } = request;
  const page = await readPage(ctx, versionList(path, query), { ...request, accountId: path.accountId });
  if (!page.isFound || page.version === 0) throw await explainMissing(ctx, request.principal, path);
  if (page.total === 0) throw recordNotFound(path);
  return taggedReply(request, page.body);
}

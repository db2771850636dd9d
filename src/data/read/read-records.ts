import { etagOf, notModified } from '../../http/etag.ts';
import type { Reply } from '../../http/route.ts';
import { restartLink } from '../../lists/page/page-links.ts';
import { planPage } from '../../lists/page/plan-page.ts';
import { readSnapshotPage } from '../../lists/page/read-page.ts';
import { snapshotGone } from '../../lists/refusals.ts';
import { customFieldsOf } from './custom-record-fields.ts';
import { heldHeader, isStateKept } from './data-set-head.ts';
import { type DataReadContext, type RecordsRequest, readAsOf, stateOfPage } from './data-set-state.ts';
import { explainMissing } from './explain-missing.ts';
import { pageByIndex } from './indexed-page.ts';
import { recordList, recordShape } from './record-list.ts';
import { findRecordSchema } from './record-schema.ts';

/** Reads a page of a data set: decides which state the page shows, then lets the `lists` module read the page. */
export async function readRecords(ctx: DataReadContext, request: RecordsRequest): Promise<Reply> {
  const { path, query, search } = request;
  const { accountId } = path;
  const dataType = findRecordSchema(path.dataType)?.dataType;
  if (!dataType) throw await explainMissing(ctx, request.principal, path);
  const custom = await customFieldsOf(ctx, path, query);
  const shape = recordShape(path, dataType, { ...query, asOf: readAsOf(query.asOf), custom });
  const plan = planPage(ctx, shape, { accountId, query });
  const state = await stateOfPage(ctx, request, plan);
  if (state) {
    const unchanged = notModified(request, tagOf({ ...state, source: state.dataSetId, search }));
    // A cursor contains the state that it reads. Check in the database that this state can still be read.
    if (unchanged && (!plan.cursor || (await isStateKept(ctx, path, state))))
      return { ...unchanged, headers: { ...unchanged.headers, ...heldHeader(state.heldSyncId) } };
  }
  const pages = {
    shape,
    list: () => recordList(path, shape, state, query),
    compiled: () => pageByIndex({ path, shape, plan, state, options: query }),
  };
  const asked = { accountId, query, self: request.self, search };
  const { content, ...page } = await readSnapshotPage(ctx, pages, asked, plan);
  const generation = state?.generation ?? page.version;
  if (!page.isFound || (state === undefined && generation === 0)) {
    const reason = await explainMissing(ctx, request.principal, path);
    // The connection and its data set were deleted while the client was paging; another data set may exist now.
    throw plan.cursor ? snapshotGone({ what: 'cursor', restart: restartLink(request) }) : reason;
  }
  const isChosen = query.asOf !== undefined || query.snapshot !== undefined;
  const held = isChosen ? {} : heldHeader(page.note);
  return { ...content, headers: { etag: tagOf({ ...page, generation, search }), ...held } };
}

type Tagged = { source: number | string; generation: number; publishedMs?: number | undefined; search: string };

/**
 * Builds the ETag from data set, generation and parameters. The number of a generation alone is not enough: after a
 * failover that lost it, another one can get it. Most requests have no parameters and need no hash.
 */
function tagOf({ source, generation, publishedMs = 0, search }: Tagged): string {
  return search ? etagOf(source, generation, publishedMs, search) : `W/"${source}.${generation}.${publishedMs}"`;
}

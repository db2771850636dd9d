import { badRequest, snapshotGone } from '../../base/errors.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Principal } from '../../http/access/principal.ts';
import { etagOf, isUnchanged } from '../../http/etag.ts';
import type { Reply } from '../../http/route.ts';
import { readInstant } from '../../lists/filter/filter-values.ts';
import type { ListContext, ListShape } from '../../lists/list.ts';
import { restartLink } from '../../lists/page/page-links.ts';
import { type PagePlan, planPage } from '../../lists/page/plan-page.ts';
import { isLarge, readPageBy, readPlannedPage, streamPage } from '../../lists/page/read-page.ts';
import type { ListQuery } from '../../lists/wire.ts';
import {
  type DataSetPath,
  type DataSetState,
  findDataSetState,
  findDataSetStateAt,
  isStateKept,
} from './data-set-head.ts';
import { explainMissing } from './explain-missing.ts';
import { pageByIndex } from './indexed-page.ts';
import { type RecordOptions, recordList, recordShape } from './record-list.ts';
import { findRecordSchema } from './record-schema.ts';

export type DataReadContext = ListContext & { registry: Registry };

export type RecordsRequest = {
  principal: Principal;
  path: DataSetPath;
  query: ListQuery & RecordOptions & { asOf?: string };
  self: string;
  search: string;
  ifNoneMatch: string | undefined;
};

/**
 * Reads a page of a data set. For an unfiltered page in index order, one statement with a fixed plan also finds the
 * data set. For other pages the data set is looked up first, because data sets differ in size by orders of magnitude
 * and the planner must see which data set it is.
 */
export async function readRecords(ctx: DataReadContext, request: RecordsRequest): Promise<Reply> {
  const { path, query, search } = request;
  const dataType = findRecordSchema(path.dataType)?.dataType;
  if (!dataType) throw await explainMissing(ctx, request.principal, path);
  const asOf = readAsOf(query.asOf);
  const shape = recordShape(path, dataType, { asOf });
  const plan = planPage(ctx, shape, { accountId: path.accountId, query });
  const tagFor = (source: number | string, generation: number) => tagOf({ source, generation, search });

  const { cursor } = plan;
  let state: DataSetState | undefined;
  if (cursor) {
    state = { dataSetId: Number(cursor.source), generation: cursor.version, total: cursor.total };
    const etag = tagFor(state.dataSetId, state.generation);
    const isKnown = isUnchanged(request, etag) && (await isStateKept(ctx, path, state));
    if (isKnown) return { status: 304, headers: { etag } };
  } else if (!isFirstByIndex(plan) || asOf !== undefined || request.ifNoneMatch !== undefined) {
    state = await requireState(ctx, request, { asOf });
    const etag = tagFor(state.dataSetId, state.generation);
    if (isUnchanged(request, etag)) return { status: 304, headers: { etag } };
  }
  const page = await sendPage(ctx, request, { shape, plan, state });
  const generation = state?.generation ?? page.version;
  if (!page.isFound || (state === undefined && generation === 0)) {
    const reason = await explainMissing(ctx, request.principal, path);
    // The connection and its data set were deleted while the client was paging; another data set may exist now.
    throw cursor ? snapshotGone({ what: 'cursor', restart: restartLink(request) }) : reason;
  }
  return { ...page.reply, headers: { etag: tagFor(page.source, generation) } };
}

/** Builds the ETag from data set, generation and parameters. Most requests have no parameters and need no hash. */
function tagOf({ source, generation, search }: { source: number | string; generation: number; search: string }) {
  return search ? etagOf(source, generation, search) : `W/"${source}.${generation}"`;
}

const isFirstByIndex = (plan: PagePlan) => plan.isByIndex && plan.page === 1 && !isLarge(plan);

async function sendPage(
  ctx: DataReadContext,
  { path, query, self, search }: RecordsRequest,
  { shape, plan, state }: { shape: ListShape; plan: PagePlan; state: DataSetState | undefined },
) {
  const asked = { accountId: path.accountId, query, self, search };
  if (isLarge(plan)) {
    const { parts, ...head } = await streamPage(ctx, recordList(path, shape, state, query), asked, plan);
    return { ...head, reply: { stream: parts } };
  }
  const isCompiled = plan.isByIndex && (plan.cursor !== undefined || plan.page === 1);
  const { body, ...head } = isCompiled
    ? await readPageBy(ctx, shape, asked, plan, pageByIndex({ path, shape, plan, state, options: query }))
    : await readPlannedPage(ctx, recordList(path, shape, state, query), asked, plan);
  return { ...head, reply: { json: body } };
}

/** Returns the state to read. Throws if there is no such state or if it is no longer retained. */
export async function requireState(
  ctx: DataReadContext,
  request: Pick<RecordsRequest, 'principal' | 'path' | 'self' | 'search'>,
  { asOf }: { asOf: string | undefined },
): Promise<DataSetState> {
  const { path, principal } = request;
  const state = asOf === undefined ? await findDataSetState(ctx, path) : await findDataSetStateAt(ctx, path, asOf);
  if (!state || state.published === 0) throw await explainMissing(ctx, principal, path);
  // Generation 0, before the first publication, is empty and can always be read.
  if (state.generation > 0 && state.generation < state.oldest)
    throw snapshotGone({ what: 'asOf', restart: restartLink(request) });
  return state;
}

export function readAsOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const instant = readInstant(text);
  if (instant !== undefined) return instant;
  const error = `The parameter "asOf" must be a time such as 2026-01-31T09:30:00Z, not "${text}".`;
  throw badRequest({
    code: 'inputInvalid',
    error: `Bad request: ${error}`,
    items: [{ itemId: 'asOf', message: error }],
  });
}

import { inputInvalid } from '../../base/errors.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Principal } from '../../http/access/principal.ts';
import { readInstant } from '../../lists/filter/filter-values.ts';
import type { ListContext } from '../../lists/list.ts';
import { restartLink } from '../../lists/page/page-links.ts';
import type { PagePlan } from '../../lists/page/plan-page.ts';
import { snapshotGone } from '../../lists/refusals.ts';
import type { ListQuery } from '../../lists/wire.ts';
import { findSnapshotState } from '../snapshots/find-snapshot-state.ts';
import { type DataSetPath, type DataSetState, findDataSetState, findDataSetStateAt } from './data-set-head.ts';
import { explainMissing } from './explain-missing.ts';
import type { RecordOptions } from './record-list.ts';

export type DataReadContext = ListContext & { registry: Registry };

/** Which state is read: by default the newest published one. */
export type StateQuery = { asOf?: string; snapshot?: string };

export type RecordsRequest = {
  principal: Principal;
  path: DataSetPath;
  query: ListQuery & RecordOptions & StateQuery;
  self: string;
  search: string;
  ifNoneMatch: string | undefined;
  /** The newest published state, if it is known already (freshness/read-fresh-enough.ts). */
  state?: DataSetState;
};

/**
 * Decides which state of the data set a page shows. Returns undefined if the statement that reads the page can find the
 * newest state itself. In all other cases, the data set is looked up before the page is read, so that the planner knows
 * its id. Otherwise the planner could choose a slow plan, because data sets differ in size by orders of magnitude.
 */
export async function stateOfPage(
  ctx: DataReadContext,
  request: RecordsRequest,
  plan: PagePlan,
): Promise<DataSetState | undefined> {
  const { cursor } = plan;
  const { snapshot } = request.query;
  // Also with a cursor: it must not outlive the snapshot.
  if (snapshot !== undefined) return requireState(ctx, request, request.query);
  if (cursor) {
    const { source, version, total, publishedMs } = cursor;
    return { dataSetId: Number(source), generation: version, total, publishedMs };
  }
  if (request.state) return request.state;
  const { asOf } = request.query;
  const isFoundByPage = plan.way === 'compiled' && asOf === undefined && request.ifNoneMatch === undefined;
  return isFoundByPage ? undefined : requireState(ctx, request, request.query);
}

/** Returns the state to read. Throws if there is no such state or if it is no longer retained. */
export async function requireState(
  ctx: DataReadContext,
  request: Pick<RecordsRequest, 'principal' | 'path' | 'self' | 'search'>,
  query: StateQuery,
): Promise<DataSetState> {
  const { path, principal } = request;
  requireOneState(query);
  if (query.snapshot !== undefined) return findSnapshotState(ctx, path, query.snapshot);
  const asOf = readAsOf(query.asOf);
  const state = asOf === undefined ? await findDataSetState(ctx, path) : await findDataSetStateAt(ctx, path, asOf);
  if (!state || state.published === 0) throw await explainMissing(ctx, principal, path);
  // Generation 0, before the first publication, is empty and can always be read.
  if (state.generation > 0 && state.generation < state.oldest)
    throw snapshotGone({ what: 'asOf', restart: restartLink(request) });
  return state;
}

export function requireOneState({ asOf, snapshot }: StateQuery): void {
  if (asOf === undefined || snapshot === undefined) return;
  const message = 'The parameters "asOf" and "snapshot" cannot be used together.';
  throw inputInvalid({ items: [{ itemId: 'snapshot', message }] });
}

export function readAsOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const instant = readInstant(text);
  if (instant !== undefined) return instant;
  const error = `The parameter "asOf" must be a time such as 2026-01-31T09:30:00Z, not "${text}".`;
  throw inputInvalid({
    items: [{ itemId: 'asOf', message: error }],
  });
}

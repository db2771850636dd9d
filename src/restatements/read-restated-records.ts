import type { Call, Reply } from '../http/route.ts';
import type { ListContext } from '../lists/list.ts';
import { planPage } from '../lists/page/plan-page.ts';
import { readPlannedPage } from '../lists/page/read-page.ts';
import type { ListQuery } from '../lists/wire.ts';
import { restatedTypes } from './kinds.ts';
import { readComparison } from './moments.ts';
import type { RestatementsContext } from './read-restatements.ts';
import { readStates, readStatesText, writeStates } from './read-states.ts';
import { statesGone } from './refusals.ts';
import { restatedList } from './restated-list.ts';
import type { ComparisonQuery } from './wire.ts';

type Query = ListQuery & ComparisonQuery & { include?: 'records'; states?: string };

/** A page of the restated records. The links carry the states, so that all pages compare the same ones. */
export async function readRestatedRecords(
  ctx: ListContext & RestatementsContext,
  call: Call<{ companyId: string }, Query>,
): Promise<Reply> {
  const { principal, params, query } = call;
  const company = { accountId: principal.accountId, companyId: params.companyId };
  const comparison = await readComparison(ctx, company, query);
  const sets =
    query.states === undefined
      ? (await readStates(ctx, { principal, ...params }, comparison, restatedTypes)).found
      : readStatesText(query.states);
  const list = restatedList(company, sets, comparison, { isWithRecords: query.include === 'records' });
  const search = new URLSearchParams(call.search);
  if (sets.length > 0) search.set('states', writeStates(sets));
  const request = { accountId: principal.accountId, query, self: call.self, search: search.toString() };
  // No index has the order of the list, so every page is a costly read.
  const plan = { ...planPage(ctx, list, request), isByIndex: false };
  const { body, isFound } = await readPlannedPage(ctx, list, request, plan);
  if (!isFound) throw statesGone();
  return { json: body };
}

import type { CompiledQuery } from 'kysely';
import type { Principal } from '../http/access/principal.ts';
import type { ListContext, ListRequest } from '../lists/list.ts';
import { compileOnce } from '../lists/page/compile-once.ts';
import { type PageRow, pageStatement } from '../lists/page/page-statement.ts';
import { type PagePlan, planPage } from '../lists/page/plan-page.ts';
import {
  type PageResult,
  readPageBy,
  readPlannedPage,
  type StateRow,
  stateStatement,
} from '../lists/page/read-page.ts';
import { narrowByName } from './find-by-name.ts';
import { companyList, companyShape } from './store.ts';

/** Reads a page of the companies that the principal may see. */
export async function readCompanies(
  ctx: ListContext,
  { companyTags }: Pick<Principal, 'companyTags'>,
  request: ListRequest,
): Promise<PageResult> {
  const { accountId, query } = request;
  const plan = planPage(ctx, companyShape({ companyTags }), request);
  if (isFirstPage(plan, query.orderBy))
    return readPageBy(ctx, wholeList, request, plan, firstPage(plan, { accountId, pageSize: plan.pageSize }));
  const list = companyList({ accountId, companyTags });
  const narrowed = await narrowByName(ctx, list, { accountId, query: query.query, plan });
  return readPlannedPage(ctx, narrowed, request, plan);
}

/** True for page 1 of all companies in the default order. A list that is limited to some companies has a filter. */
function isFirstPage({ way, cursor, filter }: PagePlan, orderBy: string | undefined): boolean {
  return way === 'compiled' && !cursor && !filter && !orderBy;
}

/** `readPageBy` uses its name, and that it is pinned; the statement contains the account. */
const wholeList = companyList({ accountId: '', companyTags: null });

type FirstPage = { accountId: string; pageSize: number };

let compiled: ((values: FirstPage) => CompiledQuery<PageRow>) | undefined;

/** Compiled once, because building and compiling the statement took an eighth of the server's work for a page. */
function firstPage(plan: PagePlan, values: FirstPage): CompiledQuery<PageRow> {
  compiled ??= compileOnce(({ accountId, pageSize }) =>
    pageStatement(companyList({ accountId, companyTags: null }), { ...plan, pageSize }, accountId),
  );
  return compiled(values);
}

const state = compileOnce<{ accountId: string; since: string }, StateRow>(({ accountId, since }) =>
  stateStatement(companyList({ accountId, companyTags: null }), since),
);

/** The statement of `isInState`. An API key that is limited to some companies uses the state of the whole list. */
export const companyStateSince = (accountId: string) => (since: string) => state({ accountId, since });

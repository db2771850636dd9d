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
  if (isPlain(plan, query.orderBy)) return readPageBy(ctx, wholeList, request, plan, plainPage(plan, accountId));
  const list = companyList({ accountId, companyTags });
  const narrowed = await narrowByName(ctx, list, { accountId, query: query.query, plan });
  return readPlannedPage(ctx, narrowed, request, plan);
}

/**
 * True for page 1 of all companies in the default order, and for pages reached from it by links. A list that is limited to
 * some companies has a filter.
 */
function isPlain({ way, filter }: PagePlan, orderBy: string | undefined): boolean {
  return way === 'compiled' && !filter && !orderBy;
}

/** `readPageBy` uses its name, and that it is pinned; the statement contains the account. */
const wholeList = companyList({ accountId: '', companyTags: null });

/** `key` and `snapshot` are those of the cursor. */
type PlainPage = { accountId: string; pageSize: number; key: string; snapshot: string };

const compiled = new Map<string, (values: PlainPage) => CompiledQuery<PageRow>>();

/**
 * Compiled once for page 1 and for each direction of a link, because building and compiling the statement took an eighth
 * of the server's work for a page.
 */
function plainPage(plan: PagePlan, accountId: string): CompiledQuery<PageRow> {
  const { cursor, pageSize } = plan;
  const kind = cursor ? `${cursor.backwards} ${cursor.inclusive}` : '';
  let statement = compiled.get(kind);
  if (!statement) {
    statement = compile(plan);
    compiled.set(kind, statement);
  }
  const [key = ''] = cursor?.keys ?? [];
  return statement({ accountId, pageSize, key, snapshot: cursor?.pin?.snapshot ?? '1:1:' });
}

function compile({ cursor, ...plan }: PagePlan) {
  return compileOnce<PlainPage, PageRow>(({ accountId, pageSize, key, snapshot }) =>
    pageStatement(
      companyList({ accountId, companyTags: null }),
      { ...plan, pageSize, cursor: cursor && { ...cursor, keys: [key], pin: { era: 0, snapshot } } },
      accountId,
    ),
  );
}

const state = compileOnce<{ accountId: string; since: string }, StateRow>(({ accountId, since }) =>
  stateStatement(companyList({ accountId, companyTags: null }), since),
);

/** The statement of `isInState`. An API key that is limited to some companies uses the state of the whole list. */
export const companyStateSince = (accountId: string) => (since: string) => state({ accountId, since });

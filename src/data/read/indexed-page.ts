import type { CompiledQuery } from 'kysely';
import type { ListShape } from '../../lists/list.ts';
import { compileOnce } from '../../lists/page/compile-once.ts';
import { type PageRow, pageStatement } from '../../lists/page/page-statement.ts';
import type { PagePlan } from '../../lists/page/plan-page.ts';
import type { DataSetPath, DataSetState } from './data-set-head.ts';
import { type RecordOptions, recordList } from './record-list.ts';

/**
 * The parameter values of a compiled statement. Most requests ask for a page in index order: the first page, or one
 * that is reached by a link. There are few kinds of such requests, so one statement of each kind is compiled and then
 * reused.
 */
type Values = DataSetPath & DataSetState & { connectionId: string; pageSize: number; key0: string; key1: string };

const statements = new Map<string, (values: Values) => CompiledQuery<PageRow>>();

export type PageByIndex = {
  path: DataSetPath;
  shape: ListShape;
  plan: PagePlan;
  state: DataSetState | undefined;
  options: RecordOptions & { orderBy?: string };
};

export function pageByIndex(page: PageByIndex): CompiledQuery<PageRow> {
  const { path, plan, state, options } = page;
  const { cursor } = plan;
  const way = cursor ? `${cursor.backwards} ${cursor.inclusive}` : '';
  const kind = [
    path.connectionId !== undefined,
    path.dataType,
    options.orderBy?.trim(),
    options.include,
    state !== undefined,
    way,
  ];
  let statement = statements.get(kind.join());
  if (!statement) {
    statement = compile(page);
    statements.set(kind.join(), statement);
  }
  const none = { dataSetId: 0, generation: 0, total: 0, connectionId: '' };
  const [key0 = '', key1 = ''] = cursor?.keys ?? [];
  return statement({ ...none, ...path, ...state, pageSize: plan.pageSize, key0, key1 });
}

function compile({ path, shape, plan, state, options }: PageByIndex) {
  return compileOnce<Values, PageRow>((values) => {
    const { accountId, companyId, dataType, connectionId, dataSetId, generation, total, pageSize, key0, key1 } = values;
    const known = { accountId, companyId, dataType, ...(path.connectionId !== undefined && { connectionId }) };
    const list = recordList(known, shape, state && { dataSetId, generation, total }, options);
    const cursor = plan.cursor && { ...plan.cursor, version: generation, keys: [key0, key1] };
    return pageStatement(list, { ...plan, pageSize, cursor }, accountId);
  });
}

import type { CompiledQuery, RawBuilder } from 'kysely';
import { CostlyReadTimeout, type Db } from '../../db/db.ts';
import type { ListRequest } from '../list.ts';
import { queryTooExpensive } from '../refusals.ts';
import type { PagePlan } from './plan-page.ts';

/** Runs the statement of a page. The statement counts as a costly read unless an index finds the page directly. */
export async function readCostly<Row>(
  ctx: { db: Db },
  { accountId, query }: Pick<ListRequest, 'accountId' | 'query'>,
  plan: PagePlan,
  statement: RawBuilder<Row> | CompiledQuery<Row>,
  options: { bytesOf?: string; atPrimary?: boolean } = {},
): Promise<Row[]> {
  const isFarIn = plan.cursor === undefined && plan.page > 1;
  const isCostly = !plan.isByIndex || plan.filter !== undefined || isFarIn;
  try {
    return await ctx.db.read<Row>(accountId, statement, { ...options, fixedPlan: plan.isByIndex, isCostly });
  } catch (error) {
    if (error instanceof CostlyReadTimeout)
      throw queryTooExpensive({ seconds: error.seconds, advice: adviceFor(query) });
    throw error;
  }
}

function adviceFor(query: ListRequest['query']): string[] {
  return [
    ...(query.query
      ? [
          'Narrow the filter: compare a date, an amount, a status or a reference first, and avoid "~" and fields of arrays.',
        ]
      : []),
    ...(query.orderBy ? ['Leave out "orderBy", or order by one field.'] : []),
    ...(query.page && !query.cursor ? ['Follow the "next" links instead of setting "page".'] : []),
    'To get only changes, read the change feed.',
  ];
}

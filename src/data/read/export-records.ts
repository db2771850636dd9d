import type { DataType } from '@daybook/connector-kit';
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { notWithCsv, tooManyColumns } from '../../csv/csv-refusals.ts';
import { csvLine } from '../../csv/csv-text.ts';
import type { Reply } from '../../http/route.ts';
import { type Fields, kindOf } from '../../lists/fields.ts';
import { restartLink } from '../../lists/page/page-links.ts';
import { type PageRow, pageStatement } from '../../lists/page/page-statement.ts';
import { type PagePlan, planPage } from '../../lists/page/plan-page.ts';
import { readCostly } from '../../lists/page/read-costly.ts';
import { fieldUnknown, snapshotGone } from '../../lists/refusals.ts';
import { type DataReadContext, type RecordsRequest, readAsOf, requireState } from './data-set-state.ts';
import { explainMissing } from './explain-missing.ts';
import { recordList, recordShape } from './record-list.ts';
import { findRecordSchema } from './record-schema.ts';

export type ExportQuery = RecordsRequest['query'] & { columns?: string };

/** Rows that are read by one statement. They are all that is held in memory. */
const rowsAtOnce = 500;
const columnsMax = 100;

/** Streams every record of the filter in one published state, as CSV. */
export async function exportRecords(
  ctx: DataReadContext,
  request: RecordsRequest & { query: ExportQuery },
): Promise<Reply> {
  const { path, query } = request;
  const { accountId } = path;
  for (const name of ['page', 'pageSize', 'cursor', 'include'] as const)
    if (query[name] !== undefined) throw notWithCsv(name);
  const schema = findRecordSchema(path.dataType);
  if (!schema) throw await explainMissing(ctx, request.principal, path);
  const asOf = readAsOf(query.asOf);
  const shape = recordShape(path, schema.dataType, { asOf });
  const columns = columnsOf(query.columns, shape.fields, schema);
  const filtered = { ...(query.query && { query: query.query }), ...(query.orderBy && { orderBy: query.orderBy }) };
  const wanted = { accountId, query: { ...filtered, pageSize: rowsAtOnce } };
  const plan = planPage(ctx, shape, wanted);
  const state = await requireState(ctx, request, { asOf });
  const values = columns.map((column) => sql`r.payload #>> ${column.split('.')}::text[]`);
  const list = {
    ...recordList(path, shape, state, {}),
    record: sql<string>`json_build_array(${sql.join(values)})::text`,
  };

  async function readPart(cursor: PagePlan['cursor']): Promise<PageRow | undefined> {
    const statement = pageStatement(list, { ...plan, way: 'planned', cursor }, accountId);
    const options = { bytesOf: 'results', atPrimary: true };
    const [row] = await readCostly<PageRow>(ctx, wanted, { ...plan, isByIndex: false, cursor }, statement, options);
    // The state was removed while the file was being written. Generation 0 is empty and can always be read.
    const isGone = state.generation > 0 && (row?.oldest ?? 0) > state.generation;
    if (!row || isGone || (row.publishedMs ?? undefined) !== state.publishedMs)
      throw snapshotGone({ what: 'cursor', restart: restartLink(request) });
    return row;
  }
  async function* lines() {
    const { dataSetId, generation: version, total, publishedMs } = state;
    const pinned = { version, source: String(dataSetId), publishedMs, total, request: plan.fingerprint };
    let row = await readPart(undefined);
    yield csvLine(columns);
    for (let page = 2; row; page++) {
      const rows: (string | null)[][] = row.results ? JSON.parse(`[${row.results}]`) : [];
      if (rows.length > 0) yield rows.map(csvLine).join('');
      if (rows.length < rowsAtOnce) return;
      row = await readPart({ ...pinned, page, backwards: false, inclusive: false, keys: row.last });
    }
  }
  const headers = {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${path.dataType}-${ctx.clock.now().toISOString().slice(0, 10)}.csv"`,
    'cache-control': 'no-store',
  };
  return { stream: lines(), headers };
}

/** Without a choice, all fields of a record that are not inside a list. */
function columnsOf(
  text: string | undefined,
  fields: Fields,
  schema: { dataType: DataType; stored: TSchema },
): string[] {
  const chosen = text?.split(',').map((name) => name.trim());
  if (!chosen) return leavesOf(schema.stored);
  if (chosen.length > columnsMax) throw tooManyColumns(columnsMax);
  for (const name of chosen) {
    const field = fields.find(name.split('.'));
    if (field && field.arrays.length === 0) continue;
    const error = `The parameter "columns" contains "${name}", which is not a field of a record. Allowed: ${leavesOf(schema.stored).join(', ')}, and lists as a whole.`;
    throw fieldUnknown({ itemId: name, error });
  }
  return chosen;
}

function leavesOf(schema: TSchema, before = ''): string[] {
  const { properties } = schema as { properties?: Record<string, TSchema> };
  return Object.entries(properties ?? {}).flatMap(([name, inner]) => {
    if (kindOf(inner) !== 'structure') return [before + name];
    return leavesOf(inner, `${before}${name}.`);
  });
}

import { type RawBuilder, sql } from 'kysely';
import { restartLink } from '../../lists/page/page-links.ts';
import { type PageRow, pageStatement } from '../../lists/page/page-statement.ts';
import { type PagePlan, planPage } from '../../lists/page/plan-page.ts';
import { readCostly } from '../../lists/page/read-costly.ts';
import { snapshotGone } from '../../lists/refusals.ts';
import { customFieldsOf } from '../read/custom-record-fields.ts';
import type { DataSetState } from '../read/data-set-head.ts';
import {
  type DataReadContext,
  type RecordsRequest,
  readAsOf,
  requireState,
  type StateQuery,
} from '../read/data-set-state.ts';
import { explainMissing } from '../read/explain-missing.ts';
import { recordList, recordShape } from '../read/record-list.ts';
import { findRecordSchema, type RecordSchema } from '../read/record-schema.ts';

export type ExportRequest = Omit<RecordsRequest, 'query'> & {
  query: { query?: string; orderBy?: string } & StateQuery;
};

/** How the records of a part are written: the text of one record, and the text between two of them. */
export type PartForm = { record: RawBuilder<string>; joinedBy: ',' | '\n' };

/** Rows that are read by one statement. They are all that is held in memory. */
const rowsAtOnce = 500;

export type Export = {
  state: DataSetState;
  /** Number of records of the filter. Known only after the first part was read. */
  total: number;
  /** The records in parts, as UTF-8 texts. Throws if it cannot read them all, so that the response is aborted. */
  parts: AsyncIterable<Buffer>;
};

/** Returns the schema of the records, or throws the reason why there is no such data set. */
export async function requireSchema(ctx: DataReadContext, request: ExportRequest): Promise<RecordSchema> {
  const schema = findRecordSchema(request.path.dataType);
  if (!schema) throw await explainMissing(ctx, request.principal, request.path);
  return schema;
}

/** Finds the state to export. Its number stays the same for the whole export, whatever is published meanwhile. */
export async function findState(ctx: DataReadContext, request: ExportRequest): Promise<DataSetState> {
  return requireState(ctx, request, request.query);
}

/** Reads every record of the filter in one published state. The first part is read before this function returns. */
export async function readParts(
  ctx: DataReadContext,
  request: ExportRequest,
  { schema, state, form }: { schema: RecordSchema; state: DataSetState; form: PartForm },
): Promise<Export> {
  const { path, query } = request;
  const { accountId } = path;
  const custom = await customFieldsOf(ctx, path, query);
  const shape = recordShape(path, schema.dataType, { ...query, asOf: readAsOf(query.asOf), custom });
  const filtered = { ...(query.query && { query: query.query }), ...(query.orderBy && { orderBy: query.orderBy }) };
  const wanted = { accountId, query: { ...filtered, pageSize: rowsAtOnce } };
  const plan = planPage(ctx, shape, wanted);
  const list = { ...recordList(path, shape, state, {}), record: form.record, joinedBy: sql.lit(form.joinedBy) };

  async function readPart(cursor: PagePlan['cursor']): Promise<PageRow> {
    const statement = pageStatement(list, { ...plan, way: 'planned', cursor }, accountId);
    const options = { bytesOf: 'results', atPrimary: true };
    const [row] = await readCostly<PageRow>(ctx, wanted, { ...plan, isByIndex: false, cursor }, statement, options);
    // The state was removed while the file was being written. Generation 0 is empty and can always be read.
    const isGone = state.generation > 0 && (row?.oldest ?? 0) > state.generation;
    if (!row || isGone || (row.publishedMs ?? undefined) !== state.publishedMs)
      throw snapshotGone({ what: 'cursor', restart: restartLink(request) });
    return row;
  }

  const first = await readPart(undefined);
  const total = plan.filter ? (first.total ?? first.counted ?? 0) : state.total;

  async function* parts() {
    const { dataSetId, generation: version, publishedMs } = state;
    const pinned = { version, source: String(dataSetId), publishedMs, total, request: plan.fingerprint };
    let sent = 0;
    let row = first;
    for (let page = 2; ; page++) {
      sent += row.length;
      if (row.results && row.length > 0) yield row.results;
      if (row.length < rowsAtOnce) break;
      row = await readPart({ ...pinned, page, backwards: false, inclusive: false, keys: row.last });
    }
    // The response has announced this number. A client must not take fewer records for all of them.
    if (sent !== total) throw new Error(`An export of ${total} records found ${sent}.`);
  }
  return { state, total, parts: parts() };
}

import { sql } from 'kysely';
import type { CustomField } from '../../connectors/custom-fields.ts';
import { notWithCsv } from '../../csv/csv-refusals.ts';
import { csvLine } from '../../csv/csv-text.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import type { Reply } from '../../http/route.ts';
import { findCustomFields } from '../read/custom-record-fields.ts';
import { type DataSetState, heldHeader } from '../read/data-set-head.ts';
import type { DataReadContext, RecordsRequest } from '../read/data-set-state.ts';
import type { RecordSchema } from '../read/record-schema.ts';
import { columnsNotAllowed } from './export-refusals.ts';
import { parquetColumns } from './parquet-columns.ts';
import { type ExportRequest, findState, type PartForm, readParts, requireSchema } from './read-parts.ts';
import { columnsOf } from './record-columns.ts';
import { requireThread, writeParquet } from './write-parquet.ts';

export type ListExportQuery = RecordsRequest['query'] & { columns?: string };

/** `format=csv` of a list: every record of the filter in one published state. */
export async function exportList(
  ctx: DataReadContext,
  request: RecordsRequest & { query: ListExportQuery },
): Promise<Reply> {
  for (const name of ['page', 'pageSize', 'cursor', 'include'] as const)
    if (request.query[name] !== undefined) throw notWithCsv(name);
  return exportRecords(ctx, { ...request, ifNoneMatch: undefined }, 'csv');
}

export const exportFormats = ['csv', 'ndjson', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

type Written = { form: PartForm; write(parts: AsyncIterable<Buffer>): AsyncIterable<string | Buffer> };

export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/**
 * Streams every record of the filter in one published state. A failure after the first part aborts the response, so
 * that a client never takes a part of the records for all of them.
 */
export async function exportRecords(
  ctx: DataReadContext,
  request: ExportRequest & { query: { columns?: string } },
  format: ExportFormat,
): Promise<Reply> {
  const { path, query } = request;
  const schema = await requireSchema(ctx, request);
  if (format === 'ndjson' && query.columns !== undefined) throw columnsNotAllowed();
  const state = await findState(ctx, request);
  const custom = format === 'ndjson' ? [] : await findCustomFields(ctx, path);
  const written = formOf(format, { accountId: path.accountId, schema, state, columns: query.columns, custom });
  const etag = etagOf(state.dataSetId, state.generation, state.publishedMs ?? 0, request.search);
  const held = heldHeader(state.heldSyncId);
  const unchanged = notModified(request, etag);
  if (unchanged) return { ...unchanged, headers: { ...unchanged.headers, ...held } };
  const { total, parts } = await readParts(ctx, request, { schema, state, form: written.form });
  const day = ctx.clock.now().toISOString().slice(0, 10);
  const headers = {
    'content-type': contentTypes[format],
    'content-disposition': `attachment; filename="${path.dataType}-${day}.${format}"`,
    'cache-control': 'no-store',
    'x-generation': String(state.generation),
    'x-total-results': String(total),
    etag,
    ...held,
  };
  return { stream: written.write(parts), headers };
}

type Wanted = {
  accountId: string;
  schema: RecordSchema;
  state: DataSetState;
  columns: string | undefined;
  custom: readonly CustomField[];
};

function formOf(format: ExportFormat, { accountId, schema, state, columns, custom }: Wanted): Written {
  if (format === 'ndjson') return ndjson();
  if (format === 'csv') return csv(columnsOf(columns, schema, { custom }));
  requireThread(accountId);
  const paths = columnsOf(columns, schema, { withLists: true, custom });
  const metadata = {
    'daybook.dataType': schema.dataType.name,
    'daybook.generation': String(state.generation),
    ...(state.heldSyncId && { 'daybook.heldSyncId': state.heldSyncId }),
  };
  const data = { columns: parquetColumns(schema.stored, paths, custom), metadata };
  // A JSON text has no line breaks, so that the thread can tell the rows apart without reading all of them at once.
  return { form: { ...textsOf(paths), joinedBy: '\n' }, write: (parts) => writeParquet(accountId, data, parts) };
}

/** One record a line, as PostgreSQL stores it: with every digit. Its JSON contains no line breaks. */
function ndjson(): Written {
  return {
    form: { record: sql<string>`r.payload::text`, joinedBy: '\n' },
    async *write(parts) {
      for await (const part of parts) {
        yield part;
        yield '\n';
      }
    },
  };
}

/** Each record as a JSON array with the texts of its fields. */
function textsOf(columns: readonly string[]): PartForm {
  const values = columns.map((column) => sql`r.payload #>> ${column.split('.')}::text[]`);
  return { record: sql<string>`json_build_array(${sql.join(values)})::text`, joinedBy: ',' };
}

function csv(columns: readonly string[]): Written {
  return {
    form: textsOf(columns),
    async *write(parts) {
      yield csvLine(columns);
      for await (const part of parts) {
        const rows: (string | null)[][] = JSON.parse(`[${part}]`);
        yield rows.map(csvLine).join('');
      }
    },
  };
}

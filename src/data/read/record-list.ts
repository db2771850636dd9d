import type { DataType } from '@daybook/connector-kit';
import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { column, columns, shown } from '../../lists/columns.ts';
import type { List, ListShape } from '../../lists/list.ts';
import { time } from '../../lists/wire.ts';
import { type DataSetPath, type DataSetState, dataSetHead, stateHead } from './data-set-head.ts';
import { recordFields } from './record-fields.ts';
import { AnyRecord } from './record-schema.ts';

/**
 * This file builds the SQL that reads the table `record`. PostgreSQL returns the payload as text, which is sent without
 * being parsed.
 */
export type RecordOptions = { include?: 'sourceData' | undefined };

const plain = sql<string>`r.payload::text`;
const withSource = sql<string>`case when r.source is null then r.payload::text
  else left(r.payload::text, -1) || ',"sourceData":' || r.source || '}' end`;

export const recordJson = ({ include }: RecordOptions): RawBuilder<string> => (include ? withSource : plain);

/** Condition for the rows of a data set. Always uses the whole key prefix, including the account. */
export const inDataSet = (
  { accountId, companyId }: Pick<DataSetPath, 'accountId' | 'companyId'>,
  dataSetId: RawBuilder<number>,
) =>
  sql<boolean>`r.account_id = ${accountId}::uuid and r.company_id = ${companyId}::uuid and r.data_set_id = ${dataSetId}`;

export const visibleAt = (generation: RawBuilder<number>) =>
  sql<boolean>`r.gen_from <= ${generation}::int and (r.gen_to is null or r.gen_to > ${generation}::int)`;

export function recordShape(path: DataSetPath, dataType: DataType, { asOf }: { asOf?: string | undefined }): ListShape {
  return {
    name: ['records', path.companyId, path.connectionId ?? '', path.dataType, asOf ?? ''].join(' '),
    fields: recordFields(dataType),
    key,
  };
}

const key = { expression: sql`r.record_id`, type: sql`text`, descending: false, indexed: true };

/**
 * Returns the list of the records in the given state. The values of the state are passed to the statement, so that the
 * planner can use them. Without `state`, the statement looks up the newest state.
 */
export function recordList(
  path: DataSetPath,
  shape: ListShape,
  state: DataSetState | undefined,
  options: RecordOptions,
) {
  const dataSetId = state ? sql<number>`${state.dataSetId}::bigint` : sql<number>`list.data_set_id`;
  return {
    ...shape,
    ...(state && { name: `data set ${state.dataSetId}` }),
    head: state ? stateHead(path, state) : dataSetHead(path),
    from: sql`record r`,
    scope: inDataSet(path, dataSetId),
    asOf: visibleAt,
    snapshot: {
      version: state ? sql<number>`${state.generation}` : sql<number>`list.version`,
      rowKey: [
        { column: sql`r.record_id`, type: sql`text` },
        { column: sql`r.gen_from`, type: sql`int` },
      ],
    },
    record: recordJson(options),
  } satisfies List;
}

const versionColumns = (options: RecordOptions) =>
  columns({
    generation: column(
      sql`r.gen_from`,
      Type.Integer({ minimum: 1, description: 'Number of the published state that added this version.' }),
    ),
    change: column(
      sql`case r.change when 'a' then 'added' when 'u' then 'updated' else 'deleted' end`,
      Type.Enum(['added', 'updated', 'deleted']),
    ),
    validFrom: column(sql`began.published_at`, Type.Optional(time)),
    validTo: column(
      sql`ended.published_at`,
      Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'When the version was replaced. Absent in the current version.',
        }),
      ),
    ),
    record: shown(recordJson(options), AnyRecord),
  });
const versions = { plain: versionColumns({}), withSource: versionColumns({ include: 'sourceData' }) };
export const RecordVersion = Type.Object(versions.plain.shape, { title: 'RecordVersion' });

/** Lists the published versions of a record, newest first. They are few, so they are counted on each request. */
export function versionList(path: DataSetPath & { id: string }, options: RecordOptions): List {
  const { json, fields } = options.include ? versions.withSource : versions.plain;
  const ofRecord = sql<boolean>`${inDataSet(path, sql`list.data_set_id`)} and r.record_id = ${path.id}
    and r.gen_from <= list.version`;
  const published = (generation: RawBuilder<number>) => sql`lateral (select p.published_at from publication p
    where p.account_id = r.account_id and p.company_id = r.company_id and p.data_set_id = r.data_set_id
      and p.generation = ${generation} and p.generation <= list.version)`;
  return {
    name: ['versions', path.companyId, path.connectionId ?? '', path.dataType, path.id].join(' '),
    unversioned: true,
    head: sql`(select list.*, (select count(*) from record r where ${ofRecord}) as total
      from (select h.data_set_id, h.version from ${dataSetHead(path)} h) list)`,
    from: sql`record r left join ${published(sql`r.gen_from`)} began on true
      left join ${published(sql`r.gen_to`)} ended on true`,
    scope: ofRecord,
    asOf: (version) => sql`r.gen_from <= ${version}::int`,
    record: json,
    fields,
    key: { expression: sql`r.gen_from`, type: sql`int`, descending: true },
  };
}

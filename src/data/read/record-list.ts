import type { DataType } from '@daybook/connector-kit';
import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { remappedRecord } from '../../base/remapped.ts';
import type { CustomField } from '../../connectors/custom-fields.ts';
import { column, columns, shown } from '../../lists/columns.ts';
import type { List, ListShape } from '../../lists/list.ts';
import { time } from '../../lists/wire.ts';
import { withCustomFields } from './custom-record-fields.ts';
import { type DataSetPath, type DataSetState, dataSetHead, stateHead } from './data-set-head.ts';
import { recordFields } from './record-fields.ts';
import { AnyRecord } from './record-schema.ts';

/**
 * This file builds the SQL that reads the table `record`. PostgreSQL returns the payload as text, which is sent without
 * being parsed.
 */
export const includes = ['sourceData', 'connection', 'sourceData,connection'] as const;
export type RecordOptions = { include?: (typeof includes)[number] | undefined };

const source = sql<string>`coalesce(',"sourceData":' || r.source, '')`;
/** Looked up for each record. The key of a data set is the beginning of the key of its records. */
const connection = sql<string>`coalesce((select ',"connection":' || json_build_object('connectionId', n.connection_id,
    'platformKey', n.platform_key, 'sourceType', n.source_type)
  from data_set s join connection n on n.account_id = s.account_id and n.company_id = s.company_id
    and n.connection_id = s.connection_id
  where s.account_id = r.account_id and s.company_id = r.company_id and s.data_set_id = r.data_set_id limit 1), '')`;

/** Adds members at the end of the record's text, which is not parsed. */
const withMembers = (...members: RawBuilder<string>[]) =>
  sql<string>`left(r.payload::text, -1) || ${sql.join(members, sql` || `)} || '}'`;

const recordTexts = {
  none: sql<string>`r.payload::text`,
  sourceData: withMembers(source),
  connection: withMembers(connection),
  'sourceData,connection': withMembers(source, connection),
};

export const recordJson = ({ include = 'none' }: { include?: keyof typeof recordTexts | undefined }) =>
  recordTexts[include];

/** Condition for the rows of a data set. Always uses the whole key prefix, including the account. */
export const inDataSet = (
  { accountId, companyId }: Pick<DataSetPath, 'accountId' | 'companyId'>,
  dataSetId: RawBuilder<number>,
) =>
  sql<boolean>`r.account_id = ${accountId}::uuid and r.company_id = ${companyId}::uuid and r.data_set_id = ${dataSetId}`;

export const visibleAt = (generation: RawBuilder<number>) =>
  sql<boolean>`r.gen_from <= ${generation}::int and (r.gen_to is null or r.gen_to > ${generation}::int)`;

export function recordShape(
  path: DataSetPath,
  dataType: DataType,
  {
    asOf = '',
    snapshot = '',
    custom = [],
  }: { asOf?: string | undefined; snapshot?: string | undefined; custom?: readonly CustomField[] },
): ListShape {
  const state = [asOf, ...(snapshot ? [snapshot] : [])];
  return {
    name: ['records', path.companyId, path.connectionId ?? '', path.dataType, ...state].join(' '),
    fields: withCustomFields(recordFields(dataType), custom),
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
    isRemapped: shown(
      sql`nullif(r.is_remapped, false)`,
      Type.Optional(
        Type.Boolean({
          description: remappedRecord,
        }),
      ),
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
const versions = new Map([undefined, ...includes].map((include) => [include, versionColumns({ include })]));
export const RecordVersion = Type.Object(versionColumns({}).shape, { title: 'RecordVersion' });

/** Lists the published versions of a record, newest first. They are few, so they are counted on each request. */
export function versionList(path: DataSetPath & { id: string }, options: RecordOptions): List {
  const { json, fields } = versions.get(options.include) ?? versionColumns(options);
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

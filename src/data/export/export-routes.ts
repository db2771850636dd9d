import { dataTypes } from '@daybook/connector-kit';
import Type, { type TObject } from 'typebox';
import { taggedReply } from '../../http/etag.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import { readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import type { DataReadContext } from '../read/data-set-state.ts';
import { manyOf } from '../read/data-type-words.ts';
import { asOf, companyId, connectionId, dataType, snapshot } from '../read/parameters.ts';
import { totalRecords } from '../read/publication-list.ts';
import { listTitle } from '../read/record-schema.ts';
import { DataSet, dataSetList } from './data-set-list.ts';
import { contentTypes, exportFormats, exportRecords } from './export-records.ts';
import { hashGeneration } from './generation-hash.ts';

const ExportQuery = Type.Object(
  {
    format: Type.Optional(
      Type.Enum([...exportFormats], {
        default: 'ndjson',
        description:
          '`csv` (RFC 4180), `ndjson`: one record as JSON on each line, or `parquet`: typed columns, and lists as JSON.',
      }),
    ),
    query: ListQuery.properties.query,
    orderBy: ListQuery.properties.orderBy,
    asOf,
    snapshot,
    columns: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description:
          'Not with `ndjson`: the fields to export, separated by commas, such as `invoiceNumber,customerRef.companyName`. The default is all fields that are not inside a list; a `parquet` file also has the lists.',
      }),
    ),
  },
  { additionalProperties: false },
);

const HashQuery = Type.Object(
  {
    generation: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Number of the published state. The default is the newest one.',
      }),
    ),
    snapshot,
  },
  { additionalProperties: false },
);

const GenerationHash = Type.Object(
  {
    generation: Type.Integer({ minimum: 1, description: 'Number of the published state.' }),
    totalRecords,
    hash: Type.String({
      pattern: '^[0-9a-f]{16}$',
      description:
        'The sum of the first 64 bits of the MD5 of each record, modulo 2^64, in hexadecimal digits. What is hashed is the text of the record as a PostgreSQL jsonb value.',
    }),
  },
  { title: 'GenerationHash' },
);

const aboutExport =
  'Streams all records of the filter in one published state, whatever is published meanwhile. `X-Generation` is the number of that state, and `X-Total-Results` is the number of records. If the export fails halfway, the connection is closed without the end of the response, which HTTP clients report as an error. Amounts keep every digit. In `csv`, a text that a spreadsheet would run as a formula begins with an apostrophe.';
const aboutHash =
  'Returns a number that depends on the content of all records of one published state, but not on their order. Use it to check whether a copy is complete and unchanged. The time that this takes grows with the number of records. The response is 410 if the state is no longer retained.';

const common = { tag: 'Data', scope: 'read' as const, isCompanySeen: true, method: 'GET' as const };

/** Operations for copies of whole data sets: files, a list of what there is, and a hash to compare with. */
export function exportRoutes(ctx: DataReadContext): Route[] {
  const atConnection = '/companies/{companyId}/connections/{connectionId}/data/{dataType}';
  const ofConnection = Type.Object({ companyId, connectionId, dataType });
  return [
    ...dataTypes.map(({ name }) =>
      exportRoute(ctx, {
        path: `/companies/{companyId}/data/${name}/export`,
        params: Type.Object({ companyId }),
        operationId: `export${listTitle(name)}`,
        dataType: name,
      }),
    ),
    exportRoute(ctx, {
      path: `${atConnection}/export`,
      params: ofConnection,
      operationId: 'exportRecordsOfConnection',
    }),
    route({
      ...common,
      path: `${atConnection}/hash`,
      operationId: 'hashRecordsOfConnection',
      summary: 'Get a hash of all records of a data type',
      description: aboutHash,
      params: ofConnection,
      query: HashQuery,
      answers: { 200: { description: 'The hash', schema: GenerationHash } },
      refusals: [409, 410],
      async read(call) {
        // It may take seconds, and the next request of the company need not wait for it.
        call.releaseSlot();
        const hashed = await hashGeneration(ctx, { ...placeOf(call as Call), ...call.query });
        return { body: hashed, headers: { 'cache-control': 'no-store' } };
      },
    }),
    route({
      method: 'GET',
      path: '/dataSets',
      operationId: 'listDataSets',
      tag: 'Data',
      summary: 'List data sets of all companies',
      description:
        'Returns one result for each data type of each connection whose first sync has completed, with the number of its newest published state. A data set disappears from this list when its connection or its company is deleted. All pages that the links lead to show the data sets as they were when page 1 was read, except that data sets deleted since then are missing.',
      scope: 'read',
      query: ListQuery,
      answers: {
        200: { description: 'A page of data sets', schema: Page(DataSet, 'A page of data sets'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId, companyTags } = call.principal;
        const { body } = await readPage(ctx, dataSetList({ accountId, companyTags }), { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
  ];
}

type Described = { path: string; params: TObject; operationId: string; dataType?: string };

/** Every data type has a path of its own, as its list has. */
function exportRoute(ctx: DataReadContext, { dataType: fixed, ...described }: Described): Route {
  return route({
    ...common,
    ...described,
    summary: `Export all ${fixed ? manyOf(fixed) : 'records of a data type'}`,
    description: aboutExport,
    query: ExportQuery,
    answers: {
      200: {
        description: 'The records',
        files: Object.values(contentTypes).map((type) => type.split(';')[0] ?? type),
        headers: ['ETag', 'X-Generation', 'X-Total-Results', 'Data-Held'],
      },
    },
    refusals: [409, 410],
    async read(call) {
      const { format = 'ndjson', ...query } = call.query;
      // The response may take minutes, and the next request of the company need not wait for it.
      call.releaseSlot();
      return exportRecords(ctx, { ...placeOf(call as Call, fixed), ifNoneMatch: call.ifNoneMatch, query }, format);
    },
  });
}

function placeOf({ principal, params, self, search }: Call, fixed?: string) {
  const given = params as { companyId: string; connectionId?: string; dataType?: string };
  const path = {
    accountId: principal.accountId,
    companyId: given.companyId,
    dataType: fixed ?? given.dataType ?? '',
    ...(given.connectionId !== undefined && { connectionId: given.connectionId }),
  };
  return { principal, path, self, search };
}

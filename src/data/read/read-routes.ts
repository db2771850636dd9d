import { dataTypes } from '@daybook/connector-kit';
import Type, { type TObject, type TSchema } from 'typebox';
import { onlyWithCsv } from '../../csv/csv-refusals.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import { exportList } from '../export/export-records.ts';
import { type FreshReadContext, readFreshEnough } from '../freshness/read-fresh-enough.ts';
import type { RecordsRequest } from './data-set-state.ts';
import { manyOf, oneOf } from './data-type-words.ts';
import { asOf, companyId, connectionId, dataType, snapshot } from './parameters.ts';
import { readRecord, readVersions } from './read-record.ts';
import { readRecords } from './read-records.ts';
import { includes, RecordVersion } from './record-list.ts';
import { AnyRecord, findRecordSchema, listTitle, recordTitle } from './record-schema.ts';

const id = Type.String({ minLength: 1, maxLength: 500, description: "The platform's own identifier." });

const include = Type.Optional(
  Type.Enum([...includes], {
    description:
      "`sourceData` adds the platform's own payload to each record. `connection` adds the connection that the record comes from.",
  }),
);
const format = Type.Optional(
  Type.Literal('csv', {
    description:
      'Returns all records of the filter as a CSV file (RFC 4180) instead of one page as JSON. Amounts keep every digit. A text that a spreadsheet would run as a formula begins with an apostrophe.',
  }),
);
const columns = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 4000,
    description:
      'With `format=csv`: the fields to export, separated by commas, such as `invoiceNumber,customerRef.companyName`. The default is all fields that are not inside a list.',
  }),
);
const RecordsQuery = Type.Object(
  { ...ListQuery.properties, include, asOf, snapshot, format, columns },
  { additionalProperties: false },
);
const RecordQuery = Type.Object({ include, asOf, snapshot }, { additionalProperties: false });
const VersionsQuery = Type.Object({ ...ListQuery.properties, include }, { additionalProperties: false });

const aboutLists =
  'Records are sorted by `id` unless `orderBy` is given. All page links read the same published state of the data set, so every record appears once and `totalResults` stays constant. When that state is no longer retained, the response is 410. Amounts are sorted by their first 15 digits.';
const aboutMissing =
  'The response is 409 until the first sync of the data set has completed, and 404 if no platform of the company supports the data type.';

/**
 * Every data type has paths of its own, so that generated clients are typed. The general paths below serve the same
 * data and return an error for a name that is not a data type.
 */
export function dataReadRoutes(ctx: FreshReadContext): Route[] {
  const typed = dataTypes.flatMap(({ name, description }) => {
    const record = findRecordSchema(name)?.wire ?? AnyRecord;
    const at = `/companies/{companyId}/data/${name}`;
    const params = Type.Object({ companyId });
    return [
      listRoute(ctx, {
        path: at,
        params,
        record,
        dataType: name,
        operationId: `list${listTitle(name)}`,
        about: description,
      }),
      recordRoute(ctx, {
        path: `${at}/{id}`,
        params: Type.Object({ companyId, id }),
        record,
        dataType: name,
        operationId: `get${recordTitle(name)}`,
        about: description,
      }),
    ];
  });
  const atCompany = { at: '/companies/{companyId}/data/{dataType}', params: { companyId, dataType }, suffix: '' };
  const atConnection = {
    at: '/companies/{companyId}/connections/{connectionId}/data/{dataType}',
    params: { companyId, connectionId, dataType },
    suffix: 'OfConnection',
  };
  const general = [atCompany, atConnection].flatMap(({ at, params, suffix }) => [
    listRoute(ctx, { path: at, params: Type.Object(params), record: AnyRecord, operationId: `listRecords${suffix}` }),
    recordRoute(ctx, {
      path: `${at}/{id}`,
      params: Type.Object({ ...params, id }),
      record: AnyRecord,
      operationId: `getRecord${suffix}`,
    }),
    versionsRoute(ctx, {
      path: `${at}/{id}/versions`,
      params: Type.Object({ ...params, id }),
      operationId: `listRecordVersions${suffix}`,
    }),
  ]);
  return [...typed, ...general];
}

type Described = {
  path: string;
  params: TObject;
  record: TSchema;
  operationId: string;
  /** Set if the path itself names the data type. */
  dataType?: string;
  about?: string;
};
type Params = { companyId: string; connectionId?: string; dataType?: string; id?: string };

const stateHeaders = ['Preference-Applied', 'Data-Age', 'Data-Age-Met', 'Data-Held'];
const common = { tag: 'Data', scope: 'read' as const, isCompanySeen: true, method: 'GET' as const };

function listRoute(ctx: FreshReadContext, { record, about, dataType: fixed, ...described }: Described): Route {
  const of = fixed ? manyOf(fixed) : 'records of a data type';
  return route({
    ...common,
    ...described,
    summary: `List ${of}`,
    description: [about, aboutLists, aboutMissing].filter(Boolean).join(' '),
    query: RecordsQuery,
    answers: {
      200: {
        description: 'A page of records',
        schema: Page(record, 'A page of records'),
        headers: ['ETag', ...stateHeaders],
        isAlsoCsv: true,
      },
    },
    refusals: [409, 410],
    takesAge: true,
    async read(call) {
      const request = requestOf(call as Call, fixed);
      if (call.query.format === undefined) {
        if (call.query.columns !== undefined) throw onlyWithCsv();
        return readFreshEnough(ctx, call as Call, { request, read: (asked) => readRecords(ctx, asked) });
      }
      // The response may take minutes, and the next request of the company need not wait for it.
      call.releaseSlot();
      return exportList(ctx, { ...request, query: call.query });
    },
  });
}

function recordRoute(ctx: FreshReadContext, { record, about, dataType: fixed, ...described }: Described): Route {
  return route({
    ...common,
    ...described,
    summary: `Get ${fixed ? oneOf(fixed) : 'a record of a data type'}`,
    description: [about, aboutMissing].filter(Boolean).join(' '),
    query: RecordQuery,
    answers: { 200: { description: 'The record', schema: record, headers: ['ETag', ...stateHeaders] } },
    refusals: [409, 410],
    takesAge: true,
    read(call) {
      const request = withId(call as Call, fixed);
      const read = (asked: RecordsRequest) => readRecord(ctx, { ...request, ...asked, path: request.path });
      return readFreshEnough(ctx, call as Call, { request, read });
    },
  });
}

function versionsRoute(ctx: FreshReadContext, described: Omit<Described, 'record'>): Route {
  return route({
    ...common,
    ...described,
    summary: 'List versions of a record',
    description: `Returns the newest version first. Old versions are available as long as they are retained. ${aboutMissing}`,
    query: VersionsQuery,
    answers: {
      200: {
        description: 'A page of versions',
        schema: Page(RecordVersion, 'A page of versions'),
        headers: ['ETag'],
      },
    },
    refusals: [409],
    read: (call) => readVersions(ctx, withId(call as Call)),
  });
}

function requestOf(call: Call, dataType?: string): RecordsRequest {
  const { principal, self, search, ifNoneMatch } = call;
  const params = call.params as Params;
  const path = {
    accountId: principal.accountId,
    companyId: params.companyId,
    dataType: dataType ?? params.dataType ?? '',
    ...(params.connectionId !== undefined && { connectionId: params.connectionId }),
  };
  return { principal, path, query: call.query as RecordsRequest['query'], self, search, ifNoneMatch };
}

function withId(call: Call, dataType?: string) {
  const request = requestOf(call, dataType);
  return { ...request, path: { ...request.path, id: (call.params as Params).id ?? '' } };
}

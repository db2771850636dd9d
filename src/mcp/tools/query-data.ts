import Type from 'typebox';
import { path } from '../call-operation.ts';
import { tool } from '../tool.ts';
import { acceptedAge, preferOf, stateOf } from './accepted-age.ts';
import { chooseFields, requireFields } from './filter-help.ts';
import { asOf, companyId, connectionId, dataType, limitOf, page, snapshot } from './inputs.ts';

export const fields = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 50,
    description:
      'Only these fields of each record, such as ["invoiceNumber", "customerRef.companyName"]; the id is always included. Default: all fields.',
  }),
);

export const queryData = tool({
  name: 'query_data',
  title: 'Query a data set',
  description:
    'Returns records of one data set of a company (invoices, bills, customers, payments and so on), filtered, sorted and in pages. "total" counts all records that match the filter, so a question like "how many" needs only limit 1. Choose fields to keep results short. Call describe_data with the dataType first to see its fields.',
  input: Type.Object(
    {
      companyId,
      dataType,
      query: Type.Optional(
        Type.String({
          maxLength: 2048,
          description: 'A filter such as status=Open && dueDate<2026-01-01. describe_data has the rules.',
        }),
      ),
      orderBy: Type.Optional(
        Type.String({ maxLength: 200, description: 'Up to three fields, such as -totalAmount,issueDate.' }),
      ),
      fields,
      page: Type.Optional(page),
      limit: limitOf(20, 200),
      asOf: Type.Optional(asOf),
      snapshot: Type.Optional(snapshot),
      ...acceptedAge,
      connectionId: Type.Optional(connectionId),
    },
    { additionalProperties: false },
  ),
  async run({ call }, { companyId: company, dataType: type, connectionId: connection, fields: wanted, ...given }) {
    if (wanted) requireFields(type, wanted);
    const { page: number = 1, limit: size = 20, query, orderBy, asOf: at, snapshot: pinned } = given;
    const { body, headers } = await call({
      ...preferOf(given),
      path: dataPath({ company, type, connection }),
      query: { query, orderBy, asOf: at, snapshot: pinned, page: number, pageSize: size },
    });
    const results = wanted ? body.results.map((record: object) => chooseFields(record, wanted)) : body.results;
    return {
      data: {
        ...{ results, total: body.totalResults, page: number, hasMore: body._links.next !== undefined },
        ...stateOf(headers),
      },
      rest: `Choose fields with "fields", or read a record with read_record. The API returns all of it: GET ${dataPath({ company, type, connection })}.`,
      page: { number, size },
    };
  },
});

export function dataPath(of: { company: string; type: string; connection: string | undefined }): string {
  const { company, type, connection } = of;
  if (connection === undefined) return path`/companies/${company}/data/${type}`;
  return path`/companies/${company}/connections/${connection}/data/${type}`;
}

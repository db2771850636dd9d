import Type from 'typebox';
import { path } from '../call-operation.ts';
import { tool } from '../tool.ts';
import { acceptedAge, preferOf, stateOf } from './accepted-age.ts';
import { chooseFields, requireFields } from './filter-help.ts';
import { asOf, companyId, connectionId, dataType, recordId, snapshot } from './inputs.ts';
import { dataPath, fields } from './query-data.ts';

type Version = { record?: unknown } & Record<string, unknown>;

export const readRecord = tool({
  name: 'read_record',
  title: 'Read one record and its versions',
  description:
    'Returns one record by its id, and how it has changed: the versions that are still kept, newest first, each with the time at which it was published. Versions are kept for some days.',
  input: Type.Object(
    {
      companyId,
      dataType,
      id: recordId,
      fields,
      versions: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 20,
          default: 5,
          description: 'How many versions; 5 by default, 0 for none.',
        }),
      ),
      asOf: Type.Optional(asOf),
      snapshot: Type.Optional(snapshot),
      ...acceptedAge,
      connectionId: Type.Optional(connectionId),
    },
    { additionalProperties: false },
  ),
  async run({ call }, { companyId: company, dataType: type, connectionId: connection, id, fields: wanted, ...given }) {
    if (wanted) requireFields(type, wanted);
    const { versions: count = 5, asOf: at, snapshot: pinned } = given;
    const at1 = `${dataPath({ company, type, connection })}${path`/${id}`}`;
    const { body: record, headers } = await call({
      ...preferOf(given),
      ...{ path: at1, query: { asOf: at, snapshot: pinned } },
    });
    const chosen = (value: unknown) => (wanted ? chooseFields(value, wanted) : value);
    const { body } =
      count === 0 ? { body: undefined } : await call({ path: `${at1}/versions`, query: { pageSize: count } });
    return {
      data: {
        record: chosen(record),
        ...stateOf(headers),
        ...(body && {
          versions: body.results.map((version: Version) =>
            version.record === undefined ? version : { ...version, record: chosen(version.record) },
          ),
          totalVersions: body.totalResults,
        }),
      },
      rest: `Choose fields with "fields", or set versions to 0. The API returns all of it: GET ${at1}.`,
    };
  },
});

import { dataTypes } from '@daybook/connector-kit';
import Type, { type Static } from 'typebox';
import { queryLengthMax } from '../lists/filter/parse-filter.ts';
import { uuid } from '../lists/wire.ts';

export const name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'Your name for the query. Its events contain it.',
});
const description = 'The data type whose records are watched.';
const dataType = Type.Enum(
  dataTypes.map((one) => one.name),
  { description },
);
export const shownType = Type.String({ description });
export const query = Type.String({
  minLength: 1,
  maxLength: queryLengthMax,
  description:
    'The filter, in the language of `query` of the lists of records, such as `totalAmount>10000 && status=Submitted`. Dates that have an index, such as `dueDate`, can be compared with `today`, `today-30` or `today+7`, which stand for a day in UTC. Fields of `customFields` are not possible.',
});
export const companyId = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'The company whose records are watched. Absent for all companies of the account.',
  }),
);

export const StandingQueryInput = Type.Object(
  { name, consumerId: uuid, companyId, dataType, query },
  { additionalProperties: false, title: 'StandingQueryInput' },
);
export type StandingQueryInput = Static<typeof StandingQueryInput>;

export const StandingQueryParams = Type.Object({ standingQueryId: uuid });

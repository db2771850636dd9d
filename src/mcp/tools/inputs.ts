import { dataTypes } from '@daybook/connector-kit';
import Type from 'typebox';

/** Arguments that several tools have. */
export const companyId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Id of the company, from find_companies.',
});
export const connectionId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Id of a connection of the company, from find_companies or describe_data.',
});
/** One of these words. Some programs need the type besides the values. */
export const choice = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Enum([...values], { type: 'string', ...options });

export const dataType = choice(
  dataTypes.map(({ name }) => name),
  { description: 'The data set. describe_data says which data sets the company has.' },
);
export const recordId = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "The record's id on the platform, from query_data. It differs from document numbers.",
});
export const page = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Page number, from 1.' });
export const asOf = Type.String({
  maxLength: 40,
  description: 'A time such as 2026-01-31T00:00:00Z: reads the data as it was published then, if it is still kept.',
});
export const snapshot = Type.String({
  maxLength: 100,
  description:
    'Id of a snapshot of the company: reads the data as it has pinned it, so that several data sets belong to one moment. Not together with asOf.',
});
export const limitOf = (fallback: number, maximum: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum, default: fallback, description: `Records per page; ${fallback} by default.` }),
  );

/** Puts a text into a filter literally. */
export const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

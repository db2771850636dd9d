import { dataTypes } from '@daybook/connector-kit';
import Type, { type Static } from 'typebox';
import { type CustomField, customFieldTypes } from '../connectors/custom-fields.ts';
import { uuid } from '../lists/wire.ts';

const closed = { additionalProperties: false };

export const fieldsMax = 50;

export const platformKey = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'The key of the platform, such as `xero`.',
});
const description = 'The data type whose records get the custom fields.';
const dataType = Type.Enum(
  dataTypes.map(({ name }) => name),
  { description },
);

export const mappedType = Type.String({ description });

export const MappingParams = Type.Object({ platformKey, dataType });
export const ConnectionMappingParams = Type.Object({ companyId: uuid, connectionId: uuid, dataType });

const Field = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9_]{0,49}$',
      description: 'The name of the value in `customFields`. Names are unique, whatever their case.',
    }),
    path: Type.String({
      minLength: 1,
      maxLength: 300,
      pattern: '^[^.\\u0000-\\u001f]+(\\.[^.\\u0000-\\u001f]+){0,9}$',
      description:
        'Where the value is in `sourceData`: names of members and positions in arrays (from 0), separated by dots, such as `lines.0.project.code`.',
    }),
    type: Type.Enum([...customFieldTypes], {
      description:
        'The type of the value. `text` also takes numbers, with all of their digits. `number` also takes a text such as "12.50". `date` takes a text that begins with a day such as 2026-01-31. `dateTime` takes a time with an offset, and shows it in UTC. A value that cannot be read as its type is absent.',
    }),
    pushTo: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[\\x21-\\x7e]+$',
        description:
          "The platform's field that a push sets with this value, such as `x_project`. The error of a wrong one says which fields are possible. Without it, a push cannot set the value.",
      }),
    ),
  },
  { ...closed, title: 'CustomField' },
);

export const fields = Type.Array(Field, {
  maxItems: fieldsMax,
  description: 'The custom fields, in the order in which you gave them.',
});

export const MappingInput = Type.Object({ fields }, { ...closed, title: 'MappingInput' });
export type MappingInput = Static<typeof MappingInput>;

export const level = Type.Enum(['account', 'connection'], {
  description:
    'Whether the mapping applies to all connections to the platform, or replaces that mapping for one connection.',
});
export type Mapping = {
  platformKey: string;
  dataType: string;
  level: Static<typeof level>;
  version: number;
  fields: CustomField[];
  created: string;
};

const values = (description: string) =>
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), { description });
const count = (description: string) => Type.Integer({ minimum: 0, description });

export const MappingPreview = Type.Object(
  {
    dataSets: count('How many data sets the mapping applies to.'),
    records: count('How many records these data sets have, without deleted ones.'),
    examined: count('How many records were examined.'),
    isSampled: Type.Boolean({
      description: 'True if the counts below are of a part of the records, because the time of a request was over.',
    }),
    changed: count('How many of the examined records would get other custom fields.'),
    unreadable: count('How many values of the examined records cannot be read as the type of their field.'),
    withoutSource: count('How many of the examined records have no stored `sourceData`. They would stay as they are.'),
    fields: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name of a field, before or after the change.' }),
        changed: count('In how many of the examined records the value would change, appear or disappear.'),
        present: count('How many of the examined records would have a value.'),
        unreadable: count('How many values cannot be read as the type of the field.'),
      }),
      { description: 'The fields of the new mapping in their order, then those that would disappear.' },
    ),
    examples: Type.Array(
      Type.Object({
        companyId: uuid,
        connectionId: uuid,
        id: Type.String({ description: "The platform's own identifier of the record." }),
        before: values('The custom fields that would change, as they are now.'),
        after: values('The same fields with the new mapping.'),
      }),
      { maxItems: 10, description: 'Up to ten records that would change.' },
    ),
  },
  { title: 'MappingPreview' },
);

import Type from 'typebox';
import { openValues } from '../base/open-values.ts';

const id = Type.String({ format: 'uuid' });
export const open = openValues();
export const recordIdText = { description: "The record's id on the platform." };

const Item = Type.Object({
  itemId: Type.Optional(Type.String({ description: 'The field that the message is about.' })),
  message: Type.String({ description: 'Human-readable text with a link to the documentation.' }),
  validatorName: Type.Optional(Type.String()),
  before: Type.Optional(
    Type.Unknown({
      description: 'If the record has changed since the version of `If-Match`: the value of the field then.',
    }),
  ),
  after: Type.Optional(Type.Unknown({ description: 'The value of the field now.' })),
});
export const Validation = Type.Object(
  { errors: Type.Array(Item), warnings: Type.Array(Item) },
  {
    description:
      '`errors` lists why the push failed. `warnings` lists values that the platform ignored, rounded, replaced or changed, and `validatorName` says which of these happened. A dry run lists the warnings that are known in advance.',
  },
);

export const DryRun = Type.Object(
  {
    dryRun: Type.Literal(true),
    dataType: Type.String(),
    operation: Type.String(),
    request: Type.Object(
      {
        method: Type.String(),
        url: Type.String(),
        headers: Type.Record(Type.String(), Type.String()),
        body: Type.Optional(Type.String()),
      },
      {
        description:
          'The request that would be sent, byte for byte, but without authentication. In a dry run, 00000000-0000-0000-0000-000000000000 takes the place of the operation id.',
      },
    ),
    validation: Validation,
  },
  { title: 'PushDryRun' },
);

export const PushOptions = Type.Object(
  {
    dataType: Type.String(),
    operations: Type.Object(
      {
        create: Type.Optional(Type.Unknown({ description: 'JSON Schema of the record.' })),
        update: Type.Optional(
          Type.Unknown({ description: 'JSON Schema of the new record, which replaces the whole old record.' }),
        ),
        delete: Type.Optional(
          Type.Unknown({ description: 'Present if the platform supports deletions. A deletion needs no record.' }),
        ),
      },
      { description: 'The operations that the platform supports, each with the schema of its record.' },
    ),
  },
  { title: 'PushOptions' },
);

const connection = { companyId: id, connectionId: id };
export const dataType = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A data type such as `invoices`.',
});
export const ConnectionPushParams = Type.Object({ ...connection, dataType });
export const RecordPushParams = Type.Object({
  ...connection,
  dataType,
  id: Type.String({ minLength: 1, maxLength: 500, ...recordIdText }),
});
export const PushParams = Type.Object({ companyId: id, pushId: id });

/** Maximum timeout: one week. A longer timeout would hide operations that hang. */
export const timeoutMinutesMax = 7 * 24 * 60;

export const PushQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Checks everything and returns the request without sending it.' }),
    ),
    timeoutInMinutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: timeoutMinutesMax,
        default: 60,
        description:
          'Minutes after which an unfinished operation becomes `TimedOut`. An operation that has not been sent by then is never sent.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const PushRecord = Type.Object(
  {},
  {
    title: 'PushRecord',
    description:
      'A record that matches the schema in `GET …/push/options/{dataType}`. `customFields` has values of custom fields whose mapping has `pushTo`.',
    additionalProperties: true,
  },
);

export const Resolution = Type.Object(
  {
    outcome: Type.Enum(['Success', 'Failed'], { description: 'The outcome that you found on the platform.' }),
    recordId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Id of the record that you found on the platform.' }),
    ),
  },
  { additionalProperties: false, title: 'PushResolution' },
);

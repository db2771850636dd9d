import Type from 'typebox';
import { pushStates, pushSteps } from './states.ts';

const id = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const open = 'More values may be added later.';

const Item = Type.Object({
  itemId: Type.Optional(Type.String({ description: 'The field that the message is about.' })),
  message: Type.String({ description: 'Human-readable text with a link to the documentation.' }),
  validatorName: Type.Optional(Type.String()),
});
const Validation = Type.Object(
  { errors: Type.Array(Item), warnings: Type.Array(Item) },
  {
    description:
      '`errors` lists why the push failed. `warnings` lists values that the platform ignored, rounded, replaced or changed, and `validatorName` says which of these happened. A dry run lists the warnings that are known in advance.',
  },
);

export const PushOperation = Type.Object(
  {
    pushId: id,
    companyId: id,
    connectionId: id,
    dataType: Type.String(),
    operation: Type.Enum(['create', 'update', 'delete'], { description: open }),
    status: Type.Enum(pushStates, {
      description: `A \`Pending\` operation becomes \`Success\`, \`Failed\` or \`TimedOut\`. A timed-out operation becomes \`Success\` or \`Failed\` when its outcome is known. ${open}`,
    }),
    statusCode: Type.Integer({
      description:
        '202 while the operation is pending, 200 after success, 504 after a timeout. After a failure, a status that describes the cause.',
    }),
    step: Type.Enum([...pushSteps], {
      description: `Progress on the platform. \`waiting\`: nothing has been sent. \`sent\`: the request was sent, and Daybook is determining its outcome. \`accepted\`: the platform is processing the request. \`known\`: the outcome is known. \`unknown\`: the outcome cannot be determined; check on the platform, then call \`resolve\`. ${open}`,
    }),
    requested: time,
    completed: Type.Optional(time),
    resolved: Type.Optional(
      Type.String({ format: 'date-time', description: 'When a timed-out operation was resolved.' }),
    ),
    timeoutInMinutes: Type.Integer(),
    record: Type.Optional(Type.Object({ id: Type.String() }, { description: "The record's id on the platform." })),
    errorMessage: Type.Optional(Type.String()),
    validation: Type.Optional(Validation),
    providerStatus: Type.Optional(
      Type.Integer({
        description:
          "HTTP status of the platform's response to the request. It can differ from `statusCode`. For example, it is still 202 after the operation has finished with 200.",
      }),
    ),
    lastPollStatus: Type.Optional(
      Type.Integer({
        description:
          "HTTP status of the platform's response when Daybook last asked for the outcome, which it does after a 202 or after a lost response.",
      }),
    ),
    retryAt: Type.Optional(Type.String({ format: 'date-time', description: 'When a waiting operation is retried.' })),
    sent: Type.Optional(
      Type.Unknown({ description: 'The record exactly as the client sent it. Not included in lists.' }),
    ),
  },
  { title: 'PushOperation' },
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
const dataType = Type.String({ minLength: 1, maxLength: 100, description: 'A data type such as `invoices`.' });
export const ConnectionPushParams = Type.Object({ ...connection, dataType });
export const RecordPushParams = Type.Object({
  ...connection,
  dataType,
  id: Type.String({ minLength: 1, maxLength: 500, description: "The record's id on the platform." }),
});
export const PushParams = Type.Object({ companyId: id, pushId: id });

/** One week. A longer timeout would hide operations that hang. */
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
  { title: 'PushRecord', description: 'A record that matches the schema in `GET …/push/options/{dataType}`.' },
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

import Type from 'typebox';
import { pushStates, pushSteps } from './states.ts';

const id = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const open = 'New values may appear.';

const Item = Type.Object({
  itemId: Type.Optional(Type.String({ description: 'The field concerned.' })),
  message: Type.String({ description: 'For people; contains a link to the documentation.' }),
  validatorName: Type.Optional(Type.String()),
});
const Validation = Type.Object(
  { errors: Type.Array(Item), warnings: Type.Array(Item) },
  {
    description:
      '`errors`: why it failed. `warnings`: what the platform did not take, rounded, replaced or changed; `validatorName` says which. Of a dry run, what is known before.',
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
      description: `\`Pending\` → \`Success\`, \`Failed\` or \`TimedOut\`; what has timed out is resolved when its outcome becomes known. ${open}`,
    }),
    statusCode: Type.Integer({
      description: '202 while pending, 200 for success, 504 for timed out; of a failure the status that says why.',
    }),
    step: Type.Enum([...pushSteps], {
      description: `What is known of the platform. \`waiting\`: nothing has been sent. \`sent\`: the request went out and its outcome is being found out. \`accepted\`: the platform works on it. \`known\`: the outcome. \`unknown\`: nobody can tell; look at the platform, then call \`resolve\`. ${open}`,
    }),
    requested: time,
    completed: Type.Optional(time),
    resolved: Type.Optional(
      Type.String({ format: 'date-time', description: 'When a timed-out operation was resolved.' }),
    ),
    timeoutInMinutes: Type.Integer(),
    record: Type.Optional(Type.Object({ id: Type.String() }, { description: "The record by the platform's own id." })),
    errorMessage: Type.Optional(Type.String()),
    validation: Type.Optional(Validation),
    providerStatus: Type.Optional(
      Type.Integer({
        description:
          'What the platform itself answered to the request. It can differ from `statusCode`: a 202 stays here beside the 200 of the finished operation.',
      }),
    ),
    lastPollStatus: Type.Optional(
      Type.Integer({
        description:
          'What the platform answered when it was last asked for the outcome: after a 202, or after an answer that was lost.',
      }),
    ),
    retryAt: Type.Optional(Type.String({ format: 'date-time', description: 'While it waits: until when.' })),
    sent: Type.Optional(
      Type.Unknown({ description: 'The record as it was given, to the digit. Only where one operation is asked for.' }),
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
          'What would be sent, byte for byte, without what signs it in. Where the operation id stands in it, a dry run has 00000000-0000-0000-0000-000000000000.',
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
          Type.Unknown({ description: 'JSON Schema of the record, which is replaced as a whole.' }),
        ),
        delete: Type.Optional(Type.Unknown({ description: 'Takes no record.' })),
      },
      { description: 'The operations that the platform has, each with what may be sent.' },
    ),
  },
  { title: 'PushOptions' },
);

const connection = { companyId: id, connectionId: id };
const dataType = Type.String({ minLength: 1, maxLength: 100, description: 'As in `GET …/push/options/{dataType}`.' });
export const ConnectionPushParams = Type.Object({ ...connection, dataType });
export const RecordPushParams = Type.Object({
  ...connection,
  dataType,
  id: Type.String({ minLength: 1, maxLength: 500, description: "The record by the platform's own id." }),
});
export const PushParams = Type.Object({ companyId: id, pushId: id });

/** A day and a week are as long as a client can be expected to wait; longer ones would hide what hangs. */
export const timeoutMinutesMax = 7 * 24 * 60;

export const PushQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Checks everything, sends nothing, and shows what would be sent.' }),
    ),
    timeoutInMinutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: timeoutMinutesMax,
        default: 60,
        description: 'What has not ended by then is `TimedOut`. What was not sent by then is never sent.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const PushRecord = Type.Object(
  {},
  { title: 'PushRecord', description: 'As `GET …/push/options/{dataType}` says.' },
);

export const Resolution = Type.Object(
  {
    outcome: Type.Enum(['Success', 'Failed'], { description: 'What you have found at the platform.' }),
    recordId: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Of what you have found.' })),
  },
  { additionalProperties: false, title: 'PushResolution' },
);

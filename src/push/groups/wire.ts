import Type, { type Static } from 'typebox';
import { openValues } from '../../base/open-values.ts';
import { DryRun, dataType, timeoutMinutesMax } from '../wire.ts';
import { referenceField } from './references.ts';

const id = Type.String({ format: 'uuid' });
const key = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,49}$',
  description: 'Name of the step in this group, for references to its record.',
});
const operation = Type.Enum(['create', 'update', 'delete']);

export const stepsMax = 20;

const StepReference = Type.Object(
  { [referenceField]: Type.String({ description: 'Key of an earlier step that creates or updates a record.' }) },
  { additionalProperties: false, title: 'PushStepReference' },
);

const Step = Type.Object(
  {
    key,
    dataType,
    operation,
    recordId: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 500 }), StepReference], {
        description: "The record's id on the platform. Needed for update and delete.",
      }),
    ),
    record: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'The record, as for a single push. In place of an id, `{"fromStep": "customer"}` stands for the id of the record of the step `customer`. Needed for create and update.',
        },
      ),
    ),
    ifMatch: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'For update and delete: the ETag of the record that the change is made from, as the header `If-Match` of a single push.',
      }),
    ),
  },
  { additionalProperties: false, title: 'PushGroupStepInput' },
);

export const onFailure = Type.Enum(['stop', 'undo'], {
  description:
    'What happens if a step fails. `stop`: no further step is started, and what was done stays. `undo`: the steps before it are also undone, the last one first, as `undo` of each step says.',
});

export const GroupInput = Type.Object(
  {
    connectionId: id,
    onFailure,
    steps: Type.Array(Step, {
      minItems: 1,
      maxItems: stepsMax,
      description: 'Carried out in this order. A step is started when the one before has succeeded.',
    }),
  },
  { additionalProperties: false, title: 'PushGroupInput' },
);
export type GroupInput = Static<typeof GroupInput>;
export type StepInput = GroupInput['steps'][number];

export const GroupQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Checks all steps and returns their requests. Sends nothing.' }),
    ),
    timeoutInMinutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: timeoutMinutesMax,
        default: 60,
        description: 'Of each step, from its start. A step that has not been sent by then fails.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const GroupParams = Type.Object({ companyId: id, pushGroupId: id });

export const undo = Type.Optional(
  Type.Enum(['void', 'delete', 'archive'], {
    description: openValues(
      'How the step is undone on this platform: the new record is voided, deleted or archived. Absent if it cannot be undone.',
    ),
  }),
);

export const GroupDryRun = Type.Object(
  {
    dryRun: Type.Literal(true),
    onFailure,
    steps: Type.Array(
      Type.Object({
        key,
        dataType,
        operation,
        undo,
        request: DryRun.properties.request,
        undoRequest: Type.Optional({
          ...DryRun.properties.request,
          description: 'The request that would undo the step, as `undo` says. Absent if it cannot be undone.',
        }),
        validation: DryRun.properties.validation,
      }),
      { description: 'In the requests, `<id from step …>` takes the place of ids that the platform will assign.' },
    ),
  },
  { title: 'PushGroupDryRun' },
);

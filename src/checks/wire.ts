import { dataTypes } from '@daybook/connector-kit';
import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { time, uuid } from '../lists/wire.ts';
import { checkNames, levels } from './catalogue.ts';

const closed = { additionalProperties: false };

export const recordsMax = 50;

const check = Type.Enum(checkNames, { description: openValues('Name of the check.') });
const level = Type.Enum([...levels], {
  description:
    'What happens if the check finds something. `inform`: it is reported. `warn`: the same, and the portal marks it as a warning. `hold`: the new state is not published until a person confirms it.',
});

export const CheckSetting = Type.Object(
  {
    check,
    level,
    tolerance: Type.Number({ minimum: 0, description: 'What is allowed, in the unit of the check.' }),
    isDefault: Type.Boolean({ description: 'Whether level and tolerance are the defaults.' }),
    about: Type.String({ description: 'What the check finds.' }),
    toleranceAbout: Type.String({ description: 'What the tolerance means.' }),
  },
  { title: 'CheckSetting' },
);
export type CheckSetting = Static<typeof CheckSetting>;

export const CheckSettings = Type.Object(
  { checks: Type.Array(CheckSetting, { description: 'Every check.' }) },
  { title: 'CheckSettings' },
);

export const CheckSettingsChange = Type.Object(
  {
    checks: Type.Array(
      Type.Object(
        {
          check: Type.Enum(checkNames, { description: 'Name of the check.' }),
          level,
          tolerance: Type.Optional(
            Type.Number({ minimum: 0, maximum: 1_000_000, description: 'The default of the check if omitted.' }),
          ),
        },
        closed,
      ),
      { maxItems: 100, description: 'The checks that differ from their defaults. All others get their defaults.' },
    ),
  },
  { ...closed, title: 'CheckSettingsChange' },
);
export type CheckSettingsChange = Static<typeof CheckSettingsChange>;

export const Finding = Type.Object(
  {
    recordId: Type.Optional(
      Type.String({ description: 'The record concerned. Absent if the finding is about the whole data set.' }),
    ),
    message: Type.String({ description: 'What was found.' }),
    path: Type.Optional(
      Type.String({ description: 'The field of `sourceData` that the finding is about, such as `lines[].amount`.' }),
    ),
    since: Type.Optional(Type.String({ format: 'date-time', description: 'When this field was first found.' })),
  },
  { title: 'CheckFinding' },
);
export type Finding = Static<typeof Finding>;

export const outcomes = ['passed', 'found', 'skipped'] as const;
const resultFields = {
  check,
  level,
  outcome: Type.Enum([...outcomes], {
    description: openValues(
      '`found`: there is at least one problem. `skipped`: the check could not run, and `message` says why; it holds nothing.',
    ),
  }),
  found: Type.Integer({ minimum: 0, description: 'How many problems there are.' }),
  records: Type.Array(Finding, { description: `What was found, at most ${recordsMax} of them.` }),
  message: Type.Optional(Type.String({ description: 'More about the result, or why the check was skipped.' })),
  isPartial: Type.Optional(
    Type.Boolean({ description: 'True if only new records were examined, because there are too many others.' }),
  ),
};
export const CheckResult = Type.Object(resultFields, { title: 'CheckResult' });
export type CheckResult = Static<typeof CheckResult>;

export const generationChecked = 'The generation (state of the data set) that was checked.';
const place = {
  connectionId: uuid,
  dataType: Type.String({ description: `One of ${dataTypes.map(({ name }) => name).join(', ')}.` }),
  generation: Type.Integer({ minimum: 1, description: generationChecked }),
  syncId: uuid,
  checkedAt: time,
};

const HeldGeneration = Type.Object(
  {
    ...place,
    reason: Type.String({ description: 'Why the generation waits.' }),
    shownGeneration: Type.Integer({
      minimum: 0,
      description: 'The generation that readers see meanwhile; 0 if there is none.',
    }),
    results: Type.Array(CheckResult, { description: 'What the checks have found in the held generation.' }),
  },
  { title: 'HeldGeneration' },
);

export const Quality = Type.Object(
  {
    held: Type.Array(HeldGeneration, {
      description:
        'Generations that wait for a person. `POST …/data/history/{syncId}/confirm` publishes one, and `…/cancel` rejects it.',
    }),
    checks: Type.Array(Type.Object({ ...place, ...resultFields }, { title: 'QualityResult' }), {
      description: 'The latest result of each check in what readers see, by data type and connection.',
    }),
  },
  { title: 'Quality' },
);
export type Quality = Static<typeof Quality>;

const value = Type.Unknown({ description: 'Any JSON value.' });
export const HeldDiff = Type.Object(
  {
    syncId: uuid,
    dataType: place.dataType,
    added: Type.Integer({ minimum: 0, description: 'Records that the held generation adds.' }),
    updated: Type.Integer({ minimum: 0, description: 'Records that it changes.' }),
    deleted: Type.Integer({ minimum: 0, description: 'Records that it marks as deleted.' }),
    records: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The id of the record.' }),
        change: Type.Enum(['added', 'updated', 'deleted'], { description: openValues('What happens to the record.') }),
        fields: Type.Array(
          Type.Object({
            name: Type.String({ description: 'Name of the field.' }),
            before: Type.Optional(value),
            after: Type.Optional(value),
          }),
          { description: 'The fields that differ, with their values. Empty for a deleted record.' },
        ),
      }),
      { description: 'The changed records, ordered by id, at most 50. Use `after` for the next ones.' },
    ),
    next: Type.Optional(Type.String({ description: 'The value of `after` for the next records, if there are more.' })),
  },
  { title: 'HeldDiff' },
);
export type HeldDiff = Static<typeof HeldDiff>;

export const HeldDiffQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Only records whose id is greater, as given by `next`.' }),
    ),
  },
  closed,
);

export const HeldParams = Type.Object({ companyId: uuid, syncId: uuid });

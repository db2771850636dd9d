import Type from 'typebox';
import { dataTypes } from '../../data-types/catalogue.ts';
import { schedules } from './settings.ts';

const closed = { additionalProperties: false };

const Setting = Type.Object(
  {
    dataType: Type.Enum(dataTypes.map(({ name }) => name)),
    fetchOnFirstLink: Type.Boolean({ description: 'Fetch as soon as a connection is linked.' }),
    schedule: Type.Enum([...schedules], {
      description:
        'How often the data type is fetched. Each company has its own fixed time within the period. The free plan does not include `hourly`; an `hourly` schedule from an earlier plan runs as `daily`. New values may appear.',
    }),
    syncFrom: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Records older than this are not fetched, if the platform can filter by date.',
      }),
    ),
    order: Type.Integer({ minimum: 0, maximum: 1000, description: 'Lower numbers are fetched first.' }),
  },
  { ...closed, title: 'SyncSetting' },
);

export const SyncSettings = Type.Object(
  { settings: Type.Array(Setting, { description: 'One for each data type, sorted by `order`.' }) },
  { title: 'SyncSettings' },
);

export const SyncSettingsChange = Type.Object(
  { settings: Type.Array(Setting, { maxItems: 100, description: 'At most one setting for each data type.' }) },
  {
    ...closed,
    title: 'SyncSettingsChange',
    description:
      "Replaces all earlier settings. For data types that are left out, a company uses its account's setting, and an account uses the default (`daily`, fetched on first link). An empty list restores these for all data types.",
  },
);

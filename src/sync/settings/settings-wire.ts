import { dataTypes } from '@daybook/connector-kit';
import Type from 'typebox';
import { openValues } from '../../base/open-values.ts';
import { schedules } from './settings.ts';

const closed = { additionalProperties: false };

const Setting = Type.Object(
  {
    dataType: Type.Enum(dataTypes.map(({ name }) => name)),
    fetchOnFirstLink: Type.Boolean({ description: 'Whether the data type is fetched when a connection is linked.' }),
    schedule: Type.Enum([...schedules], {
      description: openValues(
        'How often the data type is fetched. Each company has its own fixed time within the period. The free plan does not include `hourly`; an `hourly` schedule from an earlier plan runs as `daily`.',
      ),
    }),
    syncFrom: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Records older than this time are not fetched if the platform can filter by date.',
      }),
    ),
    byDemand: Type.Optional(
      Type.Boolean({
        description:
          'Also syncs the data type because of its readers: before it is older than they accept (`Prefer: max-age=…`), at the hours in which they read. `schedule` remains the least. Not in the free plan.',
      }),
    ),
    order: Type.Integer({ minimum: 0, maximum: 1000, description: 'Data types with lower numbers are fetched first.' }),
    keepContent: Type.Optional(
      Type.Boolean({
        description:
          'Only for `attachments`: Daybook keeps the content of the files, encrypted, so that it can be read without the platform. Files and totals above the limits of the installation are only streamed. If the setting is removed, so are the contents.',
      }),
    ),
  },
  { ...closed, title: 'SyncSetting' },
);

export const SyncSettings = Type.Object(
  { settings: Type.Array(Setting, { description: 'One setting for each data type, sorted by `order`.' }) },
  { title: 'SyncSettings' },
);

export const SyncSettingsChange = Type.Object(
  { settings: Type.Array(Setting, { maxItems: 100, description: 'At most one setting for each data type.' }) },
  {
    ...closed,
    title: 'SyncSettingsChange',
    description:
      "Replaces all earlier settings. If a data type is left out, a company uses the account's setting, and an account uses the default (`daily`, fetched on first link). An empty list leaves out all data types.",
  },
);

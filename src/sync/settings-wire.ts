import Type from 'typebox';
import { dataTypes } from '../data-types/catalogue.ts';
import { schedules } from './settings.ts';

const closed = { additionalProperties: false };

const Setting = Type.Object(
  {
    dataType: Type.Enum(dataTypes.map(({ name }) => name)),
    fetchOnFirstLink: Type.Boolean({ description: 'Fetch as soon as a connection has been linked.' }),
    schedule: Type.Enum([...schedules], {
      description:
        'How often it is fetched. The moment within the period is the same every time and differs between companies. `hourly` is not part of the free plan: there, one that was set before is run as `daily`. New values may appear.',
    }),
    syncFrom: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Records older than this are not fetched, where the platform can tell.',
      }),
    ),
    order: Type.Integer({ minimum: 0, maximum: 1000, description: 'Lower ones are fetched first.' }),
  },
  { ...closed, title: 'SyncSetting' },
);

export const SyncSettings = Type.Object(
  { settings: Type.Array(Setting, { description: 'One for every data type, by `order`.' }) },
  { title: 'SyncSettings' },
);

export const SyncSettingsChange = Type.Object(
  { settings: Type.Array(Setting, { maxItems: 100, description: 'At most one for each data type.' }) },
  {
    ...closed,
    title: 'SyncSettingsChange',
    description:
      "Takes the place of all earlier settings. For data types that are left out, a company has its account's setting and an account the default (daily, fetched on first link): an empty list goes back to those.",
  },
);

import Type from 'typebox';
import { dataTypes } from '../data-types/catalogue.ts';
import { syncStates } from './states.ts';

const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const state = Type.Enum(syncStates, {
  description:
    '`Queued` → `Fetching` → `Publishing` → `Complete`; `Waiting` for a limit, an outage or a person. Ends also in an error or `Cancelled`. New values may appear.',
});

export const Sync = Type.Object(
  {
    syncId: Type.String({ format: 'uuid' }),
    companyId: Type.String({ format: 'uuid' }),
    connectionId: Type.String({ format: 'uuid' }),
    dataType: Type.String(),
    status: state,
    requested: time,
    started: Type.Optional(time),
    completed: Type.Optional(time),
    trigger: Type.Enum(['first', 'schedule', 'manual'], { description: 'New values may appear.' }),
    isFull: Type.Optional(Type.Boolean({ description: 'Reads everything instead of what has changed.' })),
    progress: Type.Object({ pages: count, records: count }),
    counts: Type.Object({ added: count, updated: count, unchanged: count, deleted: count }),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String(), retryAt: Type.Optional(time) },
        {
          description: 'Why it failed, or what it waits for and until when; without `retryAt` it waits for a person.',
        },
      ),
    ),
    timeline: Type.Array(Type.Object({ at: time, state, message: Type.String(), until: Type.Optional(time) }), {
      description: 'What it did and what it waited for: the first entry and the newest.',
    }),
  },
  { title: 'Sync' },
);

export const SyncParams = Type.Object({
  companyId: Type.String({ format: 'uuid' }),
  syncId: Type.String({ format: 'uuid' }),
});

export const QueueParams = Type.Object({
  companyId: Type.String({ format: 'uuid' }),
  dataType: Type.String({
    minLength: 1,
    maxLength: 100,
    description: `One of ${dataTypes.map((dataType) => dataType.name).join(', ')}.`,
  }),
});

export const QueueQuery = Type.Object(
  {
    connectionId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Where several connections have the data type; otherwise the one linked last.',
      }),
    ),
    full: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Reads everything instead of what has changed since the last sync.',
      }),
    ),
  },
  { additionalProperties: false },
);

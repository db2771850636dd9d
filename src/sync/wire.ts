import { dataTypes } from '@daybook/connector-kit';
import Type from 'typebox';
import { syncStates } from './states.ts';

const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const state = Type.Enum(syncStates, {
  description:
    'A sync goes through `Queued`, `Fetching`, `Publishing` and `Complete`. `Waiting` means that it is paused by a rate limit or an outage, or until a person decides. A sync can also end in an error state or in `Cancelled`. More values may be added later.',
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
    trigger: Type.Enum(['first', 'schedule', 'manual'], { description: 'More values may be added later.' }),
    isFull: Type.Optional(Type.Boolean({ description: 'Whether the sync fetches all records, not only changes.' })),
    progress: Type.Object({ pages: count, records: count }),
    counts: Type.Object({ added: count, updated: count, unchanged: count, deleted: count }),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String(), retryAt: Type.Optional(time) },
        {
          description:
            'Why the sync failed, or what it is waiting for and until when. If the status is `Waiting` and `retryAt` is absent, a person must decide.',
        },
      ),
    ),
    timeline: Type.Array(Type.Object({ at: time, state, message: Type.String(), until: Type.Optional(time) }), {
      description:
        'What the sync did and what it waited for. Long timelines keep the first entry and the newest entries.',
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
        description:
          'The connection to sync if several connections support the data type. The default is the connection that was linked last.',
      }),
    ),
    full: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to fetch all records, not only the changes since the last sync.',
      }),
    ),
  },
  { additionalProperties: false },
);

import { dataTypes } from '@daybook/connector-kit';
import Type from 'typebox';

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

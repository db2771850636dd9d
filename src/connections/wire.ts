import Type, { type Static } from 'typebox';
import { sourceTypes } from '../companies/wire.ts';
import { connectionStates } from './states.ts';

const sourceType = Type.Enum([...sourceTypes], { description: 'More values may be added later.' });

export const Platform = Type.Object(
  {
    platformKey: Type.String(),
    name: Type.String(),
    sourceType,
    enabled: Type.Boolean(),
    credentialFields: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        secret: Type.Boolean(),
        help: Type.Optional(Type.String()),
      }),
      { description: 'Fields required for an authorization with credentials.' },
    ),
    dataTypes: Type.Record(Type.String(), Type.Object({ pull: Type.Boolean(), push: Type.Array(Type.String()) }), {
      description: 'Shows for each data type whether it can be read and which push operations it supports.',
    }),
  },
  { title: 'Platform' },
);
export type Platform = Static<typeof Platform>;

export const Connection = Type.Object(
  {
    connectionId: Type.String({ format: 'uuid' }),
    platformKey: Type.String(),
    platformName: Type.String(),
    sourceType,
    status: Type.Enum([...connectionStates], {
      description:
        '`PendingAuth`: waiting for authorization. `Linked`: authorized. `Unlinked`: unlinked by the client. `Deauthorized`: authorization withdrawn by the platform or by the owner. More values may be added later.',
    }),
    created: Type.String({ format: 'date-time' }),
    linkUrl: Type.Optional(
      Type.String({
        description:
          "URL of the page where the company's owner authorizes the connection, including a token. Returned only for a single connection, not in lists. Requires an API key with the scope `manage`, or a person with the role `developer` or `administrator`.",
      }),
    ),
    lastSync: Type.Optional(Type.String({ format: 'date-time' })),
    errors: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        code: Type.String(),
        message: Type.String(),
        resolvedAt: Type.Optional(Type.String({ format: 'date-time' })),
      }),
      { description: 'The ten newest errors.' },
    ),
  },
  { title: 'Connection' },
);

export const NewConnection = Type.Object(
  { platformKey: Type.String({ minLength: 1, maxLength: 50 }) },
  { additionalProperties: false, title: 'NewConnection' },
);

export const ConnectionChange = Type.Object(
  { status: Type.Enum(['Unlinked']) },
  { additionalProperties: false, title: 'ConnectionChange' },
);

export const Authorization = Type.Object(
  {
    credentials: Type.Record(Type.String({ pattern: '^[A-Za-z0-9_]{1,50}$' }), Type.String({ maxLength: 4000 }), {
      additionalProperties: false,
      maxProperties: 20,
    }),
  },
  {
    additionalProperties: false,
    title: 'Authorization',
    description: 'Values for the fields listed in `credentialFields` of the platform.',
  },
);

export const ConnectionParams = Type.Object({
  companyId: Type.String({ format: 'uuid' }),
  connectionId: Type.String({ format: 'uuid' }),
});

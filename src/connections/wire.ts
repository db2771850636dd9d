import Type from 'typebox';
import { openValues } from '../base/open-values.ts';
import { sourceTypes } from '../companies/wire.ts';

export const sourceType = Type.Enum([...sourceTypes], { description: openValues() });

export const NewConnection = Type.Object(
  { platformKey: Type.String({ minLength: 1, maxLength: 50 }) },
  { additionalProperties: false, title: 'ConnectionInput' },
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

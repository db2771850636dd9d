import Type, { type Static } from 'typebox';
import { scopes } from '../http/access/principal.ts';

export const Tags = Type.Record(Type.String({ pattern: '^[\\p{L}\\p{N}_-]{1,27}$' }), Type.String({ maxLength: 100 }), {
  additionalProperties: false,
  maxProperties: 10,
  description: 'At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100 characters.',
});

const Scopes = Type.Array(Type.Enum([...scopes]), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description:
    '`read`: read companies and data. `push`: send records to platforms. `manage`: manage companies, connections and syncs. `webhooks`: manage consumers and messages. `keys`: manage API keys. More values may be added later.',
});

const fields = {
  apiKeyId: Type.String({ format: 'uuid' }),
  name: Type.String({ minLength: 1, maxLength: 50 }),
  prefix: Type.String({ description: 'The first characters of the key, by which you can recognise the key.' }),
  created: Type.String({ format: 'date-time' }),
  lastUsed: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the key was last used. May be a few seconds old.' }),
  ),
  expires: Type.Optional(Type.String({ format: 'date-time' })),
  scopes: Scopes,
  companyTags: Type.Optional(Tags),
};

export const ApiKey = Type.Object(fields, { title: 'ApiKey' });
export const CreatedApiKey = Type.Object(
  { ...fields, secret: Type.String({ description: 'The API key itself. It is not shown again.' }) },
  { title: 'CreatedApiKey' },
);

export const NewApiKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' }),
    expires: Type.Optional(
      Type.String({ format: 'date-time', description: 'After this time, requests with the key return 403.' }),
    ),
    scopes: Type.Optional(Scopes),
    companyTags: Type.Optional(Tags),
  },
  { additionalProperties: false, title: 'NewApiKey' },
);
export type NewApiKeyBody = Static<typeof NewApiKeyBody>;

export const ApiKeyParams = Type.Object({ apiKeyId: Type.String({ format: 'uuid' }) });

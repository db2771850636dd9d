import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { scopes } from '../http/access/principal.ts';

export const Tags = Type.Record(Type.String({ pattern: '^[\\p{L}\\p{N}_-]{1,27}$' }), Type.String({ maxLength: 100 }), {
  additionalProperties: false,
  maxProperties: 10,
  description: 'At most 10 tags. A name has 1 to 27 letters, digits, `_` or `-`. A value has at most 100 characters.',
});

export const Scopes = Type.Array(Type.Enum([...scopes]), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description: openValues(
    '`read`: read companies and data. `push`: send records to platforms. `manage`: manage companies, connections and syncs. `webhooks`: manage consumers and messages. `keys`: manage API keys. `passThrough`: send requests of your own to platforms; a key has it only if it is named.',
  ),
});

export const NewApiKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' }),
    expires: Type.Optional(
      Type.String({ format: 'date-time', description: 'After this time, requests with the key return 403.' }),
    ),
    scopes: Type.Optional(Scopes),
    companyTags: Type.Optional(Tags),
  },
  { additionalProperties: false, title: 'ApiKeyInput' },
);
export type NewApiKeyBody = Static<typeof NewApiKeyBody>;

export const ApiKeyParams = Type.Object({ apiKeyId: Type.String({ format: 'uuid' }) });

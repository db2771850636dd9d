import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { time, uuid } from '../lists/wire.ts';

export const hitKinds = [
  'company',
  'connection',
  'record',
  'sync',
  'push',
  'message',
  'consumer',
  'auditEntry',
  'request',
] as const;

export const limitDefault = 8;

export const SearchQuery = Type.Object(
  {
    q: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description:
        'Part of the name of a company or a consumer, the number or the id of a record, or a complete id: of a company, connection, sync, push, message or consumer, or the correlation id of a request. Case and accents are ignored.',
    }),
    companyId: Type.Optional(
      Type.String({ format: 'uuid', description: 'Also search the records of this company, by number, name or id.' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        default: limitDefault,
        description: 'Maximum number of hits of each kind.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type SearchQuery = Static<typeof SearchQuery>;

export const SearchHit = Type.Object(
  {
    kind: Type.Enum([...hitKinds], { description: openValues('What was found.') }),
    id: Type.String({ description: 'Id of what was found. For a record, the id that the platform has given it.' }),
    title: Type.String({
      description:
        'What a person knows it by: the name of a company or consumer, the number of a record, the type of an event, the operation of an audit entry or of a request.',
    }),
    companyId: Type.Optional(uuid),
    companyName: Type.Optional(Type.String()),
    dataType: Type.Optional(Type.String()),
    status: Type.Optional(Type.String({ description: 'Status of the connection, sync, push, record or request.' })),
    at: Type.Optional(time),
  },
  { title: 'SearchHit' },
);
export type SearchHit = Static<typeof SearchHit>;

export const SearchResult = Type.Object(
  {
    hits: Type.Array(SearchHit, { description: 'Grouped by kind. In each group, the best hit first.' }),
    isCut: Type.Boolean({ description: 'Whether a group reached the limit, so that there may be more hits.' }),
  },
  { title: 'SearchResult' },
);

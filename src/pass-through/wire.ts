import Type, { type Static } from 'typebox';
import { companyId, connectionId } from '../data/read/parameters.ts';
import { pathPattern } from './platform-url.ts';

export const PassThroughParams = Type.Object({ companyId, connectionId });

const jsonBody = Type.Optional(
  Type.Unknown({ description: 'The body, if it is JSON. Numbers keep all their digits.' }),
);

export const PassThroughRequest = Type.Object(
  {
    method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: Type.String({
      minLength: 2,
      maxLength: 1000,
      pattern: pathPattern,
      description:
        "Where the request goes, below the platform's base URL: `/Invoices/1`. Never a whole URL; `.` and `..` are rejected in any encoding.",
    }),
    query: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Type.String({ maxLength: 4000 }), {
        maxProperties: 50,
        description: 'Parameters after the `?`, not encoded.',
      }),
    ),
    headers: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9-]{1,60}$' }),
        Type.String({ maxLength: 1000, pattern: '^[\\x20-\\x7e]*$' }),
        {
          maxProperties: 20,
          additionalProperties: false,
          description:
            'Headers of the request. Allowed are those that say what is sent and wanted (`accept`, `accept-language`, `content-type`, `if-match`, `if-none-match`, `if-modified-since`, `if-unmodified-since`, `prefer`) and a few of each platform.',
        },
      ),
    ),
    json: jsonBody,
    text: Type.Optional(Type.String({ description: 'The body, if it is something else. Needs `content-type`.' })),
  },
  { additionalProperties: false, title: 'PassThroughRequest' },
);
export type PassThroughRequest = Static<typeof PassThroughRequest>;

export const PassThroughResponse = Type.Object(
  {
    status: Type.Integer({ description: 'The HTTP status of the platform.' }),
    headers: Type.Record(Type.String(), Type.String(), { description: 'Some headers of the response.' }),
    json: jsonBody,
    text: Type.Optional(Type.String({ description: 'The body, if it is another text.' })),
    isBodyLeftOut: Type.Optional(
      Type.Boolean({
        description:
          'The body is not a text, or a repeated request gets the stored response of a write without its body, because that has more than 256 KiB.',
      }),
    ),
  },
  { title: 'PassThroughResponse' },
);

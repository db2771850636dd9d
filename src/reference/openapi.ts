import assert from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { ErrorBody, ProblemBody, titles } from '../http/error-reply.ts';
import { type Route, takesKey } from '../http/route.ts';
import { describeFields, describeParameters } from './describe-fields.ts';
import { eventWebhooks } from './event-webhooks.ts';
import { type Example, type Examples, namedExamples } from './examples.ts';
import { tagDescriptions, tagGroups } from './tags.ts';

/**
 * Generates the OpenAPI 3.1 document from the routes, the event types and the recorded examples. Schemas with a title
 * become components of that name.
 */
export function openapiDocument(
  routes: readonly Route[],
  { version, baseUrl, examples }: { version: string; baseUrl: string; examples: Examples },
): object {
  const components = new Map<string, object>();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] as object, {
      [route.method.toLowerCase()]: operation(route, components, examples),
    });
  }
  const error = refer(ErrorBody, components);
  const problem = refer(ProblemBody, components);
  const webhooks = eventWebhooks((schema, name) => refer(schema, components, [name]));
  const used = JSON.stringify(paths);
  const responses = Object.fromEntries(
    Object.entries(titles)
      .filter(([status]) => used.includes(`/Refusal${status}"`))
      .map(([status, description]) => [
        `Refusal${status}`,
        {
          description,
          headers: headersOf(['X-Correlation-Id', ...(status === '429' || status === '503' ? ['Retry-After'] : [])]),
          content: {
            'application/json': { schema: error, ...errorExamples(examples, Number(status)) },
            'application/problem+json': { schema: problem },
          },
        },
      ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daybook',
      version,
      summary: 'Data API for company accounting data',
      description:
        'Enumerations are open: new values may appear, and clients must tolerate unknown values. Times are ISO 8601 in UTC. Unknown fields and parameters are rejected.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl, description: 'This installation' }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    'x-tagGroups': tagGroups.map(({ name, tags }) => ({ name, tags: Object.keys(tags) })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'daybook_session',
          description:
            'The session of a person who is signed in to the portal. A change also needs an `Origin` header with the origin of the service.',
        },
        apiKey: {
          type: 'http',
          scheme: 'basic',
          description:
            'Send the header `Authorization: Basic ` followed by the Base64 encoding of the API key. `curl -u KEY:` does this.',
        },
      },
      headers: headerComponents,
      responses,
      schemas: Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
    },
  };
}

/** True for a list whose page links expire, so that it can return 410. */
const hasCursor = ({ query }: Route) =>
  (query as { properties?: Record<string, unknown> } | undefined)?.properties?.cursor !== undefined;

/** Error statuses that every operation can return. */
const refusalsOfAll = [400, 401, 402, 403, 405, 429, 500, 503];

function operation(route: Route, components: Map<string, object>, examples: Examples): object {
  const recorded = examples.operations.get(route.operationId) ?? [];
  const refusals = new Set([...refusalsOfAll, ...(route.refusals ?? [])]);
  if (route.params) refusals.add(404);
  if (hasCursor(route)) refusals.add(410);
  if (route.body || route.file) for (const status of [413, 415]) refusals.add(status);
  const isKeyed = takesKey(route);
  if (isKeyed) for (const status of [409, 422]) refusals.add(status);
  const responses: Record<string, object> = {};
  // An operation with a text of its own for a status also returns the usual errors with that status.
  const errors = () => ({
    'application/json': { schema: refer(ErrorBody, components) },
    'application/problem+json': { schema: refer(ProblemBody, components) },
  });
  for (const [status, answer] of Object.entries(route.answers)) {
    const headers = ['X-Correlation-Id', ...(answer.headers ?? [])];
    const content = answer.schema && {
      content: {
        ...(answer.eventStream === 'only'
          ? { 'text/event-stream': { schema: refer(answer.schema, components) } }
          : {
              'application/json': {
                schema: refer(answer.schema, components),
                ...responseExamples(recorded, Number(status)),
              },
            }),
        ...(answer.isAlsoCsv && { 'text/csv': { schema: { type: 'string' } } }),
        ...(answer.eventStream === true && { 'text/event-stream': { schema: { type: 'string' } } }),
      },
    };
    const files = answer.files?.map((type) => [type, { schema: fileSchema(type) }]);
    responses[status] = {
      description: answer.description,
      headers: headersOf(headers),
      ...(files ? { content: { ...Object.fromEntries(files), ...(Number(status) >= 400 && errors()) } } : content),
    };
    if (answer.headers?.includes('ETag')) responses['304'] = { description: 'Not modified. The ETag is still current' };
  }
  for (const status of [...refusals].sort()) responses[status] ??= { $ref: `#/components/responses/Refusal${status}` };
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.deprecated && { deprecated: true }),
    ...(route.access && { security: route.access === 'open' ? [] : [{ session: [] }] }),
    description: [route.description, needs(route)].filter(Boolean).join(' '),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(Object.values(route.answers).some((answer) => answer.headers?.includes('ETag')) ? [ifNoneMatch] : []),
      ...(isKeyed ? [idempotencyKey] : []),
      ...(route.waits ? [prefer] : []),
      ...(route.takesAge ? [preferAge] : []),
      ...(route.takesVersion ? [ifMatch] : []),
    ],
    ...(route.body && {
      requestBody: {
        required: !route.isBodyOptional,
        content: { 'application/json': { schema: refer(route.body, components), ...requestExamples(recorded) } },
      },
    }),
    ...(route.file && {
      requestBody: {
        required: true,
        description: route.file.description,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses,
    ...(recorded.length > 0 && { 'x-requests': recorded.map(wholeRequest) }),
  };
}

function requestExamples(recorded: Example[]): object {
  const made = recorded.flatMap(({ title, request: { body } }) => (body === undefined ? [] : [{ title, value: body }]));
  return made.length === 0 ? {} : { examples: namedExamples(made) };
}

function responseExamples(recorded: Example[], status: number): object {
  const made = recorded.flatMap(({ title, response }) =>
    response.status === status && response.contentType === 'application/json' ? [{ title, value: response.body }] : [],
  );
  return made.length === 0 ? {} : { examples: namedExamples(made) };
}

/** An example for each error code of a status. */
function errorExamples({ errors }: Examples, status: number): object {
  const made = [...errors].flatMap(([code, { response }]) =>
    response.status === status ? [[code, { summary: code, value: response.body }] as const] : [],
  );
  return made.length === 0 ? {} : { examples: Object.fromEntries(made) };
}

/** OpenAPI has no place for a whole request, with its path and query. The bodies are in `examples`. */
function wholeRequest({ title, request: { body: _, ...request }, response: { status } }: Example): object {
  return { title, ...request, status };
}

/** A binary file has no schema in OpenAPI 3.1. */
const fileSchema = (type: string) => (/^text\/|json$/.test(type) ? { type: 'string' } : {});

function needs({ access, scope, role, method, isPersonal }: Route): string {
  if (access === 'open') return 'Needs no authentication.';
  if (access === 'operator') return "Only for signed-in members of the operator's staff.";
  if (isPersonal) return 'Only for signed-in people, not for API keys.';
  const least = role ?? (method === 'GET' ? 'viewer' : 'developer');
  return access === 'session'
    ? `Only for signed-in people with the role \`${least}\` or a higher one, not for API keys.`
    : `Needs the scope \`${scope}\`.`;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes the request safe to retry for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
};
const prefer = {
  name: 'Prefer',
  in: 'header',
  description: 'With `wait=n`, the service waits up to n seconds for the outcome before it responds. n is at most 60.',
  schema: { type: 'string' },
};
const preferAge = {
  name: 'Prefer',
  in: 'header',
  description:
    'Which age the read accepts, such as `max-age=3600` or `max-age=60, wait=10` (seconds). The headers `Data-Age` and `Data-Age-Met` of the response say what it got. With `wait=n` (at most 30), a sync is requested if the data is too old, and the response waits up to n seconds for it. `wait` without `max-age` accepts only what is read after the request. A key without the scope `manage` requests no sync, and waits only for one that is under way. Ignored with `cursor`, `asOf`, `snapshot` and `format`.',
  schema: { type: 'string' },
};
const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of the record that the change is made from, as `GET` of the record has returned it without `include`. The request is rejected with 412, or fails later, if the record has changed since.',
  schema: { type: 'string' },
};
const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'An ETag from an earlier response. If the content has not changed, the response is 304.',
  schema: { type: 'string' },
};

const headerComponents = {
  'X-Correlation-Id': { description: 'Identifies the response.', schema: { type: 'string', format: 'uuid' } },
  'Retry-After': { description: 'Number of seconds to wait before the next attempt.', schema: { type: 'string' } },
  Location: {
    description: 'The address that the browser is sent to.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: { description: 'Identifies this version of the content.', schema: { type: 'string' } },
  'Content-From': {
    description: '`kept`, or `platform`, followed by a reason if the file should be kept but cannot be.',
    schema: { type: 'string' },
  },
  'Preference-Applied': {
    description: 'The preferences of `Prefer` that the response has regarded.',
    schema: { type: 'string' },
  },
  'Data-Age': {
    description:
      'Only with `Prefer`: seconds, rounded up, since the last complete read of the platform began. What changed there later may be missing. Absent if that read is not known.',
    schema: { type: 'string' },
  },
  'Data-Age-Met': {
    description:
      'Only with `Prefer`: whether the data was at most `max-age` old when the request arrived, or is younger.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'Data-Held': {
    description:
      'Only if a check holds a newer state of the data set: the sync that has read it. The response has the last good state. Absent with `asOf` and `snapshot`.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Content-Disposition': { description: 'Name of the file.', schema: { type: 'string' } },
  'X-Generation': { description: 'Number of the published state.', schema: { type: 'string' } },
  'X-Total-Results': { description: 'Number of records in the file.', schema: { type: 'string' } },
  Deprecation: { description: 'When the operation was deprecated (RFC 9745).', schema: { type: 'string' } },
  Sunset: { description: 'When the operation will be removed at the earliest (RFC 8594).', schema: { type: 'string' } },
  Link: { description: 'The documentation of the deprecation, and the replacement.', schema: { type: 'string' } },
};

function headersOf(names: string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function parametersOf(schema: TSchema | undefined, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  const parameters = Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(property.description && { description: property.description }),
    schema: property,
  }));
  describeParameters(parameters);
  return parameters;
}

/** Moves titled schemas to the components and replaces them with references, also inside arrays and objects. */
function refer(schema: TSchema, components: Map<string, object>, path: readonly string[] = []): object {
  const plain = JSON.parse(JSON.stringify(schema));
  const lifted = lift(plain, components);
  describeFields(lifted, path);
  return lifted;
}

function lift(node: unknown, components: Map<string, object>): object {
  if (Array.isArray(node))
    return node.map((item) => (item && typeof item === 'object' ? lift(item, components) : item));
  const lifted = Object.fromEntries(
    Object.entries(node as object).map(([key, value]) => [
      key,
      value && typeof value === 'object' ? lift(value, components) : value,
    ]),
  );
  const { title } = lifted as { title?: unknown };
  if (typeof title !== 'string') return lifted;
  describeFields(lifted, [title]);
  const before = components.get(title);
  assert(!before || isDeepStrictEqual(before, lifted), `two different schemas have the title ${title}`);
  components.set(title, lifted);
  return { $ref: `#/components/schemas/${title}` };
}

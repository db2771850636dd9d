import { parseExact } from '@daybook/connector-kit';
import type { FastifyInstance } from 'fastify';
import { ToolError } from './tool-error.ts';

type Operation = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  /** A JSON text. */
  body?: string;
  headers?: Record<string, string>;
};

// biome-ignore lint/suspicious/noExplicitAny: the schema of a response is that of its operation
type Body = any;

/** Calls an operation and returns its response. Throws a `ToolError` if the operation responds with an error. */
export type CallOperation = (operation: Operation) => Promise<{ body: Body; headers: Record<string, unknown> }>;

/**
 * Calls go through the server's own request handling, with the caller's key and address: authentication, limits, scopes,
 * company tags, idempotency and the request log work exactly as for a request over the network.
 */
export function createCallOperation(
  server: Pick<FastifyInstance, 'inject'>,
  caller: { authorization: string; address: string },
  /** What to do about an error code, from the error guide. */
  remedyOf: (code: string) => string | undefined,
): CallOperation {
  return async ({ method = 'GET', path, query = {}, body, headers = {} }) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
    const search = parameters.size === 0 ? '' : `?${parameters}`;
    const answer = await server.inject({
      method,
      url: `${path}${search}`,
      remoteAddress: caller.address,
      headers: {
        ...headers,
        authorization: caller.authorization,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: body }),
    });
    // Amounts keep all their digits.
    const parsed: Body = answer.payload === '' ? {} : parseExact(answer.payload);
    if (answer.statusCode >= 400) throw refused(answer.statusCode, parsed, answer.headers, remedyOf);
    return { body: parsed, headers: answer.headers };
  };
}

type Refused = {
  code?: string;
  error?: string;
  retryable?: boolean;
  correlationId?: string;
  validation?: { errors?: { itemId?: string; message: string }[] };
};

function refused(
  status: number,
  body: Refused,
  headers: Record<string, unknown>,
  remedyOf: (code: string) => string | undefined,
): ToolError {
  const { code = 'unknown', error = `The operation failed with status ${status}.`, correlationId } = body;
  const problems = (body.validation?.errors ?? []).map(({ itemId, message }) => ({
    ...(itemId !== undefined && { field: itemId }),
    // The link is for people who read the error guide.
    message: message.replace(/ See \S+$/, ''),
  }));
  const wait = headers['retry-after'];
  return new ToolError({
    code,
    message: error,
    whatToDo: advice[code] ?? remedyOf(code) ?? 'Report the correlationId to the operator of this Daybook.',
    details: {
      status,
      ...(body.retryable && { retryable: true }),
      ...(typeof wait === 'string' && { retryAfterSeconds: Number(wait) }),
      ...(problems.length > 0 && { problems }),
      correlationId,
    },
  });
}

/** The next step in terms of the tools, where it differs from that of a program that uses the API. */
const advice: Record<string, string> = {
  notFound: 'Check the ids. find_companies lists the companies that this key may see, with their connections.',
  notYourResource: 'This key may not see it. find_companies lists the companies that this key may see.',
  recordNotFound: 'Take the id from query_data. Ids are those of the platform and differ from document numbers.',
  dataTypeNotSupported: 'Call describe_data to see which data sets this company has.',
  dataSetNotRequested: 'The data set has never been fetched. explain_syncs says more; the API can request a sync.',
  dataSetNotReady: 'The first sync has not ended yet. Wait, or call explain_syncs to see what it is waiting for.',
  fieldUnknown: 'Use one of the fields that the message lists, or call describe_data with this dataType.',
  queryMalformed: 'Call describe_data with this dataType: it returns the rules of the filter language with examples.',
  queryValue: 'Call describe_data with this dataType: it returns the kind of each field and its allowed values.',
  scopeMissing: 'Ask the person who gave you this key for one with that scope. You cannot change it yourself.',
  keyTooNarrow: 'Ask the person who gave you this key for one that is not limited to certain companies.',
  tooManyRequests:
    'Wait for retryAfterSeconds, then repeat the call. Ask for more records at once, or for fewer things.',
  operationNotSupported: 'Call describe_push: it lists the operations that the platform supports for this data type.',
  snapshotGone: 'That state is no longer kept. Leave out asOf, or choose a later time.',
  bookmarkGone: 'Start again with since, or without a cursor.',
};

/** Builds a path; the values are encoded, so an id cannot lead to another operation. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce(
    (text, part, i) => text + part + (i < values.length ? encodeURIComponent(values[i] ?? '') : ''),
    '',
  );
}

import Type from 'typebox';
import { ApiError, type ValidationItem } from '../base/errors.ts';
import { openValues } from '../base/open-values.ts';
import { isDatabaseDown } from '../db/database-down.ts';
import { accountClosed, codeOf, queryCanceled } from '../db/error-codes.ts';
import { accountMoved, accountMoving, databaseBusy, databaseUnavailable, internalError } from './refusals.ts';

const ValidationItemShape = Type.Object({
  itemId: Type.Optional(Type.String({ description: 'The item that the message is about.' })),
  message: Type.String({ description: 'A message for people, with a link to the documentation.' }),
  validatorName: Type.Optional(Type.String()),
  before: Type.Optional(
    Type.Unknown({ description: 'With `recordMovedOn`: the value that the client knows. Absent if there was none.' }),
  ),
  after: Type.Optional(
    Type.Unknown({ description: 'With `recordMovedOn`: the value that the record has now. Absent if there is none.' }),
  ),
});

/** The error body that the requirements define, with three additional fields: `code`, `retryable` and `docs`. */
export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status.' }),
    service: Type.String({ description: 'The component or provider that produced the error.' }),
    error: Type.String(),
    correlationId: Type.String({
      format: 'uuid',
      description: 'Identifies the response; quote it in support requests.',
    }),
    validation: Type.Optional(
      Type.Object({ errors: Type.Array(ValidationItemShape), warnings: Type.Array(ValidationItemShape) }),
    ),
    code: Type.String({ description: openValues('A stable, machine-readable name of the error.') }),
    retryable: Type.Boolean({ description: 'Whether the same request can succeed later.' }),
    docs: Type.String({ description: 'Link to the explanation of this error.' }),
  },
  { title: 'Error' },
);

export const ProblemBody = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String(),
    code: Type.String(),
    service: Type.String(),
    retryable: Type.Boolean(),
    validation: Type.Optional(Type.Object({})),
  },
  { title: 'Problem', description: 'The RFC 9457 format, sent if `Accept` contains `application/problem+json`.' },
);

export type ErrorReply = { statusCode: number; contentType: string; headers: Record<string, string>; body: string };

export function errorReply(
  error: ApiError,
  request: { correlationId: string; accept: string | undefined; docsUrl: string },
): ErrorReply {
  const { statusCode, code, service, retryable = false, validation, headers = {} } = error.parts;
  const docs = `${request.docsUrl}/errors#${code}`;
  const withLink = (item: ValidationItem) => ({ ...item, message: `${item.message} See ${docs}` });
  const checked = validation && { validation: { errors: validation.map(withLink), warnings: [] } };
  if (request.accept?.includes('application/problem+json')) {
    const problem = {
      type: docs,
      title: titles[statusCode] ?? 'Error',
      status: statusCode,
      detail: error.message,
      instance: `urn:uuid:${request.correlationId}`,
      code,
      service,
      retryable,
      ...checked,
    };
    return { statusCode, contentType: 'application/problem+json', headers, body: JSON.stringify(problem) };
  }
  const body = {
    statusCode,
    service,
    error: error.message,
    correlationId: request.correlationId,
    ...checked,
    code,
    retryable,
    docs,
  };
  return { statusCode, contentType: 'application/json; charset=utf-8', headers, body: JSON.stringify(body) };
}

/** Puts the correlation id of the current response into an error body that was stored under an Idempotency-Key. */
export function forResponse(body: string, correlationId: string): string {
  const refusal: object = JSON.parse(body);
  const name = 'instance' in refusal ? { instance: `urn:uuid:${correlationId}` } : { correlationId };
  return JSON.stringify({ ...refusal, ...name });
}

/** Converts anything thrown to an error response. Unexpected errors become a generic 500; the caller logs the cause. */
export function toApiError(error: unknown, url = ''): ApiError {
  if (error instanceof ApiError) return error;
  if (codeOf(error) === accountClosed) {
    const { detail, hint } = error as { detail?: string; hint?: string };
    return detail === 'moved' ? accountMoved({ location: `${hint}${url}` }) : accountMoving();
  }
  if (codeOf(error) === queryCanceled) return databaseBusy();
  if (isDatabaseDown(error)) return databaseUnavailable();
  return internalError();
}

export const titles: Record<number, string> = {
  307: 'Temporary redirect',
  400: 'Bad request',
  401: 'Unauthorized',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition failed',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Idempotency-Key used for another request',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

import { defineRefusal } from '../base/errors.ts';

/** Errors that any operation can return, whatever its feature. */
export const requestMalformed = defineRefusal({
  code: 'requestMalformed',
  status: 400,
  meaning: 'The request is not valid HTTP, or its URL is malformed.',
  remedy: 'Encode the URL correctly. Check proxies and other software between your program and the service.',
  error: (problem: string) => `Bad request: ${problem}.`,
});

export const bodyMalformed = defineRefusal({
  code: 'bodyMalformed',
  status: 400,
  meaning: 'The body is not valid JSON.',
  remedy: 'Send valid JSON; the message says where parsing failed.',
  error: (problem: string) => `Bad request: the body is not valid JSON: ${problem}.`,
});

export const bodyMissing = defineRefusal({
  code: 'bodyMissing',
  status: 400,
  meaning: 'The operation needs a JSON body, but the request has none.',
  remedy: 'Send the body with the header Content-Type: application/json.',
  error: 'Bad request: the operation needs a JSON body.',
});

export const idempotencyKeyInvalid = defineRefusal({
  code: 'idempotencyKeyInvalid',
  status: 400,
  meaning: 'The Idempotency-Key does not have 1 to 255 printable ASCII characters.',
  remedy: 'A UUID is a good key.',
  error: () => {
    const error = 'The header "Idempotency-Key" must have 1 to 255 printable ASCII characters.';
    return { error, validation: [{ itemId: 'Idempotency-Key', message: error }] };
  },
});

export const pathNotFound = defineRefusal({
  code: 'pathNotFound',
  status: 404,
  meaning: 'The API has no such path.',
  remedy: 'Check the path against the reference.',
  error: 'Not found: the API has no such path. GET /openapi.json lists all paths.',
});

export const methodNotAllowed = defineRefusal({
  code: 'methodNotAllowed',
  status: 405,
  meaning: 'The path exists but does not support this method.',
  remedy: 'The Allow header lists the supported methods.',
  error: (parts: { method: string; allowed: string[] }) => ({
    error: `Method not allowed: this path does not support ${parts.method}. Use ${parts.allowed.join(' or ')}.`,
    headers: { allow: parts.allowed.join(', ') },
  }),
});

export const requestUnderWay = defineRefusal({
  code: 'requestUnderWay',
  status: 409,
  meaning: 'A request with the same Idempotency-Key is still running.',
  remedy: 'Send the same request again after a second. It returns the result of the first request.',
  retryable: true,
  headers: { 'retry-after': '1' },
  error: 'Conflict: the first request with this Idempotency-Key is still running. Try again to get its response.',
});

export const bodyTooLarge = defineRefusal({
  code: 'bodyTooLarge',
  status: 413,
  meaning: 'The body is larger than the service accepts.',
  remedy:
    'Send less at once. The operator can change the limit with DAYBOOK_BODY_LIMIT_BYTES, and that of files with DAYBOOK_UPLOAD_BYTES_MAX.',
  error: (parts: { limitBytes: number }) =>
    `Content too large: a request body can have at most ${parts.limitBytes} bytes.`,
});

export const bodyNotJson = defineRefusal({
  code: 'bodyNotJson',
  status: 415,
  meaning: 'The Content-Type of the body is not JSON.',
  remedy: 'Send the header Content-Type: application/json.',
  error: 'Unsupported media type: send JSON with the header "Content-Type: application/json".',
});

export const bodyNotFile = defineRefusal({
  code: 'bodyNotFile',
  status: 415,
  meaning: 'The body must be a file, but it is missing, empty or JSON.',
  remedy: 'Send the bytes of the file as the body, with the header Content-Type: application/octet-stream.',
  error: 'Unsupported media type: send the bytes of the file with the header "Content-Type: application/octet-stream".',
});

export const idempotencyKeyReused = defineRefusal({
  code: 'idempotencyKeyReused',
  status: 422,
  meaning: 'The Idempotency-Key was used for a different request within the last 24 hours.',
  remedy: 'Use a new key for each new request, and use the same key only to repeat a request.',
  error: 'This Idempotency-Key was used for another request. Use a new key for each new request.',
});

/** Never includes the cause, which may be sensitive. The log contains the cause, together with the correlation id. */
export const internalError = defineRefusal({
  code: 'internalError',
  status: 500,
  meaning: 'An unexpected error occurred.',
  remedy:
    'Try again later. If the error persists, give the correlationId to the operator, who finds the cause in the log.',
  retryable: true,
  error: 'Internal server error: try again later. If the error persists, give the correlationId to support.',
});

export const maintenance = defineRefusal({
  code: 'maintenance',
  status: 503,
  meaning: 'The operator has put the service into maintenance.',
  remedy: 'Try again after the time in Retry-After. Nothing is lost.',
  retryable: true,
  error: (parts: { message: string | null; retryAfterSeconds: number }) => ({
    error: `Service unavailable: ${parts.message ?? 'temporarily offline for maintenance; try again later.'}`,
    headers: { 'retry-after': String(parts.retryAfterSeconds) },
  }),
});

export const databaseBusy = defineRefusal({
  code: 'databaseBusy',
  status: 503,
  meaning: 'The database did not finish the request within the time limit. Nothing was changed.',
  remedy:
    'Try again after the time in Retry-After. Operators: check DAYBOOK_REQUEST_TIMEOUT_MS and the load of PostgreSQL.',
  retryable: true,
  headers: { 'retry-after': '5' },
  error: 'Service unavailable: the database did not respond in time, and nothing was changed. Try again in a moment.',
});

export const databaseUnavailable = defineRefusal({
  code: 'databaseUnavailable',
  status: 503,
  meaning:
    'The service cannot reach its database, or the database accepts no changes, for example because its disk is full or it is a standby.',
  remedy: 'Try again after the time in Retry-After. Operators: see /health/ready and the log.',
  retryable: true,
  headers: { 'retry-after': '2' },
  error: 'Service unavailable: the database is not available. Try again in a moment.',
});

export const accountMoving = defineRefusal({
  code: 'accountMoving',
  status: 503,
  meaning: 'The account is being moved to another cell (a database with its processes). This takes seconds.',
  remedy: 'Try again after the time in Retry-After. Nothing was changed.',
  retryable: true,
  headers: { 'retry-after': '1' },
  error: 'Service unavailable: this account is being moved to another server. Try again in a second.',
});

export const accountMoved = defineRefusal({
  code: 'accountMoved',
  status: 307,
  meaning: 'The account has been moved to another cell. The router in front of the cells does not know it yet.',
  remedy:
    'Repeat the request at the URL in Location, with the same key. Operators: add the key to the map of the router.',
  error: (parts: { location: string }) => ({
    error: 'Temporary redirect: this account has been moved to another server, named in Location.',
    headers: { location: parts.location },
  }),
});

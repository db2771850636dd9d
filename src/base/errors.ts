/**
 * Functions that create the error responses, one per row of the requirement's error tables and in the same order
 * (docs/requirements.md, section Errors). Texts that the requirement gives are copied word for word.
 * http/error-reply.ts adds the correlation id and the links.
 */
export type ValidationItem = { itemId?: string; message: string; validatorName?: string };

export type ApiErrorParts = {
  statusCode: number;
  /** A stable, machine-readable name of the error, which is also its anchor in the documentation. */
  code: string;
  error: string;
  /** The component, or the platform, that produced the error. */
  service: string;
  retryable?: boolean;
  validation?: ValidationItem[];
  headers?: Record<string, string>;
};

export class ApiError extends Error {
  readonly parts: ApiErrorParts;
  constructor(parts: ApiErrorParts) {
    super(parts.error);
    this.name = 'ApiError';
    this.parts = parts;
  }
  get statusCode(): number {
    return this.parts.statusCode;
  }
}

// 400

export function badRequest(parts: { code?: string; error: string; service?: string; items?: ValidationItem[] }) {
  return new ApiError({
    statusCode: 400,
    code: parts.code ?? 'badRequest',
    error: parts.error,
    service: parts.service ?? 'http',
    validation: parts.items ?? [{ message: parts.error }],
  });
}

// 401

export function keyMissing() {
  return new ApiError({
    statusCode: 401,
    code: 'keyMissing',
    error: 'Unauthorized: send the header "Authorization: Basic " followed by the Base64 encoding of your API key.',
    service: 'accounts',
    headers: { 'www-authenticate': 'Basic realm="Daybook", charset="UTF-8"' },
  });
}

export function keyIncorrect() {
  return new ApiError({
    statusCode: 401,
    code: 'keyIncorrect',
    error: 'Unauthorized: the API key is incorrect.',
    service: 'accounts',
    headers: { 'www-authenticate': 'Basic realm="Daybook", charset="UTF-8"' },
  });
}

// 402: the requirement defines these three account limits and their `error` texts

export function companyLimitExceeded(parts: { limit: number; plan: string }) {
  return new ApiError({
    statusCode: 402,
    code: 'companyLimitExceeded',
    error: 'CompanyValidationException: Company limit exceeded',
    service: 'companies',
    validation: [
      {
        itemId: 'company',
        validatorName: 'CompanyLimitValidator',
        message: `The plan ${parts.plan} allows ${parts.limit} companies. Delete companies you no longer need and try again, or change the plan.`,
      },
    ],
  });
}

export function syncScheduleNotAllowed(parts: { itemId: string; plan: string }) {
  return new ApiError({
    statusCode: 402,
    code: 'syncScheduleNotAllowed',
    error: 'SyncSettingsValidationException: Sync schedule not allowed',
    service: 'sync',
    validation: [
      {
        itemId: parts.itemId,
        validatorName: 'SyncScheduleValidator',
        message: `The plan ${parts.plan} has no hourly schedule. Choose daily, weekly, monthly or none, or change the plan.`,
      },
    ],
  });
}

export function accountExpired(parts: { accountId: string; days: number }) {
  return new ApiError({
    statusCode: 402,
    code: 'accountExpired',
    error: 'Payment Required',
    service: 'accounts',
    validation: [
      {
        itemId: parts.accountId,
        validatorName: 'AccountExpiryValidator',
        message: `This free account is older than ${parts.days} days and has expired. Choose a paid plan to continue; nothing has been deleted.`,
      },
    ],
  });
}

// 403

export function keyOutdated(parts: { reason: 'deleted' | 'expired' }) {
  return new ApiError({
    statusCode: 403,
    code: 'keyOutdated',
    error: `Forbidden: this API key is outdated because it ${parts.reason === 'deleted' ? 'was deleted' : 'has expired'}. Use another key.`,
    service: 'accounts',
  });
}

export function notYourResource(parts: { resource: string; service: string }) {
  return new ApiError({
    statusCode: 403,
    code: 'notYourResource',
    error: `Forbidden: this API key is not associated with the ${parts.resource}.`,
    service: parts.service,
  });
}

export function scopeMissing(parts: { scope: string }) {
  return new ApiError({
    statusCode: 403,
    code: 'scopeMissing',
    error: `Forbidden: this operation needs an API key with the scope "${parts.scope}".`,
    service: 'accounts',
  });
}

export function keyTooNarrow(parts: { reason: string }) {
  return new ApiError({
    statusCode: 403,
    code: 'keyTooNarrow',
    error: `Forbidden: ${parts.reason}`,
    service: 'accounts',
  });
}

/**
 * The platform rejected the credentials. They must be authorized again, or need more rights on the platform. `service`
 * is the platform.
 */
export function downstreamForbidden(parts: { platform: string; error: string }) {
  return new ApiError({
    statusCode: 403,
    code: 'downstreamForbidden',
    error: `Forbidden: the platform does not accept the credentials: ${parts.error}`,
    service: parts.platform,
  });
}

export function connectionNotLinked(parts: { status?: string; service?: string }) {
  const state = parts.status ? `the connection is ${parts.status}, not Linked` : 'the company has no linked connection';
  return new ApiError({
    statusCode: 403,
    code: 'connectionNotLinked',
    error: `Forbidden: ${state}. Ask the company's owner to authorize a connection through its linkUrl, then try again.`,
    service: parts.service ?? 'sync',
  });
}

// 404

export function notFound(parts: { resource: string; service: string }) {
  return new ApiError({
    statusCode: 404,
    code: 'notFound',
    error: `Not found: there is no such ${parts.resource}.`,
    service: parts.service,
  });
}

export function recordNotFound(parts: { dataType: string; id: string }) {
  return new ApiError({
    statusCode: 404,
    code: 'recordNotFound',
    error: `Not found: there is no record "${parts.id}" in the data set ${parts.dataType}.`,
    service: 'data',
  });
}

/** The text comes from the requirement. `platforms` are the platforms of the company's connections. */
export function dataTypeNotSupported(parts: { dataType: string; platforms: readonly string[] }) {
  const by =
    parts.platforms.length > 0
      ? ` by platform(s) ${parts.platforms.join(', ')}`
      : ': the company has no connection to a platform';
  return new ApiError({
    statusCode: 404,
    code: 'dataTypeNotSupported',
    error: `Datatype ${parts.dataType} not supported${by}`,
    service: 'data',
  });
}

export function pathNotFound() {
  return new ApiError({
    statusCode: 404,
    code: 'pathNotFound',
    error: 'Not found: the API has no such path. GET /openapi.json lists all paths.',
    service: 'http',
  });
}

// 405

export function methodNotAllowed(parts: { method: string; allowed: string[] }) {
  return new ApiError({
    statusCode: 405,
    code: 'methodNotAllowed',
    error: `Method not allowed: this path does not support ${parts.method}. Use ${parts.allowed.join(' or ')}.`,
    service: 'http',
    headers: { allow: parts.allowed.join(', ') },
  });
}

// 409

export function keyLimitExceeded(parts: { limit: number }) {
  const error = `Conflict: an account can have at most ${parts.limit} API keys. Delete an unused key and try again.`;
  return new ApiError({
    statusCode: 409,
    code: 'keyLimitExceeded',
    error,
    service: 'accounts',
    validation: [{ message: error, validatorName: 'ApiKeyLimitValidator' }],
  });
}

export function lastKey() {
  return new ApiError({
    statusCode: 409,
    code: 'lastKey',
    error: 'Conflict: this is the last API key of the account. Create another one first.',
    service: 'accounts',
  });
}

export function secondConnection() {
  return new ApiError({
    statusCode: 409,
    code: 'secondConnection',
    error: 'Conflict: the company already has a linked connection of this kind. Unlink or delete it first.',
    service: 'connections',
  });
}

export function wrongState(parts: { error: string; service: string }) {
  return new ApiError({
    statusCode: 409,
    code: 'wrongState',
    error: `Conflict: ${parts.error}`,
    service: parts.service,
  });
}

export function dataSetNotRequested(parts: { dataType: string }) {
  return new ApiError({
    statusCode: 409,
    code: 'dataSetNotRequested',
    error: `Conflict: the data set ${parts.dataType} has not been requested. Request it with POST …/data/queue/${parts.dataType}, or link a connection.`,
    service: 'data',
  });
}

export function dataSetNotReady(parts: { dataType: string }) {
  return new ApiError({
    statusCode: 409,
    code: 'dataSetNotReady',
    error: `Conflict: the first sync of the data set ${parts.dataType} has not completed. Try again later; GET …/dataStatus shows its status.`,
    service: 'data',
    retryable: true,
    headers: { 'retry-after': '10' },
  });
}

export function requestUnderWay() {
  return new ApiError({
    statusCode: 409,
    code: 'requestUnderWay',
    error: 'Conflict: the first request with this Idempotency-Key is still running. Try again to get its response.',
    service: 'http',
    retryable: true,
    headers: { 'retry-after': '1' },
  });
}

// HTTP status codes that the requirement's table does not list

/** The state of the list that a cursor or `asOf` refers to is no longer stored. */
export function snapshotGone(parts: { what: 'cursor' | 'asOf'; restart: string }) {
  return new ApiError({
    statusCode: 410,
    code: 'snapshotGone',
    error: `Gone: the state of the list that the parameter "${parts.what}" refers to is no longer stored. Start again at ${parts.restart}`,
    service: 'data',
    headers: { link: `<${parts.restart}>; rel="first"` },
  });
}

export function bodyTooLarge(parts: { limitBytes: number }) {
  return new ApiError({
    statusCode: 413,
    code: 'bodyTooLarge',
    error: `Content too large: a request body can have at most ${parts.limitBytes} bytes.`,
    service: 'http',
  });
}

export function bodyNotJson() {
  return new ApiError({
    statusCode: 415,
    code: 'bodyNotJson',
    error: 'Unsupported media type: send JSON with the header "Content-Type: application/json".',
    service: 'http',
  });
}

export function idempotencyKeyReused() {
  return new ApiError({
    statusCode: 422,
    code: 'idempotencyKeyReused',
    error: 'This Idempotency-Key was used for another request. Use a new key for each new request.',
    service: 'http',
  });
}

// 429, 500, 503

export function tooManyRequests(parts: { error: string; retryAfterSeconds: number; headers?: Record<string, string> }) {
  return new ApiError({
    statusCode: 429,
    code: 'tooManyRequests',
    error: `Too many requests: ${parts.error}`,
    service: 'http',
    retryable: true,
    headers: { ...parts.headers, 'retry-after': String(parts.retryAfterSeconds) },
  });
}

/** Never includes the cause, which may be sensitive. The log contains the cause, together with the correlation id. */
export function internalError() {
  return new ApiError({
    statusCode: 500,
    code: 'internalError',
    error: 'Internal server error: try again later. If the error persists, give the correlationId to support.',
    service: 'http',
    retryable: true,
  });
}

export function serviceUnavailable(parts: { code: string; error: string; retryAfterSeconds: number }) {
  return new ApiError({
    statusCode: 503,
    code: parts.code,
    error: `Service unavailable: ${parts.error}`,
    service: 'http',
    retryable: true,
    headers: { 'retry-after': String(parts.retryAfterSeconds) },
  });
}

/** The platform cannot be reached, or its response cannot be parsed. `service` is the platform. */
export function downstreamUnavailable(parts: { platform: string; error: string }) {
  return new ApiError({
    statusCode: 503,
    code: 'downstreamUnavailable',
    error: `Service unavailable: ${parts.error}`,
    service: parts.platform,
    retryable: true,
    headers: { 'retry-after': '30' },
  });
}

export function maintenance(parts: { message: string | null; retryAfterSeconds: number }) {
  return serviceUnavailable({
    code: 'maintenance',
    error: parts.message ?? 'temporarily offline for maintenance; try again later.',
    retryAfterSeconds: parts.retryAfterSeconds,
  });
}

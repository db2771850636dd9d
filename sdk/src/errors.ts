/** Errors that the client throws. Each cause has its own class, so that a program can tell the causes apart. */
export type ValidationItem = { itemId?: string; message: string; validatorName?: string };

type Parts = {
  status: number;
  code: string;
  service: string;
  correlationId: string | undefined;
  retryable: boolean;
  validation: ValidationItem[];
  docs: string | undefined;
  /** Seconds from the Retry-After header, if the service sent one. */
  retryAfter: number | undefined;
};

export class DaybookError extends Error {
  override name = 'DaybookError';
}

/** The service rejected the request. `code` is stable; support asks for the `correlationId`. */
export class ApiError extends DaybookError {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly service: string;
  readonly correlationId: string | undefined;
  readonly retryable: boolean;
  readonly validation: ValidationItem[];
  readonly docs: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, parts: Parts) {
    super(parts.correlationId ? `${message} (correlation id ${parts.correlationId})` : message);
    this.status = parts.status;
    this.code = parts.code;
    this.service = parts.service;
    this.correlationId = parts.correlationId;
    this.retryable = parts.retryable;
    this.validation = parts.validation;
    this.docs = parts.docs;
    this.retryAfter = parts.retryAfter;
  }
}

/** Status 400, 413, 415 or 422: `validation` lists what is wrong. */
export class BadRequest extends ApiError {
  override name = 'BadRequest';
}
/** Status 401: the key is missing or wrong. */
export class Unauthorized extends ApiError {
  override name = 'Unauthorized';
}
/** Status 402: the request exceeds a limit of the plan. */
export class PaymentRequired extends ApiError {
  override name = 'PaymentRequired';
}
/** Status 403: the key lacks permission, or the platform denies access. */
export class Forbidden extends ApiError {
  override name = 'Forbidden';
}
/** Status 404 or 405: the resource or the operation does not exist. */
export class NotFound extends ApiError {
  override name = 'NotFound';
}
/** Status 409: the request is not possible in the current state. Some conflicts are temporary. */
export class Conflict extends ApiError {
  override name = 'Conflict';
}
/** Status 410: the requested data is no longer stored. */
export class Gone extends ApiError {
  override name = 'Gone';
}
/** Status 412: the record is no longer the version that a push was made from. `validation` lists what has changed. */
export class PreconditionFailed extends ApiError {
  override name = 'PreconditionFailed';
}
/** Status 429: a rate limit was still exceeded after the last retry. */
export class TooManyRequests extends ApiError {
  override name = 'TooManyRequests';
}
/** Status 5xx: the service still failed after the last retry. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** There is no complete response, because the connection failed or was cut off. */
export class NetworkError extends DaybookError {
  override name = 'NetworkError';
}

/** No response arrived within the client's own time limit. */
export class TimeoutError extends DaybookError {
  override name = 'TimeoutError';
}

const byStatus: Record<number, typeof ApiError> = {
  400: BadRequest,
  401: Unauthorized,
  402: PaymentRequired,
  403: Forbidden,
  404: NotFound,
  405: NotFound,
  409: Conflict,
  410: Gone,
  412: PreconditionFailed,
  413: BadRequest,
  415: BadRequest,
  422: BadRequest,
  429: TooManyRequests,
};

/** Creates the error for an unsuccessful response. The body may come from a proxy instead of the service. */
export function errorOf(answer: { status: number; headers: Headers; text: string }): ApiError {
  const { status, headers, text } = answer;
  const body = readBody(text);
  const Kind = byStatus[status] ?? (status >= 500 ? ServerError : ApiError);
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  return new Kind(String(body.error ?? `The service answered with status ${status}.`), {
    status,
    code: String(body.code ?? 'unknown'),
    service: String(body.service ?? 'unknown'),
    correlationId: (body.correlationId as string | undefined) ?? headers.get('x-correlation-id') ?? undefined,
    retryable: body.retryable === true,
    validation: (body.validation as { errors?: ValidationItem[] } | undefined)?.errors ?? [],
    docs: body.docs as string | undefined,
    retryAfter: Number.isFinite(after) ? after : undefined,
  });
}

function readBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Errors that the API responds with. Each feature declares its own errors as refusals. A refusal has a code, a status,
 * an explanation for the error guide, and the text of the response. Where docs/requirements.md (section Errors)
 * prescribes a text, it is copied word for word. http/error-reply.ts adds the correlation id and the links.
 */
export type ValidationItem = {
  itemId?: string;
  message: string;
  validatorName?: string;
  /** Of a field that has changed: its value then and now. */
  before?: unknown;
  after?: unknown;
};

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

/** Explains an error code. The `docs` link of every error points to this text. */
export type ErrorAdvice = { code: string; status: number; meaning: string; remedy: string };

/** What an error response contains besides its code and status. */
type Answer = Pick<ApiErrorParts, 'error'> & Partial<Pick<ApiErrorParts, 'service' | 'validation' | 'headers'>>;

type Definition<Given extends unknown[]> = ErrorAdvice &
  Pick<ApiErrorParts, 'retryable' | 'headers'> & {
    /** The component that produces the error; `http` if omitted. */
    service?: string;
    error: string | ((...given: Given) => string | Answer);
  };

/**
 * A function that creates the error response. Its `advice` is the explanation of the error, which `src/refusals.ts`
 * collects.
 */
export type Refusal<Given extends unknown[]> = ((...given: Given) => ApiError) & { advice: ErrorAdvice };

export function defineRefusal<Given extends unknown[] = []>(definition: Definition<Given>): Refusal<Given> {
  const { code, status, meaning, remedy, error, service = 'http', ...fixed } = definition;
  const refuse = (...given: Given) => {
    const made = typeof error === 'string' ? error : error(...given);
    const answer = typeof made === 'string' ? { error: made } : made;
    // For a bad request, `validation` in the response also contains the error text.
    const items = status === 400 && { validation: [{ message: answer.error }] };
    return new ApiError({ statusCode: status, code, service, ...fixed, ...items, ...answer });
  };
  return Object.assign(refuse, { advice: { code, status, meaning, remedy } });
}

export function wrongField(parts: { itemId: string; problem: string; validatorName: string }): ValidationItem {
  const { itemId, problem, validatorName } = parts;
  return { itemId, message: `The field "${itemId}" ${problem}.`, validatorName };
}

/** Returns the response to a bad request. Its text is the message of the first invalid item. */
export function wrongItems(validation: ValidationItem[]): Answer {
  return { error: `Bad request: ${validation[0]?.message}`, validation };
}

type BadInput = { items: ValidationItem[]; error?: string; service?: string };
const badInput = ({ items, ...parts }: BadInput): Answer => ({ ...wrongItems(items), ...parts });

export const badRequest = defineRefusal({
  code: 'badRequest',
  status: 400,
  meaning: 'A value has the right format but cannot be used here.',
  remedy: 'The message names the field and the reason.',
  error: badInput,
});

export const inputInvalid = defineRefusal({
  code: 'inputInvalid',
  status: 400,
  meaning: 'A field or parameter is missing, unknown or invalid.',
  remedy: 'validation.errors lists every problem with the name of the field. The reference shows the allowed values.',
  error: badInput,
});

export const notYourResource = defineRefusal({
  code: 'notYourResource',
  status: 403,
  meaning: 'The resource belongs to another account, or to a company that this key may not access.',
  remedy: 'Use a key of the right account, or a key that is not limited to company tags.',
  error: (parts: { resource: string; service: string }) => ({
    error: `Forbidden: this API key is not associated with the ${parts.resource}.`,
    service: parts.service,
  }),
});

export const keyTooNarrow = defineRefusal({
  code: 'keyTooNarrow',
  status: 403,
  meaning: 'The API key is restricted, and the request exceeds its restrictions.',
  remedy: 'Stay within the scopes and company tags of the key, or use a key with more rights.',
  service: 'accounts',
  error: (parts: { reason: string }) => `Forbidden: ${parts.reason}`,
});

export const notFound = defineRefusal({
  code: 'notFound',
  status: 404,
  meaning: 'The resource does not exist; it may have been deleted.',
  remedy: 'Check the id. List the resources to see which ones exist.',
  error: (parts: { resource: string; service: string }) => ({
    error: `Not found: there is no such ${parts.resource}.`,
    service: parts.service,
  }),
});

export const wrongState = defineRefusal({
  code: 'wrongState',
  status: 409,
  meaning: 'The current state of the resource does not allow this change.',
  remedy: 'The message names the state. Read the resource to see its current state.',
  error: (parts: { error: string; service: string }) => ({
    error: `Conflict: ${parts.error}`,
    service: parts.service,
  }),
});

export const tooManyRequests = defineRefusal({
  code: 'tooManyRequests',
  status: 429,
  meaning:
    'One of these limits was reached: requests of the account per minute or per day, its concurrent requests for one company, its concurrent lists that are filtered, sorted or read at a high page number, the size of its responses that the client has not read yet, or requests without a key from one IP address.',
  remedy:
    'Wait for the time in Retry-After. The RateLimit and X-Rate-Limit-Remaining headers show how many requests are left.',
  retryable: true,
  error: (parts: { error: string; retryAfterSeconds: number; headers?: Record<string, string> }) => ({
    error: `Too many requests: ${parts.error}`,
    headers: { ...parts.headers, 'retry-after': String(parts.retryAfterSeconds) },
  }),
});

const kinds = Symbol.for('daybook.provider-error');

/**
 * The provider failures that Daybook distinguishes. A connector throws these errors and no others. A connector from
 * another repository has its own copy of these classes. Therefore, `instanceof` is overridden to compare class names.
 */
export class ProviderError extends Error {
  override name: string = 'ProviderError';
  declare readonly [kinds]: readonly string[];
  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    const names: string[] = [];
    for (let one = new.target; one !== Error.prototype.constructor; one = Object.getPrototypeOf(one))
      names.push(one.name);
    Object.defineProperty(this, kinds, { value: names });
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    const names = (value as { [kinds]?: readonly string[] } | null | undefined)?.[kinds];
    // biome-ignore lint/complexity/noThisInStatic: each subclass compares its own name
    return names?.includes(this.name) ?? false;
  }
}

/** The provider no longer accepts the credentials. A person must authorize again. */
export class AuthRejected extends ProviderError {
  override name = 'AuthRejected';
}

/** Too many requests; retry no earlier than `retryAtMs` (milliseconds since 1970). */
export class RateLimited extends ProviderError {
  override name = 'RateLimited';
  readonly retryAtMs: number;
  constructor(message: string, retryAtMs: number) {
    super(message);
    this.retryAtMs = retryAtMs;
  }
}

/** The credentials are valid but do not permit this request. */
export class PermissionDenied extends ProviderError {
  override name = 'PermissionDenied';
}

/** The company's subscription at the provider does not cover this request. */
export class PaymentRequired extends ProviderError {
  override name = 'PaymentRequired';
}

/** The provider is down, slow, or sent a response that cannot be parsed; a later retry may help. */
export class Unavailable extends ProviderError {
  override name = 'Unavailable';
}

/**
 * Like `Unavailable`, but the request was certainly not performed, because an earlier step (such as the sign-in)
 * failed.
 */
export class NotSent extends Unavailable {
  override name = 'NotSent';
}

/** The provider does not have this data type for this company. */
export class Unsupported extends ProviderError {
  override name = 'Unsupported';
}

/** An uploaded file cannot be read, whoever tries. The message says why, for the person who has uploaded it. */
export class FileUnreadable extends ProviderError {
  override name = 'FileUnreadable';
}

/** The provider does not know the cursor or has already forgotten it, so a full pass is needed. */
export class CursorTooOld extends ProviderError {
  override name = 'CursorTooOld';
}

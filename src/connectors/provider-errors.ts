/** What can go wrong at a provider, as the house understands it. A connector throws these and nothing else. */
export class ProviderError extends Error {
  override name: string = 'ProviderError';
}

/** The credentials are no longer accepted: a person must authorize again. */
export class AuthRejected extends ProviderError {
  override name = 'AuthRejected';
}

/** Too many requests; not before `retryAtMs` (milliseconds since 1970). */
export class RateLimited extends ProviderError {
  override name = 'RateLimited';
  readonly retryAtMs: number;
  constructor(message: string, retryAtMs: number) {
    super(message);
    this.retryAtMs = retryAtMs;
  }
}

/** Signed in, but not allowed to see this. */
export class PermissionDenied extends ProviderError {
  override name = 'PermissionDenied';
}

/** The company's subscription at the provider does not cover this. */
export class PaymentRequired extends ProviderError {
  override name = 'PaymentRequired';
}

/** The provider is down, slow, or answered what cannot be read; trying again later may help. */
export class Unavailable extends ProviderError {
  override name = 'Unavailable';
}

/** Unavailable, and what was to be done was certainly not: it failed on the way there, such as at the sign-in. */
export class NotSent extends Unavailable {
  override name = 'NotSent';
}

/** The provider does not have this data type for this company. */
export class Unsupported extends ProviderError {
  override name = 'Unsupported';
}

/** The incremental position is older than the provider remembers: a full pass is needed. */
export class CursorTooOld extends ProviderError {
  override name = 'CursorTooOld';
}

/** The thread that read what the provider sent is gone. `isBlamed`: it was busy with this. Thrown by the house alone. */
export class ThreadLost extends Unavailable {
  readonly isBlamed: boolean;
  constructor(message: string, isBlamed: boolean) {
    super(message);
    this.isBlamed = isBlamed;
  }
}

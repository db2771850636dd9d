import { ApiError } from '../../base/errors.ts';

/** Errors of the access checks, for operations that need a signed-in person or a higher role. */
export function sessionOnly() {
  return new ApiError({
    statusCode: 403,
    code: 'sessionOnly',
    error: 'Forbidden: an API key cannot do this. Sign in to the portal and do it there.',
    service: 'accounts',
  });
}

export function roleTooLow(parts: { role: string }) {
  return new ApiError({
    statusCode: 403,
    code: 'roleTooLow',
    error: `Forbidden: this needs the role "${parts.role}" or a higher one. Ask an administrator to change your role.`,
    service: 'accounts',
  });
}

export function secondFactorRequired() {
  return new ApiError({
    statusCode: 403,
    code: 'secondFactorRequired',
    error: 'Forbidden: a second factor is required. Set up an authenticator app in your portal profile and try again.',
    service: 'people',
  });
}

/**
 * For a change from another site. A browser sends the session cookie from any site, but only the service's own pages
 * may make changes with it.
 */
export function originRefused() {
  return new ApiError({
    statusCode: 403,
    code: 'originRefused',
    error: 'Forbidden: a change by a signed-in person must come from a page of this service (header "Origin").',
    service: 'http',
  });
}

/** Ends a long-lived response after its session has switched to another account. */
export function sessionElsewhere() {
  return new ApiError({
    statusCode: 403,
    code: 'sessionElsewhere',
    error: 'Forbidden: your session has switched to another account. Send the request again.',
    service: 'people',
  });
}

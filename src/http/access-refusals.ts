import { ApiError } from '../errors.ts';

/** Of the front door, where a person is needed or a higher role. */
export function sessionOnly() {
  return new ApiError({
    statusCode: 403,
    code: 'sessionOnly',
    error: 'Forbidden: an API key cannot do this; a person does it in the portal, signed in.',
    service: 'accounts',
  });
}

export function roleTooLow(parts: { role: string }) {
  return new ApiError({
    statusCode: 403,
    code: 'roleTooLow',
    error: `Forbidden: this needs the role "${parts.role}" or a higher one; an administrator of the account can give it to you.`,
    service: 'accounts',
  });
}

export function secondFactorRequired() {
  return new ApiError({
    statusCode: 403,
    code: 'secondFactorRequired',
    error:
      'Forbidden: you must use a second factor here. Set up codes of an authenticator app in the portal (your profile), then go on.',
    service: 'people',
  });
}

/** A browser sends the cookie of a session from wherever it is; only the service's own pages may make changes by it. */
export function originRefused() {
  return new ApiError({
    statusCode: 403,
    code: 'originRefused',
    error: 'Forbidden: a change by a signed-in person must come from a page of the service itself (header "Origin").',
    service: 'http',
  });
}

/** Ends what lasts. */
export function sessionElsewhere() {
  return new ApiError({
    statusCode: 403,
    code: 'sessionElsewhere',
    error: 'Forbidden: your session has gone to another account. Ask again.',
    service: 'people',
  });
}

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

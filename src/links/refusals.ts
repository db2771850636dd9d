import { ApiError, badRequest } from '../errors.ts';

/** Refusals of the link page. Whoever reads them owns a company and knows nothing of Daybook. */
export function linkUnknown() {
  return new ApiError({
    statusCode: 404,
    code: 'companyLinkUnknown',
    error:
      'This link leads nowhere: it was mistyped, or what it was for has been removed. Ask whoever sent it for a new one.',
    service: 'links',
  });
}

export function linkEnded() {
  return new ApiError({
    statusCode: 404,
    code: 'companyLinkEnded',
    error: 'This link has ended. Ask whoever sent it for a new one.',
    service: 'links',
  });
}

export function linkCredentialsRefused(parts: { platformName: string; reason: string }) {
  return new ApiError({
    statusCode: 403,
    code: 'linkCredentialsRefused',
    error: `${parts.platformName} did not accept what you entered (${parts.reason}). Check it and try again; nothing was saved.`,
    service: 'links',
  });
}

export function linkPlatformUnavailable(parts: { platformName: string }) {
  return new ApiError({
    statusCode: 503,
    code: 'linkPlatformUnavailable',
    error: `${parts.platformName} does not answer right now. Try again in a few minutes; nothing was saved.`,
    service: 'links',
    retryable: true,
    headers: { 'retry-after': '30' },
  });
}

export function linkedAlready(parts: { platformName: string }) {
  return new ApiError({
    statusCode: 409,
    code: 'linkedAlready',
    error: `This company is connected to ${parts.platformName} already. Disconnect it first if you want to connect another.`,
    service: 'links',
  });
}

export function returnUrlRefused(parts: { reason: string }) {
  const message = `The field "returnUrl" ${parts.reason}.`;
  return badRequest({
    error: `Bad request: ${message}`,
    service: 'links',
    items: [{ itemId: 'returnUrl', message, validatorName: 'UrlValidator' }],
  });
}

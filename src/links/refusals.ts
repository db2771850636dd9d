import { ApiError, badRequest } from '../base/errors.ts';

/** Errors of the link page. The people who read these errors own a company and do not know Daybook. */
export function linkUnknown() {
  return new ApiError({
    statusCode: 404,
    code: 'companyLinkUnknown',
    error:
      'This link does not work, because it is incomplete or was replaced or removed. Ask the person who sent it for a new link.',
    service: 'links',
  });
}

export function linkEnded() {
  return new ApiError({
    statusCode: 404,
    code: 'companyLinkEnded',
    error: 'This link has expired. Ask the person who sent it for a new link.',
    service: 'links',
  });
}

export function linkCredentialsRefused(parts: { platformName: string; reason: string }) {
  return new ApiError({
    statusCode: 403,
    code: 'linkCredentialsRefused',
    error: `${parts.platformName} did not accept what you entered (${parts.reason}). Check your input and try again; nothing was saved.`,
    service: 'links',
  });
}

export function linkPlatformUnavailable(parts: { platformName: string }) {
  return new ApiError({
    statusCode: 503,
    code: 'linkPlatformUnavailable',
    error: `${parts.platformName} is not responding right now. Try again in a few minutes; nothing was saved.`,
    service: 'links',
    retryable: true,
    headers: { 'retry-after': '30' },
  });
}

export function linkedAlready(parts: { platformName: string }) {
  return new ApiError({
    statusCode: 409,
    code: 'linkedAlready',
    error: `This company is already connected to ${parts.platformName}. To connect another platform, disconnect this one first.`,
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

import { ApiError, badRequest } from '../base/errors.ts';

/** Errors specific to the webhook service. General errors are in src/base/errors.ts. */
export function urlRefused(parts: { reason: string }) {
  const message = `The field "url" ${parts.reason}.`;
  return badRequest({
    code: 'urlRefused',
    error: `Bad request: ${message}`,
    service: 'webhooks',
    items: [{ itemId: 'url', message, validatorName: 'UrlValidator' }],
  });
}

export function headerReserved(parts: { name: string; itemId: string }) {
  const message = `The header "${parts.name}" is set by the service itself and cannot be a custom header.`;
  return badRequest({
    code: 'headerReserved',
    error: `Bad request: ${message}`,
    service: 'webhooks',
    items: [{ itemId: parts.itemId, message, validatorName: 'HeaderValidator' }],
  });
}

/** The requirements allow this header to be set only in the portal. */
export function authorizationByPortal(parts: { itemId: string; docsUrl: string }) {
  const message =
    'The header "Authorization" of a webhook consumer cannot be set through the API. Set it in the portal.';
  return byPortal(parts.docsUrl, { itemId: parts.itemId, message, validatorName: 'HeaderValidator' });
}

export function authorizationStays(parts: { docsUrl: string }) {
  const message =
    'The consumer has an Authorization header, so its URL can be changed to another server only in the portal. Change the field "url" in the portal, or remove the header there first.';
  return byPortal(parts.docsUrl, { itemId: 'url', message, validatorName: 'UrlValidator' });
}

function byPortal(docsUrl: string, item: { itemId: string; message: string; validatorName: string }) {
  return badRequest({
    code: 'authorizationByPortal',
    error: `Bad request: ${item.message} See ${docsUrl}/errors#authorizationByPortal`,
    service: 'webhooks',
    items: [item],
  });
}

export function consumerLimitExceeded(parts: { limit: number }) {
  const error = `Conflict: an account can have at most ${parts.limit} webhook consumers. Delete one that is no longer used and try again.`;
  return new ApiError({
    statusCode: 409,
    code: 'consumerLimitExceeded',
    error,
    service: 'webhooks',
    validation: [{ message: error, validatorName: 'ConsumerLimitValidator' }],
  });
}

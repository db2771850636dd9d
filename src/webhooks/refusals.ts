import { defineRefusal, type ValidationItem, wrongField, wrongItems } from '../base/errors.ts';

/** Errors specific to the webhook service. General errors are in src/base/errors.ts. */
const service = 'webhooks';

type WrongUrl = { reason: string; itemId?: string; service?: string; validatorName?: string };

export const urlRefused = defineRefusal({
  code: 'urlRefused',
  status: 400,
  meaning: 'The URL of a webhook consumer is not valid, or points to an address that webhooks must not be sent to.',
  remedy: 'Use an https:// URL with a public address and without a user name or password.',
  service,
  error: ({ reason, itemId = 'url', validatorName = 'UrlValidator', ...more }: WrongUrl) => ({
    ...wrongItems([wrongField({ itemId, problem: reason, validatorName })]),
    ...more,
  }),
});

export const headerReserved = defineRefusal({
  code: 'headerReserved',
  status: 400,
  meaning:
    'A custom header has the name of a header that the service sets itself or that HTTP needs for the connection.',
  remedy: 'Leave the header out, or choose another name.',
  service,
  error: (parts: { name: string; itemId: string }) =>
    wrongItems([
      {
        itemId: parts.itemId,
        message: `The header "${parts.name}" is set by the service itself and cannot be a custom header.`,
        validatorName: 'HeaderValidator',
      },
    ]),
});

/** The requirements allow the Authorization header to be set only in the portal. */
export const onlyInPortal = defineRefusal({
  code: 'authorizationByPortal',
  status: 400,
  meaning:
    'The Authorization header of a webhook consumer can only be set in the portal. While the header is set, changing the URL to another server is also possible only in the portal.',
  remedy:
    'Sign in to the portal and set the header or change the URL there. If you use only the API, verify deliveries by their signature.',
  service,
  error: ({ docsUrl, ...item }: ValidationItem & { docsUrl: string }) => ({
    error: `Bad request: ${item.message} See ${docsUrl}/errors#authorizationByPortal`,
    validation: [item],
  }),
});

export const authorizationByPortal = (parts: { itemId: string; docsUrl: string }) =>
  onlyInPortal({
    ...parts,
    message: 'The header "Authorization" of a webhook consumer cannot be set through the API. Set it in the portal.',
    validatorName: 'HeaderValidator',
  });

export const authorizationStays = (parts: { docsUrl: string }) =>
  onlyInPortal({
    ...parts,
    itemId: 'url',
    message:
      'The consumer has an Authorization header, so its URL can be changed to another server only in the portal. Change the field "url" in the portal, or remove the header there first.',
    validatorName: 'UrlValidator',
  });

export const consumerLimitExceeded = defineRefusal({
  code: 'consumerLimitExceeded',
  status: 409,
  meaning: 'The account has the maximum number of webhook consumers.',
  remedy: 'Delete an unused consumer, or subscribe one consumer to more event types.',
  service,
  error: (parts: { limit: number }) => {
    const error = `Conflict: an account can have at most ${parts.limit} webhook consumers. Delete one that is no longer used and try again.`;
    return { error, validation: [{ message: error, validatorName: 'ConsumerLimitValidator' }] };
  },
});

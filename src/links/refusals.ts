import { badRequest, defineRefusal, wrongField } from '../base/errors.ts';

/** Errors of the link page. The people who read these errors own a company and do not know Daybook. */
const service = 'links';

export const companyLinkUnknown = defineRefusal({
  code: 'companyLinkUnknown',
  status: 404,
  meaning:
    'The link of the company is not valid, because it was mistyped or rotated, or because the company or connection was deleted.',
  remedy:
    'Send the link to the owner of the company again. It is in `redirect` of the company, or in `linkUrl` of the connection.',
  service,
  error:
    'This link does not work, because it is incomplete or was replaced or removed. Ask the person who sent it for a new link.',
});

export const companyLinkEnded = defineRefusal({
  code: 'companyLinkEnded',
  status: 404,
  meaning: 'The link of the company has expired. Links are valid for `DAYBOOK_LINK_DAYS` days.',
  remedy: 'Get a new link with `GET /companies/{companyId}/link`, and send it to the owner of the company.',
  service,
  error: 'This link has expired. Ask the person who sent it for a new link.',
});

export const linkCredentialsRefused = defineRefusal({
  code: 'linkCredentialsRefused',
  status: 403,
  meaning: 'On the link page, the platform did not accept what the owner of the company entered.',
  remedy: 'The owner should check the details on the platform and try again. Nothing was saved.',
  service,
  error: (parts: { platformName: string; reason: string }) =>
    `${parts.platformName} did not accept what you entered (${parts.reason}). Check your input and try again; nothing was saved.`,
});

export const linkPlatformUnavailable = defineRefusal({
  code: 'linkPlatformUnavailable',
  status: 503,
  meaning: 'On the link page, the platform does not respond.',
  remedy: 'Try again in a few minutes.',
  service,
  retryable: true,
  headers: { 'retry-after': '30' },
  error: (parts: { platformName: string }) =>
    `${parts.platformName} is not responding right now. Try again in a few minutes; nothing was saved.`,
});

export const linkedAlready = defineRefusal({
  code: 'linkedAlready',
  status: 409,
  meaning: 'On the link page, the company is already connected to an accounting system.',
  remedy: 'Disconnect that platform first, on the same page. Then connect the other one.',
  service,
  error: (parts: { platformName: string }) =>
    `This company is already connected to ${parts.platformName}. To connect another accounting system, disconnect this one first.`,
});

export function returnUrlRefused(parts: { reason: string }) {
  const item = wrongField({ itemId: 'returnUrl', problem: parts.reason, validatorName: 'UrlValidator' });
  return badRequest({ service, items: [item] });
}

import { ApiError, badRequest, notFound } from '../base/errors.ts';

/** Error responses of the older webhooks, in addition to those in src/base/errors.ts. */
const service = 'rules';

export const ruleMissing = () => notFound({ resource: 'rule', service });
export const alertMissing = () => notFound({ resource: 'alert', service });

export function ruleWrong(parts: { itemId: string; reason: string; code?: 'urlRefused' }) {
  const message = `The field "${parts.itemId}" ${parts.reason}.`;
  return badRequest({
    ...(parts.code && { code: parts.code }),
    error: `Bad request: ${message}`,
    service,
    items: [{ itemId: parts.itemId, message, validatorName: 'RuleValidator' }],
  });
}

/** For rules with e-mail addresses, if the operator has not configured a mail server. */
export function mailNotSet() {
  const message =
    'The field "notifiers.emails" cannot be used, because this service sends no e-mail until its operator sets DAYBOOK_SMTP_URL and DAYBOOK_MAIL_FROM.';
  return badRequest({
    code: 'mailNotSet',
    error: `Bad request: ${message}`,
    service,
    items: [{ itemId: 'notifiers.emails', message, validatorName: 'MailValidator' }],
  });
}

export function ruleLimitExceeded(parts: { limit: number }) {
  const error = `Conflict: an account can have at most ${parts.limit} rules. Delete rules that are no longer used and try again.`;
  return new ApiError({
    statusCode: 409,
    code: 'ruleLimitExceeded',
    error,
    service,
    validation: [{ message: error, validatorName: 'RuleLimitValidator' }],
  });
}

/** For accounts that the newer webhooks serve, either since a migration or from the start. */
export function rulesReadOnly() {
  return new ApiError({
    statusCode: 409,
    code: 'rulesReadOnly',
    error:
      'Conflict: the newer webhooks serve this account, so its rules are read-only. Set up webhooks with POST /webhooks/consumers.',
    service,
  });
}

export function headerByPortal() {
  return new ApiError({
    statusCode: 409,
    code: 'headerByPortal',
    error:
      'Conflict: the newer webhooks serve this account. Set the Authorization header of a webhook consumer in the portal; it cannot be set through the API.',
    service,
  });
}

export function eventLogGone(parts: { headers: Record<string, string> }) {
  return new ApiError({
    statusCode: 410,
    code: 'eventLogGone',
    error:
      'Gone: the newer webhooks serve this account. They retry deliveries automatically for 28 hours, so there is no event log to poll. To read the message log, use GET /webhooks/messages.',
    service,
    headers: parts.headers,
  });
}

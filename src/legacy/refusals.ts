import { ApiError, badRequest, notFound } from '../errors.ts';

/** Refusals of the older webhooks, beside those of src/errors.ts. */
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

/** The operator has not said how mail is sent. */
export function mailNotSet() {
  const message =
    'The field "notifiers.emails" cannot be used: this service sends no e-mail until its operator sets DAYBOOK_SMTP_URL and DAYBOOK_MAIL_FROM.';
  return badRequest({
    code: 'mailNotSet',
    error: `Bad request: ${message}`,
    service,
    items: [{ itemId: 'notifiers.emails', message, validatorName: 'MailValidator' }],
  });
}

export function ruleLimitExceeded(parts: { limit: number }) {
  const error = `Conflict: an account has at most ${parts.limit} rules. Delete some that are no longer used and try again.`;
  return new ApiError({
    statusCode: 409,
    code: 'ruleLimitExceeded',
    error,
    service,
    validation: [{ message: error, validatorName: 'RuleLimitValidator' }],
  });
}

/** After the migration, and for accounts that never had rules. */
export function rulesReadOnly() {
  return new ApiError({
    statusCode: 409,
    code: 'rulesReadOnly',
    error:
      'Conflict: the newer webhooks serve this account. Rules are history and can only be read; webhooks are set up by POST /webhooks/consumers.',
    service,
  });
}

export function headerByPortal() {
  return new ApiError({
    statusCode: 409,
    code: 'headerByPortal',
    error:
      'Conflict: the newer webhooks serve this account. The Authorization header of a webhook consumer is set in the portal and cannot be set through the API.',
    service,
  });
}

export function eventLogGone(parts: { headers: Record<string, string> }) {
  return new ApiError({
    statusCode: 410,
    code: 'eventLogGone',
    error:
      'Gone: the newer webhooks serve this account. They try deliveries again for 28 hours by themselves, so there is no event log to poll; GET /webhooks/messages has the message log.',
    service,
    headers: parts.headers,
  });
}

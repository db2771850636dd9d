import { badRequest, defineRefusal, notFound, wrongField, wrongItems } from '../base/errors.ts';
import { urlRefused } from '../webhooks/refusals.ts';

/** Error responses of the older webhooks, in addition to those in src/base/errors.ts. */
const service = 'rules';

export const ruleMissing = () => notFound({ resource: 'rule', service });
export const alertMissing = () => notFound({ resource: 'alert', service });

export function ruleWrong(parts: { itemId: string; reason: string }) {
  const item = wrongField({ itemId: parts.itemId, problem: parts.reason, validatorName: 'RuleValidator' });
  return badRequest({ service, items: [item] });
}

export const ruleUrlRefused = (parts: { reason: string }) =>
  urlRefused({ ...parts, itemId: 'notifiers.webhook', validatorName: 'RuleValidator', service });

/** Returned if a rule has e-mail addresses but the operator has not configured a mail server. */
export const mailNotSet = defineRefusal({
  code: 'mailNotSet',
  status: 400,
  meaning: 'A rule has e-mail addresses, but the service has no mail server.',
  remedy: 'Leave the addresses out, or ask the operator to set DAYBOOK_SMTP_URL and DAYBOOK_MAIL_FROM.',
  service,
  error: () =>
    wrongItems([
      wrongField({
        itemId: 'notifiers.emails',
        problem:
          'cannot be used, because this service sends no e-mail until its operator sets DAYBOOK_SMTP_URL and DAYBOOK_MAIL_FROM',
        validatorName: 'MailValidator',
      }),
    ]),
});

export const ruleLimitExceeded = defineRefusal({
  code: 'ruleLimitExceeded',
  status: 409,
  meaning: 'The account has the maximum number of rules.',
  remedy: 'Delete unused rules. A rule without a company applies to all companies.',
  service,
  error: (parts: { limit: number }) => {
    const error = `Conflict: an account can have at most ${parts.limit} rules. Delete rules that are no longer used and try again.`;
    return { error, validation: [{ message: error, validatorName: 'RuleLimitValidator' }] };
  },
});

/** Returned to accounts that the newer webhooks serve, either since a migration or from the start. */
export const rulesReadOnly = defineRefusal({
  code: 'rulesReadOnly',
  status: 409,
  meaning:
    'The account uses webhook consumers, which have replaced rules. Rules can be read but not created or changed.',
  remedy: 'Create a webhook consumer with POST /webhooks/consumers.',
  service,
  error:
    'Conflict: the newer webhooks serve this account, so its rules are read-only. Set up webhooks with POST /webhooks/consumers.',
});

export const headerByPortal = defineRefusal({
  code: 'headerByPortal',
  status: 409,
  meaning: 'The account uses webhook consumers, whose Authorization header can no longer be set through the API.',
  remedy:
    'Sign in to the portal and set the header of the consumer there. The name can still be changed through the API.',
  service,
  error:
    'Conflict: the newer webhooks serve this account. Set the Authorization header of a webhook consumer in the portal; it cannot be set through the API.',
});

export const eventLogGone = defineRefusal({
  code: 'eventLogGone',
  status: 410,
  meaning:
    'The event log belongs to rules, and the account now uses webhook consumers, whose deliveries are retried automatically for 28 hours.',
  remedy: 'Remove the call. The message log, GET /webhooks/messages, shows what was sent and whether it was delivered.',
  service,
  error:
    'Gone: the newer webhooks serve this account. They retry deliveries automatically for 28 hours, so there is no event log to poll. To read the message log, use GET /webhooks/messages.',
});

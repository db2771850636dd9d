import { defineRefusal } from '../../base/errors.ts';

/** Errors of the access checks, for operations that need a scope, a signed-in person or a higher role. */
export const scopeMissing = defineRefusal({
  code: 'scopeMissing',
  status: 403,
  meaning: 'The API key does not have the scope that the operation needs.',
  remedy: 'Create a key with that scope. The message names the scope.',
  service: 'accounts',
  error: (parts: { scope: string }) => `Forbidden: this operation needs an API key with the scope "${parts.scope}".`,
});

export const sessionOnly = defineRefusal({
  code: 'sessionOnly',
  status: 403,
  meaning: 'The operation is only for people who are signed in to the portal; an API key cannot use it.',
  remedy: 'Ask a person with access to the portal to do it there.',
  service: 'accounts',
  error: 'Forbidden: an API key cannot do this. Sign in to the portal and do it there.',
});

export const roleTooLow = defineRefusal({
  code: 'roleTooLow',
  status: 403,
  meaning: 'Your role in this account does not allow the operation, or your session is in no account.',
  remedy: 'Ask an administrator of the account for the role that the message names.',
  service: 'accounts',
  error: (parts: { role: string }) =>
    `Forbidden: this needs the role "${parts.role}" or a higher one. Ask an administrator to change your role.`,
});

export const secondFactorRequired = defineRefusal({
  code: 'secondFactorRequired',
  status: 403,
  meaning:
    'The person must set up a second factor. All operators need one, and so do members of accounts that require it.',
  remedy: 'Sign in to the portal, set up an authenticator app, and repeat the request.',
  service: 'people',
  error: 'Forbidden: a second factor is required. Set up an authenticator app in your portal profile and try again.',
});

/**
 * The error for a request that changes something and comes from a page of another site. A browser sends the session
 * cookie with requests from any site, but only the service's own pages may use it to make changes.
 */
export const originRefused = defineRefusal({
  code: 'originRefused',
  status: 403,
  meaning:
    'A change with a session cookie came from a page of another site, or without an Origin or Sec-Fetch-Site header.',
  remedy: "Browsers send the Origin header automatically on the service's own pages. Programs should use an API key.",
  error: 'Forbidden: a change by a signed-in person must come from a page of this service (header "Origin").',
});

/** Ends a long-lived response after its session has switched to another account. */
export const sessionElsewhere = defineRefusal({
  code: 'sessionElsewhere',
  status: 403,
  meaning: 'A long-lived response was started in one account, and the session has since switched to another.',
  remedy: 'Send the request again. The response then belongs to the current account of the session.',
  service: 'people',
  error: 'Forbidden: your session has switched to another account. Send the request again.',
});

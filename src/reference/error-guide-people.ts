import type { ErrorAdvice } from './error-guide.ts';

/** Error codes for sign-in, sessions, the team and the link page. */
export const peopleErrorGuide: Record<string, ErrorAdvice> = {
  sessionOnly: {
    status: 403,
    meaning: 'The operation is only for people who are signed in to the portal; an API key cannot use it.',
    remedy: 'Ask a person with access to the portal to do it there.',
  },
  secondFactorRequired: {
    status: 403,
    meaning:
      'The person must set up a second factor. All operators need one, and so do members of accounts that require it.',
    remedy: 'Sign in to the portal, set up an authenticator app, and repeat the request.',
  },
  proofRequired: {
    status: 403,
    meaning: 'This is a sensitive change, and the person entered the password more than 15 minutes ago.',
    remedy:
      'Enter the password again (POST /session/proof; the portal asks for it) or sign in again, then repeat the request.',
  },
  originRefused: {
    status: 403,
    meaning:
      'A change with a session cookie came from a page of another site, or without an Origin or Sec-Fetch-Site header.',
    remedy: "Browsers send the Origin header automatically on the service's own pages. Programs should use an API key.",
  },
  sessionElsewhere: {
    status: 403,
    meaning: 'A long-lived response was started in one account, and the session has since switched to another.',
    remedy: 'Send the request again. The response then belongs to the current account of the session.',
  },
  signInRefused: {
    status: 401,
    meaning: 'The e-mail or the password is incorrect. The response is the same for an unknown e-mail.',
    remedy: 'Try again, or request a link to set a new password.',
  },
  codeRequired: {
    status: 401,
    meaning: 'The person uses an authenticator app, and the request has no code.',
    remedy: 'Send the same request again with the field "code".',
  },
  codeIncorrect: {
    status: 401,
    meaning: 'The code is not valid now, or has already been used. A recovery code works only once.',
    remedy:
      'Wait for the next code. If codes keep failing, check the clock of the device. The operator can remove the second factor.',
  },
  signInLimited: {
    status: 429,
    meaning: 'There were too many attempts to sign in with this e-mail or from this address, or too many wrong codes.',
    remedy: 'Wait for the time in Retry-After, or set a new password through a link. Operators: see docs/people.md.',
  },
  sessionMissing: {
    status: 401,
    meaning: 'The request comes from a page of the service, but the browser is not signed in.',
    remedy: 'Sign in.',
  },
  sessionEnded: {
    status: 401,
    meaning: 'The session has ended because it expired, the person signed out, or the password was changed elsewhere.',
    remedy: 'Sign in again.',
  },
  linkUnknown: {
    status: 404,
    meaning: 'The invitation or the link for a new password does not exist; it may have been withdrawn.',
    remedy: 'Check that you copied the whole link, or ask for a new link.',
  },
  linkExpired: {
    status: 410,
    meaning: 'The invitation or the link for a new password has already been used or has expired.',
    remedy: 'Ask for a new link.',
  },
  companyLinkUnknown: {
    status: 404,
    meaning: 'The link of the company is not valid, because it was mistyped or the company or connection was deleted.',
    remedy:
      'Send the link to the owner of the company again. It is `redirect` of the company or `linkUrl` of the connection.',
  },
  companyLinkEnded: {
    status: 404,
    meaning: 'The link of the company has expired. Links are valid for `DAYBOOK_LINK_DAYS` days.',
    remedy: 'Get a new link with `GET /companies/{companyId}/link`, and send it to the owner of the company.',
  },
  linkCredentialsRefused: {
    status: 403,
    meaning: 'On the link page, the platform did not accept what the owner of the company entered.',
    remedy: 'The owner should check the details on the platform and try again. Nothing was saved.',
  },
  linkPlatformUnavailable: {
    status: 503,
    meaning: 'On the link page, the platform does not respond.',
    remedy: 'Try again in a few minutes.',
  },
  linkedAlready: {
    status: 409,
    meaning: 'On the link page, the company is already connected to a platform of this kind.',
    remedy: 'Disconnect that platform first, on the same page. Then connect the other one.',
  },
  passwordWeak: {
    status: 400,
    meaning: 'The password is too short, too long, the same as your e-mail, or very common.',
    remedy: 'Use at least 12 characters; several unrelated words make a good password.',
  },
  passwordIncorrect: {
    status: 400,
    meaning: 'The current password is not correct.',
    remedy: 'Try again, or sign out and request a link to set a new password.',
  },
  lastAdministrator: {
    status: 409,
    meaning: 'The last administrator of an account can neither get a lower role nor be removed.',
    remedy: 'Make another member an administrator first.',
  },
  roleTooLow: {
    status: 403,
    meaning: 'Your role in this account does not allow the operation, or your session is in no account.',
    remedy: 'Ask an administrator of the account for the role that the message names.',
  },
};

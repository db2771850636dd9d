import type { ErrorAdvice } from './error-guide.ts';

/** Error codes of sign-in, sessions, the team and the link page. */
export const peopleErrorGuide: Record<string, ErrorAdvice> = {
  sessionOnly: {
    status: 403,
    meaning: 'The operation is for people who are signed in to the portal; an API key cannot do it.',
    remedy: 'Ask somebody with access to the portal to do it there.',
  },
  secondFactorRequired: {
    status: 403,
    meaning:
      'The person has no second factor, and must: all operators of the service, and members of an account that demands it.',
    remedy: 'Sign in to the portal and set up codes of an authenticator app; then repeat the request.',
  },
  proofRequired: {
    status: 403,
    meaning: 'A sensitive change by a person who gave the password more than 15 minutes ago.',
    remedy: 'Give the password again (POST /session/proof; the portal asks for it) or sign in again, then repeat it.',
  },
  originRefused: {
    status: 403,
    meaning:
      'A change by the cookie of a session came from a page of another site, or did not say where it comes from.',
    remedy: "Browsers send the header Origin by themselves on the service's own pages. Programs use an API key.",
  },
  sessionElsewhere: {
    status: 403,
    meaning: 'An answer that lasts was begun in one account, and the session has gone to another since.',
    remedy: 'Ask again: the answer is then of the account that the session is in.',
  },
  signInRefused: {
    status: 401,
    meaning: 'The e-mail or the password is not correct. The answer is the same for an e-mail that nobody has.',
    remedy: 'Try again, or have a link sent for a new password.',
  },
  codeRequired: {
    status: 401,
    meaning: 'The person uses codes of an authenticator app, and the request had none.',
    remedy: 'Send the same request again with the field code.',
  },
  codeIncorrect: {
    status: 401,
    meaning: 'The code is none of now, or was used already. Recovery codes are good once.',
    remedy:
      "Wait for the next code. If it stays so, compare the clock of the device; the operator can remove somebody's codes.",
  },
  signInLimited: {
    status: 429,
    meaning: 'Too many tries to sign in with this e-mail or from this address, or too many wrong codes.',
    remedy: 'Wait as long as Retry-After says, or set a new password by a link. Operators: see docs/people.md.',
  },
  sessionMissing: {
    status: 401,
    meaning: 'The request comes from a page of the service, and nobody is signed in there.',
    remedy: 'Sign in.',
  },
  sessionEnded: {
    status: 401,
    meaning: 'The session has ended: by its age, by sign-out, or since the password was changed elsewhere.',
    remedy: 'Sign in again.',
  },
  linkUnknown: {
    status: 404,
    meaning: 'There is no such invitation and no such link for a new password; it may have been taken back.',
    remedy: 'Check that the link was copied whole, or ask for a new one.',
  },
  linkExpired: {
    status: 410,
    meaning: 'The invitation or the link for a new password was used already, or is too old.',
    remedy: 'Ask for a new one.',
  },
  companyLinkUnknown: {
    status: 404,
    meaning: 'The link of a company leads nowhere: it was mistyped, or the company or connection was deleted.',
    remedy: 'Send the owner of the company its link anew: `redirect` of the company, or `linkUrl` of the connection.',
  },
  companyLinkEnded: {
    status: 404,
    meaning: 'The link of a company has ended: links work for `DAYBOOK_LINK_DAYS`.',
    remedy: 'Send the owner of the company a fresh link: `GET /companies/{companyId}/link`.',
  },
  linkCredentialsRefused: {
    status: 403,
    meaning: 'On the link page: the platform did not accept what the owner of the company entered.',
    remedy: 'The owner checks it at the platform and tries again. Nothing was saved.',
  },
  linkPlatformUnavailable: {
    status: 503,
    meaning: 'On the link page: the platform does not answer.',
    remedy: 'Try again in a few minutes.',
  },
  linkedAlready: {
    status: 409,
    meaning: 'On the link page: the company is connected to a platform of this kind already.',
    remedy: 'Disconnect it first, on the same page, if another one is to take its place.',
  },
  passwordWeak: {
    status: 400,
    meaning: 'The password is too short, too long, your e-mail, or one of those that are tried first.',
    remedy: 'Take 12 characters or more; several words that do not belong together are good.',
  },
  passwordIncorrect: {
    status: 400,
    meaning: 'The current password is not correct.',
    remedy: 'Try again, or sign out and have a link sent for a new one.',
  },
  lastAdministrator: {
    status: 409,
    meaning: 'The last administrator of an account can be neither lowered nor taken out.',
    remedy: 'Make somebody else administrator first.',
  },
  roleTooLow: {
    status: 403,
    meaning: 'Your role in this account does not allow the operation, or your session is in no account.',
    remedy: 'Ask an administrator of the account for the role that the message names.',
  },
};

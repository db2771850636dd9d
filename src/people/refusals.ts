import { defineRefusal, notFound, wrongField, wrongItems, wrongState } from '../base/errors.ts';

/** Errors about sign-in, sessions and the team. General errors are in src/base/errors.ts. */
const service = 'people';

/** The error is the same for an unknown e-mail and for a wrong password, so that it does not reveal known e-mails. */
export const signInRefused = defineRefusal({
  code: 'signInRefused',
  status: 401,
  meaning: 'The e-mail or the password is incorrect. The response is the same for an unknown e-mail.',
  remedy: 'Try again, or request a link to set a new password.',
  service,
  error: ({ unreachable = [] }: { unreachable?: readonly string[] } = {}) =>
    `Unauthorized: the e-mail or the password is not correct.${
      unreachable.length > 0
        ? ` A part of the service does not answer now (${unreachable.join(', ')}). If your accounts are there, try again later.`
        : ''
    }`,
});

export const codeRequired = defineRefusal({
  code: 'codeRequired',
  status: 401,
  meaning: 'The person uses an authenticator app, and the request has no code.',
  remedy: 'Send the same request again with the field "code".',
  service,
  error: 'Unauthorized: also send the code from your authenticator app, or a recovery code.',
});

export const codeIncorrect = defineRefusal({
  code: 'codeIncorrect',
  status: 401,
  meaning: 'The code is not valid now, or has already been used. A recovery code works only once.',
  remedy:
    'Wait for the next code. If codes keep failing, check the clock of the device. The operator can remove the second factor.',
  service,
  error: 'Unauthorized: the code is not correct or was already used. Wait for the next code and try again.',
});

export const signInLimited = defineRefusal({
  code: 'signInLimited',
  status: 429,
  meaning: 'There were too many attempts to sign in with this e-mail or from this address, or too many wrong codes.',
  remedy: 'Wait for the time in Retry-After, or set a new password through a link. Operators: see docs/people.md.',
  service,
  retryable: true,
  error: (parts: { retryAfterSeconds: number }) => ({
    error: `Too many requests: too many attempts to sign in. Try again in ${parts.retryAfterSeconds} s, or reset your password from the sign-in page.`,
    headers: { 'retry-after': String(parts.retryAfterSeconds) },
  }),
});

export const sessionMissing = defineRefusal({
  code: 'sessionMissing',
  status: 401,
  meaning: 'The request comes from a page of the service, but the browser is not signed in.',
  remedy: 'Sign in.',
  service,
  error: 'Unauthorized: you are not signed in.',
});

export const sessionEnded = defineRefusal({
  code: 'sessionEnded',
  status: 401,
  meaning: 'The session has ended because it expired, the person signed out, or the password was changed elsewhere.',
  remedy: 'Sign in again.',
  service,
  error: 'Unauthorized: your session has ended. Sign in again.',
});

export const cellUnreachable = defineRefusal({
  code: 'cellUnreachable',
  status: 503,
  meaning: 'The cell (a part of the installation) that holds the account does not answer now.',
  remedy: 'Try again later. Accounts in other cells are not affected.',
  service,
  retryable: true,
  error: (parts: { cell: string }) =>
    `Service unavailable: the cell "${parts.cell}" does not answer now. Try again later.`,
});

export const cellTicketRefused = defineRefusal({
  code: 'cellTicketRefused',
  status: 401,
  meaning: 'The other cell did not accept the switch, because the ticket has expired or was already used.',
  remedy:
    'Switch again. If that fails, sign in again. Operators: compare the clocks and DAYBOOK_CELLS_KEY of the cells.',
  service,
  error: 'Unauthorized: the other cell did not accept the switch. Try again, or sign in again.',
});

export const linkUnknown = defineRefusal({
  code: 'linkUnknown',
  status: 404,
  meaning: 'The invitation or the link for a new password does not exist; it may have been withdrawn.',
  remedy: 'Check that you copied the whole link, or ask for a new link.',
  service,
  error: 'Not found: there is no such link. Check that you copied the whole link, or ask for a new one.',
});

export const linkExpired = defineRefusal({
  code: 'linkExpired',
  status: 410,
  meaning: 'The invitation or the link for a new password has already been used or has expired.',
  remedy: 'Ask for a new link.',
  service,
  error: 'Gone: this link has expired or was already used. Ask for a new one.',
});

export const passwordWeak = defineRefusal({
  code: 'passwordWeak',
  status: 400,
  meaning: 'The password is too short, too long, the same as your e-mail, or very common.',
  remedy: 'Use at least 12 characters; several unrelated words make a good password.',
  service,
  error: (parts: { reason: string }) => wrongPassword('password', parts.reason),
});

export const passwordIncorrect = defineRefusal({
  code: 'passwordIncorrect',
  status: 400,
  meaning: 'The current password is not correct.',
  remedy: 'Try again, or sign out and request a link to set a new password.',
  service,
  error: (itemId: 'current' | 'password' = 'current') =>
    wrongPassword(itemId, `does not contain your ${itemId === 'current' ? 'current password' : 'password'}`),
});

function wrongPassword(itemId: string, problem: string) {
  return wrongItems([wrongField({ itemId, problem, validatorName: 'PasswordValidator' })]);
}

export const proofRequired = defineRefusal({
  code: 'proofRequired',
  status: 403,
  meaning: 'This is a sensitive change, and the person entered the password more than 15 minutes ago.',
  remedy:
    'Enter the password again (POST /session/proof; the portal asks for it) or sign in again, then repeat the request.',
  service,
  error:
    'Forbidden: confirm your password before you make this change. Send the password with POST /session/proof, or sign in again. Then repeat the request.',
});

export const lastAdministrator = defineRefusal({
  code: 'lastAdministrator',
  status: 409,
  meaning: 'The last administrator of an account can neither get a lower role nor be removed.',
  remedy: 'Make another member an administrator first.',
  service,
  error: 'Conflict: this is the last administrator of the account. Make someone else an administrator first.',
});

export const alreadyMember = () =>
  wrongState({ error: 'this person is already a member of the account. Change their role instead.', service });
export const totpAlreadyOn = () =>
  wrongState({ error: 'an authenticator app is already set up. Remove it first, then set up a new one.', service });
export const totpNotStarted = () =>
  wrongState({ error: 'no authenticator app is being set up. Start with POST /session/totp.', service });
export const totpNotOn = () => wrongState({ error: 'no authenticator app is set up.', service });

export const memberMissing = () => notFound({ resource: 'member of the account', service });
export const invitationMissing = () => notFound({ resource: 'pending invitation', service });
export const sessionNotFound = () => notFound({ resource: 'session', service });
export const accountNotYours = () => notFound({ resource: 'account, or you are not a member of it', service });

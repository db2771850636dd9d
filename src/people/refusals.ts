import { ApiError, badRequest, notFound, wrongState } from '../base/errors.ts';

/** Errors about sign-in, sessions and the team. General errors are in src/base/errors.ts. */
const service = 'people';

/** The error is the same for an unknown e-mail and for a wrong password, so that it does not reveal known e-mails. */
export function signInRefused() {
  return new ApiError({
    statusCode: 401,
    code: 'signInRefused',
    error: 'Unauthorized: the e-mail or the password is not correct.',
    service,
  });
}

export function codeRequired() {
  return new ApiError({
    statusCode: 401,
    code: 'codeRequired',
    error: 'Unauthorized: also send the code from your authenticator app, or a recovery code.',
    service,
  });
}

export function codeIncorrect() {
  return new ApiError({
    statusCode: 401,
    code: 'codeIncorrect',
    error: 'Unauthorized: the code is not correct or was already used. Wait for the next code and try again.',
    service,
  });
}

export function signInLimited(parts: { retryAfterSeconds: number }) {
  return new ApiError({
    statusCode: 429,
    code: 'signInLimited',
    error: `Too many requests: too many tries to sign in. Try again in ${parts.retryAfterSeconds} s, or reset your password from the sign-in page.`,
    service,
    retryable: true,
    headers: { 'retry-after': String(parts.retryAfterSeconds) },
  });
}

export function sessionMissing() {
  return new ApiError({
    statusCode: 401,
    code: 'sessionMissing',
    error: 'Unauthorized: you are not signed in.',
    service,
  });
}

export function sessionEnded() {
  return new ApiError({
    statusCode: 401,
    code: 'sessionEnded',
    error: 'Unauthorized: your session has ended. Sign in again.',
    service,
  });
}

export const linkUnknown = () =>
  new ApiError({
    statusCode: 404,
    code: 'linkUnknown',
    error: 'Not found: there is no such link. Check that you copied the whole link, or ask for a new one.',
    service,
  });

export const linkExpired = () =>
  new ApiError({
    statusCode: 410,
    code: 'linkExpired',
    error: 'Gone: this link has expired or was already used. Ask for a new one.',
    service,
  });

export function passwordWeak(parts: { reason: string }) {
  const message = `The field "password" ${parts.reason}.`;
  return badRequest({
    code: 'passwordWeak',
    error: `Bad request: ${message}`,
    service,
    items: [{ itemId: 'password', message, validatorName: 'PasswordValidator' }],
  });
}

export function passwordIncorrect() {
  const message = 'The field "current" does not contain your current password.';
  return badRequest({
    code: 'passwordIncorrect',
    error: `Bad request: ${message}`,
    service,
    items: [{ itemId: 'current', message, validatorName: 'PasswordValidator' }],
  });
}

export function passwordNotYours() {
  const message = 'The field "password" does not contain your password.';
  return badRequest({
    code: 'passwordIncorrect',
    error: `Bad request: ${message}`,
    service,
    items: [{ itemId: 'password', message, validatorName: 'PasswordValidator' }],
  });
}

export function proofRequired() {
  return new ApiError({
    statusCode: 403,
    code: 'proofRequired',
    error:
      'Forbidden: confirm your password before you make this change. Send the password with POST /session/proof, or sign in again. Then repeat the request.',
    service,
  });
}

export function lastAdministrator() {
  return new ApiError({
    statusCode: 409,
    code: 'lastAdministrator',
    error: 'Conflict: this is the last administrator of the account. Make someone else an administrator first.',
    service,
  });
}

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

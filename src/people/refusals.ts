import { ApiError, badRequest, notFound, wrongState } from '../errors.ts';

/** Refusals of sign-in, sessions and the team, beside those of src/errors.ts. */
const service = 'people';

/** The same for an e-mail that nobody has and for a wrong password: the answer tells nobody who has an account. */
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
    error: 'Unauthorized: send also the code that your authenticator app shows, or one of your recovery codes.',
    service,
  });
}

export function codeIncorrect() {
  return new ApiError({
    statusCode: 401,
    code: 'codeIncorrect',
    error: 'Unauthorized: the code is not correct, or was used already. Wait for the next one and try again.',
    service,
  });
}

export function signInLimited(parts: { retryAfterSeconds: number }) {
  return new ApiError({
    statusCode: 429,
    code: 'signInLimited',
    error: `Too many requests: too many tries to sign in. Try again in ${parts.retryAfterSeconds} s, or set a new password by the link in "forgotten password".`,
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
    error: 'Not found: there is no such link. Check that it was copied whole, or ask for a new one.',
    service,
  });

export const linkExpired = () =>
  new ApiError({
    statusCode: 410,
    code: 'linkExpired',
    error: 'Gone: this link was used already, or is too old. Ask for a new one.',
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
  const message = 'The field "current" is not your password.';
  return badRequest({
    code: 'passwordIncorrect',
    error: `Bad request: ${message}`,
    service,
    items: [{ itemId: 'current', message, validatorName: 'PasswordValidator' }],
  });
}

export function passwordNotYours() {
  const message = 'The field "password" is not your password.';
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
      'Forbidden: this change asks for your password again. Send it by POST /session/proof, or sign in again, then repeat the request.',
    service,
  });
}

export function lastAdministrator() {
  return new ApiError({
    statusCode: 409,
    code: 'lastAdministrator',
    error: 'Conflict: this is the last administrator of the account. Make somebody else administrator first.',
    service,
  });
}

export const alreadyMember = () =>
  wrongState({ error: 'this person is a member of the account already. Change their role instead.', service });
export const totpAlreadyOn = () =>
  wrongState({ error: 'codes are in use already. Remove them first, then set them up anew.', service });
export const totpNotStarted = () =>
  wrongState({ error: 'no set-up of codes is under way. Start one with POST /session/totp.', service });
export const totpNotOn = () => wrongState({ error: 'no codes are in use.', service });

export const memberMissing = () => notFound({ resource: 'member of the account', service });
export const invitationMissing = () => notFound({ resource: 'pending invitation', service });
export const sessionNotFound = () => notFound({ resource: 'session', service });
export const accountNotYours = () => notFound({ resource: 'account that you belong to', service });

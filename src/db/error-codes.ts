/** The error codes of PostgreSQL (SQLSTATE) that the program handles. */
export const uniqueViolation = '23505';
export const checkViolation = '23514';
export const serializationFailure = '40001';
export const deadlockDetected = '40P01';
export const duplicateTable = '42P07';
export const lockNotAvailable = '55P03';
/** PostgreSQL cancelled the statement because of its timeout. */
export const queryCanceled = '57014';

/** The account is being moved to another cell, or has been moved: see `require_open` in schema/functions/accounts.sql. */
export const accountClosed = 'DB002';

/** For work on many accounts: skips one that is being moved to another cell. */
export function unlessClosed(error: unknown): void {
  if (codeOf(error) !== accountClosed) throw error;
}

export function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

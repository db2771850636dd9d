import { isDatabaseDown } from '../db/database-down.ts';
import { codeOf, deadlockDetected, lockNotAvailable, queryCanceled, serializationFailure } from '../db/error-codes.ts';

const passing: readonly unknown[] = [deadlockDetected, serializationFailure, lockNotAvailable, queryCanceled];

/** Whether a batch of a log can be stored later. Any other error would repeat itself. */
export function isWorthRepeating(error: unknown): boolean {
  return isDatabaseDown(error) || passing.includes(codeOf(error));
}

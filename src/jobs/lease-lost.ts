/**
 * Thrown by a run of a sync or of a push lane that may no longer write: its work was cancelled, or its lease expired
 * and another process took over. In the second case, the database row has a new `fence` (a number that counts the
 * runs).
 */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

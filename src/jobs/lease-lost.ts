/**
 * Thrown by a runner whose fence has changed, because its work was cancelled or its lease expired and another runner
 * took over.
 */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Exponential backoff with jitter, so that tasks that failed together do not retry together.
 * `attempts` is 1 after the first attempt.
 */
export function backoffMs(attempts: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number {
  const full = Math.min(firstMs * 2 ** Math.max(0, attempts - 1), longestMs);
  return full * (0.75 + Math.random() / 2);
}

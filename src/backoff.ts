/** A wait that doubles with every attempt, with jitter, so that those who failed together part. `attempts` is 1 after the first. */
export function backoffMs(attempts: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number {
  const full = Math.min(firstMs * 2 ** Math.max(0, attempts - 1), longestMs);
  return full * (0.75 + Math.random() / 2);
}

/**
 * Limits how often something runs. Up to `burst` runs follow each other without a pause; after that, there is one every
 * `everyMs`. So single events are handled at once, and many events are handled together.
 */
export class Pace {
  readonly #everyMs: number;
  readonly #burst: number;
  #freeAt = Number.NEGATIVE_INFINITY;

  constructor({ everyMs, burst }: { everyMs: number; burst: number }) {
    this.#everyMs = everyMs;
    this.#burst = burst;
  }

  /** How long the next run has to wait, in ms. `at` is a time of performance.now(). */
  waitMs(at: number): number {
    return Math.max(0, this.#freeAt - at);
  }

  /** Counts a run. Runs that did not wait leave no debt: the next run waits at most `everyMs`. */
  take(at: number): void {
    const freeAt = Math.max(this.#freeAt, at - (this.#burst - 1) * this.#everyMs);
    this.#freeAt = Math.min(at, freeAt) + this.#everyMs;
  }
}

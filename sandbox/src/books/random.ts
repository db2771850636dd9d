/** Deterministic pseudo-random numbers. All data of the sandbox is computed from them. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash, text.length);
}

export function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right + 0x7f4a7c15, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Generates pseudo-random numbers (mulberry32). The same start value always gives the same sequence. Generating a
 * number takes a few nanoseconds, and the state is one integer.
 */
export class Random {
  #state: number;
  constructor(start: number) {
    this.#state = start | 0;
  }

  /** Returns an integer from 0 to 2^32 - 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return (value ^ (value >>> 14)) >>> 0;
  }

  /** Returns an integer from 0 to limit - 1. */
  below(limit: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }
}

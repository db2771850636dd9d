/**
 * Several workers share the lanes that have a backlog by their numbers, so that the worker that was notified first does
 * not keep all of them. The other lanes need no sharing: whoever locks such a lane releases it within a moment.
 */

/** The sessions that hold lanes, by their PostgreSQL process ids, and the one of this process. */
export type LaneSessions = { all: ReadonlySet<string>; own: string | undefined };

/**
 * Returns a function that tells whether this process is to handle a lane if it has a backlog. All workers see the same
 * sessions.
 */
export function ownShare({ all, own }: LaneSessions): (lane: number) => boolean {
  if (all.size < 2 || own === undefined || !all.has(own)) return () => true;
  const inOrder = [...all].sort((one, other) => Number(one) - Number(other));
  return (lane) => inOrder[lane % inOrder.length] === own;
}

/** How long this process does not lock a lane that it has given away, so that the other worker can lock it. */
const leftAloneMs = 2000;
/** A lane is not given away again for this time, in case the other worker is busy and does not lock it. */
const againAfterMs = 30_000;

/** The lanes that this process has given away lately. */
export class GivenLanes {
  /** The time at which each lane was given away (performance.now() time). */
  readonly #at = new Map<number, number>();

  add(lane: number): void {
    this.#at.set(lane, performance.now());
  }

  isLeftAlone(lane: number): boolean {
    const at = this.#at.get(lane);
    return at !== undefined && performance.now() - at < leftAloneMs;
  }

  mayGive(lane: number): boolean {
    const at = this.#at.get(lane);
    return at === undefined || performance.now() - at >= againAfterMs;
  }

  forgetOld(): void {
    for (const lane of this.#at.keys()) if (this.mayGive(lane)) this.#at.delete(lane);
  }

  clear(): void {
    this.#at.clear();
  }
}

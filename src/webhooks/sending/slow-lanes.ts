import type { Lane } from '../lanes/lane.ts';

/** Maximum number of lanes that are remembered as slow. */
const keptMax = 50_000;

/** Remembers lanes whose sends take more than a second, also after they were released. */
export class SlowLanes {
  readonly #numbers = new Set<number>();

  isSlow(lane: Lane): boolean {
    return lane.slow > 0 || this.#numbers.has(lane.number);
  }

  add(lane: Lane): void {
    if (this.#numbers.size < keptMax) this.#numbers.add(lane.number);
  }

  remove(lane: Lane): void {
    this.#numbers.delete(lane.number);
  }
}

/**
 * Replaces timers, performance.now() and Math.random() of this process, so that a checker decides when a timer fires. Firing a timer
 * moves the time on by more than a second: every pause of the code under test is then over.
 */
export type VirtualTimer = { owner: object | undefined; name: string; everyMs: number | undefined; run: () => void };

const real = {
  setImmediate,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  now: performance.now,
  random: Math.random,
};
const jumpMs = 1001;

export class VirtualTime {
  at = 0;
  /** Whose timers are created now. */
  owner: object | undefined;
  readonly timers = new Set<VirtualTimer>();
  #soon: (() => void)[] = [];

  install(): void {
    const add = (run: () => void, ms: number | undefined, everyMs?: number) => {
      const timer = { owner: this.owner, name: `${run.toString().length}:${ms ?? 0}`, everyMs, run };
      this.timers.add(timer);
      return timer;
    };
    const remove = (timer: VirtualTimer | undefined) => {
      if (timer) this.timers.delete(timer);
    };
    Object.assign(globalThis, {
      setTimeout: add,
      setInterval: (run: () => void, ms: number) => add(run, ms, ms),
      setImmediate: (run: () => void) => void this.#soon.push(run),
      clearTimeout: remove,
      clearInterval: remove,
    });
    performance.now = () => this.at;
    Math.random = () => 0.5;
  }

  uninstall(): void {
    const { now, random, ...timers } = real;
    Object.assign(globalThis, timers);
    performance.now = now;
    Math.random = random;
  }

  fire(timer: VirtualTimer): void {
    if (timer.everyMs === undefined) this.timers.delete(timer);
    this.at += jumpMs;
    timer.run();
  }

  /** Lets everything run that needs no decision: promises and setImmediate. */
  async drain(): Promise<void> {
    do {
      for (const run of this.#soon.splice(0)) run();
      await new Promise<void>((resolve) => {
        real.setImmediate(resolve);
      });
    } while (this.#soon.length > 0);
  }
}

/** Lets traffic pass, or holds it back while the clock is set. */
export type Gate = {
  /** Runs `work` when the gate is open. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Closes the gate and resolves when nothing is inside. */
  close(): Promise<void>;
  open(): void;
};

export function createGate(): Gate {
  let inside = 0;
  let isOpen = true;
  let waiting: (() => void)[] = [];
  let onEmpty = () => {};
  return {
    async pass(work) {
      while (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      inside++;
      try {
        return await work();
      } finally {
        inside--;
        if (inside === 0) onEmpty();
      }
    },
    async close() {
      isOpen = false;
      if (inside === 0) return;
      await new Promise<void>((resolve) => {
        onEmpty = resolve;
      });
      onEmpty = () => {};
    },
    open() {
      isOpen = true;
      const released = waiting;
      waiting = [];
      for (const release of released) release();
    },
  };
}

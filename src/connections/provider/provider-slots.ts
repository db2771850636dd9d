/**
 * Limits concurrent requests. Each request takes a slot. A caller that finds no free slot waits in a first-in,
 * first-out queue.
 */
export type ProviderSlots = {
  /** Returns a function that releases the slot (calling it twice is harmless), or undefined on timeout. */
  enter(withinMs: number): Promise<(() => void) | undefined>;
  isEmpty(): boolean;
};

export function createSlots(max: number): ProviderSlots {
  const line: (() => void)[] = [];
  let taken = 0;
  return {
    async enter(withinMs) {
      if (taken < max) taken++;
      // The slot is handed to the next waiter directly, so that no other caller can take it in between.
      else if (!(await standInLine(line, withinMs))) return undefined;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const next = line.shift();
        if (next) next();
        else taken--;
      };
    },
    isEmpty: () => taken === 0,
  };
}

function standInLine(line: (() => void)[], withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      line.splice(line.indexOf(enter), 1);
      resolve(false);
    }, withinMs);
    const enter = () => {
      clearTimeout(timer);
      resolve(true);
    };
    line.push(enter);
  });
}

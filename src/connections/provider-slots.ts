/** Requests under way at once; whoever finds no free slot waits in line. */
export type Slots = {
  /** What comes back gives the slot free again; calling it twice does no harm. Undefined when the time has run out. */
  enter(withinMs: number): Promise<(() => void) | undefined>;
  isEmpty(): boolean;
};

export function createSlots(max: number): Slots {
  const line: (() => void)[] = [];
  let taken = 0;
  return {
    async enter(withinMs) {
      if (taken < max) taken++;
      // The slot is handed over, not given free: nobody steps in between.
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

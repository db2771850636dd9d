/** Waits in the queue `line` until its entry is called; after `waitMs` leaves the queue and fails with `refusal`. */
export function waitForTurn(line: (() => void)[], options: { waitMs: number; refusal: () => Error }): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      line.splice(line.indexOf(turn), 1);
      reject(options.refusal());
    }, options.waitMs);
    line.push(turn);
  });
}

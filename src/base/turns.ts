/**
 * Adds a callback to the queue `line` and waits until it is called. After `waitMs`, removes the callback from the queue
 * and rejects with the error that `refusal` creates.
 */
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

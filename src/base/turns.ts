/**
 * Waits for a turn in the queue `line`: adds a callback to the queue, and resolves when the owner of the queue calls
 * it. If that takes longer than `waitMs`, removes the callback and rejects with the error that `refusal` creates.
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

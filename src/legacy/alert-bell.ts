/** Rings for alerts that were raised in this process. A hint: a worker of another process finds them by its loop. */
export type AlertBell = { ring(): void; onRing(answer: () => void): void };

export function createAlertBell(): AlertBell {
  let answer = () => {};
  return {
    ring: () => answer(),
    onRing(run) {
      answer = run;
    },
  };
}

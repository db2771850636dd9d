/** Wakes this process's worker when an alert is raised here. Only a hint: other workers find the alert by polling. */
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

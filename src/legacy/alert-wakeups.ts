/** Wakes this process's worker when an alert is raised here. Only a hint: other workers find the alert by polling. */
export type AlertWakeups = { wake(): void; onWake(answer: () => void): void };

export function createAlertWakeups(): AlertWakeups {
  let answer = () => {};
  return {
    wake: () => answer(),
    onWake(run) {
      answer = run;
    },
  };
}

/** Wakes the alert worker of this process when this process raises an alert. Other workers find alerts by polling. */
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

/** With this setting PostgreSQL logs how long every statement took. */
export const loggedDurations = { log_duration: 'on' };

/**
 * Time that PostgreSQL itself spends on statements, from its log: parsing, binding, planning, executing and committing.
 * Unlike `active_time` of pg_stat_database it does not include waiting for the client's next byte; and sessions report
 * `active_time` late, sometimes only with the statement after next.
 */
export function createStatementClock() {
  let sum = 0;
  return {
    onLog(lines: string): void {
      for (const [, ms] of lines.matchAll(/duration: ([\d.]+) ms/g)) sum += Number(ms);
    },
    async spentMs(): Promise<number> {
      // Log output of PostgreSQL may not have arrived yet.
      await new Promise((resolve) => setTimeout(resolve, 300));
      return sum;
    },
  };
}

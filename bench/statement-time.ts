/** With this setting PostgreSQL says how long every statement took it. */
export const loggedDurations = { log_duration: 'on' };

/**
 * Time that PostgreSQL itself spent on statements: parsing, binding, planning, executing and committing, as its log says.
 * Waiting for the client's next byte is none of it, which `active_time` of pg_stat_database counts in; and a session hands
 * that over late, sometimes only with the statement after next.
 */
export function createStatementClock() {
  let sum = 0;
  return {
    onLog(lines: string): void {
      for (const [, ms] of lines.matchAll(/duration: ([\d.]+) ms/g)) sum += Number(ms);
    },
    async spentMs(): Promise<number> {
      // What PostgreSQL has written may still be on its way here.
      await new Promise((resolve) => setTimeout(resolve, 300));
      return sum;
    },
  };
}

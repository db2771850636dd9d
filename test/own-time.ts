const tickMs = 10;
/** If a tick is later than this and the process has used no CPU, the machine delayed it. */
const lateMs = 50;

/**
 * Measures the time in which this process could run: time lost on a busy machine does not count, its own CPU time does.
 * The returned function stops the measurement and returns the time in ms.
 */
export function startOwnTime(): () => number {
  let [ownMs, last, cpu] = [0, performance.now(), process.cpuUsage()];
  const count = () => {
    const used = process.cpuUsage(cpu);
    const now = performance.now();
    ownMs += Math.min(now - last, Math.max(lateMs, (used.user + used.system) / 1000));
    [last, cpu] = [now, process.cpuUsage()];
  };
  const timer = setInterval(count, tickMs);
  return () => {
    clearInterval(timer);
    count();
    return ownMs;
  };
}

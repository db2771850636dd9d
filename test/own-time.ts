const tickMs = 10;
/** A tick that comes later than this, although the process has computed nothing, was held up by the machine. */
const lateMs = 50;

/**
 * A watch that counts the time in which this process could work: while a busy machine holds it up, the watch stands, and
 * while it computes, the watch runs. The function that it answers with reads the watch, in ms, and ends it.
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

import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU time in ms that the processes use from now on, read from Linux's /proc; NaN where it is not available. On a
 * shared machine it says more than requests per second.
 */
export function startCpuClock(pids: readonly number[]): () => number {
  const before = pids.map((pid) => ({ pid, ms: readCpuMs(pid) }));
  if (before.every(({ ms }) => ms === undefined)) return () => Number.NaN;
  // A process that has ended in between, such as that of an idle connection, counts as 0.
  return () => before.reduce((sum, { pid, ms = 0 }) => sum + (readCpuMs(pid) ?? ms) - ms, 0);
}

/** CPU time in ms that a process has used so far; undefined if it is unknown. */
export function readCpuMs(pid: number): number | undefined {
  try {
    const tasks = `/proc/${pid}/task`;
    const times = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
    return times.reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
  } catch {
    return undefined;
  }
}

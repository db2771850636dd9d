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

/**
 * The same for a process and all its children, including those that start or end in between: PostgreSQL has a process
 * for each connection. `pid` is one of the children.
 */
export function startFamilyClock(pid: number): () => number {
  const parent = statOf(pid)?.parent;
  if (parent === undefined) return () => Number.NaN;
  const before = familyMs(parent);
  return () => familyMs(parent) - before;
}

/** The process and its children. */
export function familyOf(parent: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return [parent, ...pids.filter((pid) => statOf(pid)?.parent === parent)];
}

function familyMs(parent: number): number {
  const running = familyOf(parent).reduce((sum, pid) => sum + (readCpuMs(pid) ?? 0), 0);
  return running + (statOf(parent)?.endedChildrenMs ?? 0);
}

/** Fields of /proc/PID/stat, counted after the name in parentheses; times are in ticks of 10 ms. */
function statOf(pid: number): { parent: number; endedChildrenMs: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), endedChildrenMs: (Number(fields[13]) + Number(fields[14])) * 10 };
  } catch {
    return undefined;
  }
}

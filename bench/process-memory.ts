import { readFileSync } from 'node:fs';

/** Memory of a process with all of its threads. */
export function rssMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** `stop` returns the most that was measured. */
export function watchMemory(pid: number): { stop(): number } {
  let most = rssMb(pid);
  const timer = setInterval(() => {
    most = Math.max(most, rssMb(pid));
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';

/** Where the kernel says the threads of a process are: `node S futex_wait`, with CPU time in seconds. Only on Linux. */
export function threadsOf(pid: number | undefined): string {
  const folder = `/proc/${pid}/task`;
  const read = (path: string) => readFileSync(path, 'utf8').trim();
  try {
    return readdirSync(folder)
      .map((thread) => {
        // Behind the name: the state, and ten fields later the ticks of the CPU (100 a second).
        const [state, ...fields] = read(`${folder}/${thread}/stat`)
          .replace(/^.*\) /s, '')
          .split(' ');
        const seconds = (Number(fields[10]) + Number(fields[11])) / 100;
        return `${read(`${folder}/${thread}/comm`)} ${state} ${read(`${folder}/${thread}/wchan`)} ${seconds} s`;
      })
      .join(', ');
  } catch (error) {
    return `not known (${(error as Error).message})`;
  }
}

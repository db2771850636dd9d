import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cell, Started } from '../start-cell.ts';
import type { World } from './open-world.ts';

export type Running = Started & { startMs: number };

/** Starts an API or worker process on the world's database. */
export async function serve(cell: Cell, world: World, role: 'api' | 'worker'): Promise<Running> {
  const startedAt = performance.now();
  const started = await cell.serve({
    DAYBOOK_DATABASE_URL: world.databaseUrl,
    DAYBOOK_ROLE: role,
    DAYBOOK_OPERATORS_NEED_CODES: 'false',
    DAYBOOK_SANDBOX_URL: 'http://127.0.0.1:9',
  });
  return { ...started, startMs: performance.now() - startedAt };
}

export async function stop({ pid }: Started): Promise<void> {
  process.kill(pid, 'SIGTERM');
  for (let tries = 0; tries < 300 && isAlive(pid); tries++) await sleep(50);
}

function isAlive(pid: number): boolean {
  try {
    // A process that has ended stays as a zombie until Node has noticed.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** Memory in MB: what Linux counts, and JavaScript's own part of it, from the metrics. */
export async function readMemory({ pid, url }: Started): Promise<{ rssMb: number; heapMb: number }> {
  const kb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const text = await (await fetch(`${url}/metrics`)).text();
  const heap = Number(/^daybook_nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]);
  return { rssMb: kb / 1024, heapMb: heap / 2 ** 20 };
}

import type { ServerProcess } from '../start-server-process.ts';
import type { Undo } from './stage-parts.ts';

export type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>;

/**
 * Starts two workers. The function that is returned kills one of them with -9 while syncs run, and starts another one.
 * It returns how many syncs ran.
 */
export async function startTwoWorkers(
  undo: Undo,
  { start, query }: { start(): Promise<ServerProcess>; query: Query },
): Promise<() => Promise<number>> {
  const workers: ServerProcess[] = [];
  undo.push(async () => void (await Promise.all(workers.map((worker) => worker.kill()))));
  for (let n = 0; n < 2; n++) workers.push(await start());
  return async () => {
    const [row] = await query<{ running: number }>(
      `select count(*)::int as running from sync where status in ('Fetching', 'Publishing') and lease_until > now()`,
    );
    const running = row?.running ?? 0;
    const victim = workers.shift();
    if (running > 0) await victim?.kill();
    if (running > 0) workers.push(await start());
    else if (victim) workers.push(victim);
    return running;
  };
}

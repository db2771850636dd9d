import type { Cell } from '../../bench/start-cell.ts';
import type { ServerProcess } from '../start-server-process.ts';
import type { ProvenStage } from './books/judge-proofs.ts';
import { makeChaosAccount, serveRole } from './sandbox-cell.ts';
import type { Undo } from './stage-parts.ts';

export type ServedWithWorkers = ProvenStage & {
  /** Kills one of the two workers with -9 while syncs run, and starts another one. Returns how many syncs ran. */
  killWorker(): Promise<number>;
};

/** The API and two workers with proofs, each in its own process, and an account. */
export async function serveWithWorkers(
  undo: Undo,
  cell: Cell,
  { sandboxUrl = '', env: more }: { sandboxUrl?: string; env: Record<string, string> },
): Promise<ServedWithWorkers> {
  const env = { DAYBOOK_PROOFS: 'true', ...more };
  const api = await serveRole(cell, sandboxUrl, 'api', env);
  undo.push(() => api.kill());
  const startWorker = () => serveRole(cell, sandboxUrl, 'worker', env);
  const workers: ServerProcess[] = [];
  undo.push(async () => void (await Promise.all(workers.map((worker) => worker.kill()))));
  for (let n = 0; n < 2; n++) workers.push(await startWorker());
  const query = async <T>(text: string, values: unknown[]) => (await cell.base.db.pool.query(text, values)).rows as T[];
  return {
    account: await makeChaosAccount(cell, api.url),
    url: api.url,
    query,
    async killWorker() {
      const [row] = await query<{ running: number }>(
        `select count(*)::int as running from sync where status in ('Fetching', 'Publishing') and lease_until > now()`,
        [],
      );
      const running = row?.running ?? 0;
      const victim = workers.shift();
      if (running > 0) await victim?.kill();
      if (running > 0) workers.push(await startWorker());
      else if (victim) workers.push(victim);
      return running;
    },
  };
}

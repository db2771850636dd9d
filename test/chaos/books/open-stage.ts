import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import { makeChaosAccount, serveRole, startSandboxCell } from '../sandbox-cell.ts';
import { openWithUndo, type Undo } from '../stage-parts.ts';
import { startTwoWorkers } from '../two-workers.ts';
import type { BooksStage } from './play-history.ts';

export type Stage = BooksStage & {
  /** Kills one of the two workers with -9 while syncs run, and starts another one. Returns how many syncs ran. */
  killWorker(): Promise<number>;
  close(): Promise<void>;
};

/** Small, so that most syncs have several pages, and can fail or be killed between them. */
const platformPageSize = 40;

/** PostgreSQL, the sandbox, the API and two workers, each in its own process. */
export const openStage = (): Promise<Stage> => openWithUndo(open);

async function open(undo: Undo): Promise<Omit<Stage, 'close'>> {
  const { cell, sandbox } = await startSandboxCell(undo, ['--page-size', String(platformPageSize)]);
  const env = {
    DAYBOOK_PROOFS: 'true',
    DAYBOOK_SNAPSHOTS_MAX: '100000',
    DAYBOOK_SYNCS_AT_ONCE_PER_PLATFORM: '16',
  };
  const api = await serveRole(cell, sandbox.url, 'api', env);
  undo.push(() => api.kill());
  const account = await makeChaosAccount(cell, api.url);
  const query = async <T>(text: string, values: unknown[] = []) => {
    const { rows } = await cell.base.db.pool.query(text, values);
    return rows as T[];
  };
  const killWorker = await startTwoWorkers(undo, {
    start: () => serveRole(cell, sandbox.url, 'worker', env),
    query,
  });
  return {
    ...{ account, query, url: api.url, sandboxUrl: sandbox.url, control: controlSandbox(sandbox.url) },
    killWorker,
  };
}

import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import { startSandboxCell } from '../sandbox-cell.ts';
import { type ServedWithWorkers, serveWithWorkers } from '../serve-with-workers.ts';
import { openWithUndo, type Undo } from '../stage-parts.ts';
import type { BooksStage } from './play-history.ts';

export type Stage = BooksStage & ServedWithWorkers & { close(): Promise<void> };

/** Small, so that most syncs have several pages, and can fail or be killed between them. */
const platformPageSize = 40;

/** PostgreSQL, the sandbox, the API and two workers, each in its own process. */
export const openStage = (): Promise<Stage> => openWithUndo(open);

async function open(undo: Undo): Promise<Omit<Stage, 'close'>> {
  const { cell, sandbox } = await startSandboxCell(undo, ['--page-size', String(platformPageSize)]);
  const env = { DAYBOOK_SNAPSHOTS_MAX: '100000', DAYBOOK_SYNCS_AT_ONCE_PER_PLATFORM: '16' };
  const served = await serveWithWorkers(undo, cell, { sandboxUrl: sandbox.url, env });
  return { ...served, sandboxUrl: sandbox.url, control: controlSandbox(sandbox.url) };
}

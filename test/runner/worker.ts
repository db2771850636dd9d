import { resolve } from 'node:path';
import { suite } from 'node:test';
import type { ToRunner, ToWorker } from './messages.ts';

/**
 * A process that runs test files one after the other, each as a suite of its own. Starting a process and loading the
 * program costs as much as many a test file, so one process serves many files.
 */
const leftOpenAfterMs = 2000;

process.on('disconnect', () => process.exit(1));
process.on('message', (message: ToWorker) => {
  if (message.type === 'run') void suite(message.file, () => import(resolve(message.file)).then(() => undefined));
  else finish();
});
tell({ type: 'ready' });

/** Lets the process exit by itself. What a test left open would keep it alive: report that. */
function finish(): void {
  process.channel?.unref();
  process.once('exit', () => tell({ type: 'exiting' }));
  setTimeout(() => tell({ type: 'left open', what: process.getActiveResourcesInfo() }), leftOpenAfterMs).unref();
}

function tell(message: ToRunner): void {
  process.send?.(message);
}

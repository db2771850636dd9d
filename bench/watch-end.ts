import { inspect } from 'node:util';
import { say } from './report.ts';

/**
 * A run that ends without its report is a failure that says why: a promise that nothing settles any more (the exit hook
 * of the embedded PostgreSQL would then exit with 0), an error that nothing catches, a signal, a closed stdout, or an
 * exit in the middle.
 */
export function watchEnd(): { isTold: boolean } {
  const ended = { isTold: false };
  const fail = (why: string) => {
    ended.isTold = true;
    say(`The run ended without a report: ${why}`);
    process.exit(1);
  };
  // Prepended, because that exit hook has its own listeners and exits in them.
  process.prependListener('beforeExit', () => fail('nothing is left to do, but the run has not finished.'));
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.prependListener(signal, () => {
      say(`The run ended without a report: received ${signal}.`);
      // The exit hook stops PostgreSQL first, and exits then.
      if (process.listenerCount(signal) === 1) process.exit(1);
    });
  process.on('unhandledRejection', (reason) => fail(`a promise was rejected.\n${describeError(reason)}`));
  process.on('uncaughtException', (error) => fail(`an error was not caught.\n${describeError(error)}`));
  process.on('exit', (code) => {
    if (ended.isTold) return;
    say(`The run ended without a report: the process exited with ${code}.`);
    process.exitCode = 1;
  });
  return ended;
}

/** The error with its causes, and with what a program that failed has written. */
export function describeError(error: unknown): string {
  const { stdout, stderr } = (error ?? {}) as { stdout?: unknown; stderr?: unknown };
  return [inspect(error), stdout && `stdout: ${stdout}`, stderr && `stderr: ${stderr}`].filter(Boolean).join('\n');
}

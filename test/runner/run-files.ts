import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { TestResult, ToRunner, ToWorker } from './messages.ts';
import type { Report } from './report.ts';
import { threadsOf } from './threads-of.ts';

/** A test fails after this time (by Node's test runner). */
const testTimeoutMs = 300_000;
/** A process that reports no start or end of a test for so long is ended: a hook that hangs, or a blocked event loop. */
export const defaultSilentMs = testTimeoutMs + 60_000;
/** From the start of a process until it takes its first file. */
const startWithinMs = 60_000;
/** From when a process has said what is open until it must have ended: it may be about to close. */
const closeWithinMs = 38_000;
/** A process that has said nothing, or that nothing is open. Seen to take over 30 s to exit on a starved machine. */
const exitWithinMs = 300_000;
const checkEveryMs = 1000;
const progressEveryMs = 60_000;

type Worker = {
  child: ChildProcess;
  isReady: boolean;
  isEnding: boolean;
  isExiting: boolean;
  /** It has said after its last file that something is open. */
  isLeftOpen: boolean;
  isDead: boolean;
  hasFailed: boolean;
  ran: string[];
  /** The file that it runs now, with what it has reported. */
  file: string | undefined;
  startedAt: number;
  results: TestResult[];
  running: string[];
  notes: string[];
  output: string;
  heardAt: number;
};

/**
 * Runs test files in some processes, each of which takes the next file when it has finished one. A file for which
 * `ownProcess` says so gets a process that runs nothing else. Nothing can hang for ever: a process that falls silent or
 * does not exit is killed with everything it has started, counts as a failure, and is replaced.
 */
export function createRun(options: {
  files: string[];
  ownProcess: (file: string) => boolean;
  processes: number;
  /** After this time no further file starts. */
  startWithinMs: number;
  silentMs: number;
  env: NodeJS.ProcessEnv;
  report: Report;
}): { ended: Promise<void> /** Ends what runs now, as failed, and starts nothing more. */; stop(): void } {
  const { report } = options;
  const shared = options.files.filter((file) => !options.ownProcess(file));
  const own = options.files.filter((file) => options.ownProcess(file));
  const workers = new Set<Worker>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const startedAt = performance.now();
  let progressAt = startedAt;
  let filesDone = 0;

  function dropLate(): void {
    const late = own.length + shared.length;
    if (late === 0 || performance.now() - startedAt < options.startWithinMs) return;
    own.length = 0;
    shared.length = 0;
    report.leftOut(late);
  }

  function fill(): void {
    dropLate();
    while (workers.size < options.processes && own.length + shared.length > 0) {
      // Processes for single files come first, so that the end of the run is shared evenly.
      const next = own.shift() ?? shared.shift();
      if (next === undefined) break;
      startWorker(next);
    }
    if (workers.size === 0) {
      clearInterval(timer);
      end();
    }
  }

  function startWorker(first: string): void {
    const child = fork(join(import.meta.dirname, 'worker.ts'), {
      execArgv: [`--test-reporter=${join(import.meta.dirname, 'send-results.ts')}`, `--test-timeout=${testTimeoutMs}`],
      // A process group of its own, so that everything that it has started can be killed with it.
      detached: true,
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: options.env,
    });
    const worker: Worker = {
      child,
      isReady: false,
      isEnding: false,
      isExiting: false,
      isLeftOpen: false,
      isDead: false,
      hasFailed: false,
      ran: [],
      file: first,
      startedAt: performance.now(),
      results: [],
      running: [],
      notes: [],
      output: '',
      heardAt: performance.now(),
    };
    workers.add(worker);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (worker.output += chunk));
    child.on('message', (message: ToRunner) => hear(worker, message));
    child.on('exit', (code, signal) => leave(worker, code === null ? `by ${signal}` : `with ${code}`, code === 0));
    child.on('error', (error) => leave(worker, `with ${error.message}`, false));
  }

  function hear(worker: Worker, message: ToRunner): void {
    worker.heardAt = performance.now();
    if (message.type === 'ready') {
      worker.isReady = true;
      run(worker);
    } else if (message.type === 'started') worker.running.push(message.name);
    else if (message.type === 'note') worker.notes.push(message.text);
    else if (message.type === 'ended') {
      const at = worker.running.lastIndexOf(message.result.name);
      if (at >= 0) worker.running.splice(at, 1);
      worker.results.push(message.result);
      if (message.result.outcome === 'failed') worker.hasFailed = true;
      report.result(worker.file ?? '', message.result);
    } else if (message.type === 'file ended') {
      if (message.error !== undefined) {
        worker.hasFailed = true;
        report.fail(`${worker.file}\n${message.error}`);
      }
      closeFile(worker);
      next(worker);
    } else if (message.type === 'exiting') worker.isExiting = true;
    else {
      worker.isLeftOpen = true;
      worker.notes.push(`left open: ${message.what.join(', ')}`);
    }
  }

  function run(worker: Worker): void {
    worker.startedAt = performance.now();
    if (worker.file !== undefined) tell(worker, { type: 'run', file: worker.file });
  }

  function next(worker: Worker): void {
    dropLate();
    const isOwn = options.ownProcess(worker.ran.at(-1) ?? '');
    worker.file = isOwn || own.length > 0 ? undefined : shared.shift();
    if (worker.file !== undefined) run(worker);
    else {
      worker.isEnding = true;
      tell(worker, { type: 'end' });
    }
  }

  function closeFile(worker: Worker): void {
    if (worker.file === undefined) return;
    filesDone++;
    const { file, results, notes, output, startedAt: began } = worker;
    report.file({ file, results, notes, output, seconds: (performance.now() - began) / 1000 });
    worker.ran.push(file);
    Object.assign(worker, { file: undefined, results: [], running: [], notes: [], output: '' });
  }

  function leave(worker: Worker, how: string, isGood: boolean): void {
    if (worker.isDead) return;
    worker.isDead = true;
    workers.delete(worker);
    kill(worker);
    if (worker.file !== undefined) fail(worker, `its process ended ${how} before its tests did.`);
    else if (!isGood && !worker.hasFailed) fail(worker, `the process ended ${how} after its tests.`);
    fill();
  }

  function fail(worker: Worker, what: string): void {
    const running = worker.running.length > 0 ? ` Running: ${worker.running.join('; ')}.` : '';
    const where = worker.file ?? `a process that ran ${worker.ran.join(', ')}`;
    const said = [...worker.notes, worker.output.slice(-4000)].filter(Boolean).join('\n');
    report.fail(`${where}: ${what}${running}${said && `\n${said}`}`);
    closeFile(worker);
  }

  /** Why a process is ended that has said nothing for so long. */
  function reasonOf({ isLeftOpen, isExiting, isEnding, child }: Worker, seconds: number): string {
    if (isLeftOpen) return `the process did not exit within ${seconds} s: a test left something open.`;
    if (!isEnding) return `was ended after ${seconds} s without the start or end of a test.`;
    const said = isExiting ? 'although nothing was left open' : 'and could not say what is open';
    return `Node did not exit within ${seconds} s, ${said}. Its threads: ${threadsOf(child.pid)}.`;
  }

  function check(): void {
    const now = performance.now();
    for (const worker of [...workers]) {
      const silentMs = now - worker.heardAt;
      if (silentMs < limitOf(worker)) continue;
      const reason = reasonOf(worker, Math.round(silentMs / 1000));
      worker.isDead = true;
      workers.delete(worker);
      kill(worker);
      fail(worker, reason);
      fill();
    }
    if (now - progressAt < progressEveryMs) return;
    progressAt = now;
    const { passed, failed } = report.counts;
    const done = `${filesDone} of ${options.files.length} files, ${passed} passed, ${failed} failed`;
    report.progress(`${Math.round((now - startedAt) / 1000)} s: ${done}; running ${stillRunning().join(', ')}`);
  }

  function limitOf({ isReady, isEnding, isLeftOpen }: Worker): number {
    if (isLeftOpen) return Math.min(closeWithinMs, options.silentMs);
    if (isEnding) return Math.min(exitWithinMs, options.silentMs);
    return isReady ? options.silentMs : Math.max(startWithinMs, options.silentMs);
  }

  function stillRunning(): string[] {
    return [...workers].map((worker) => {
      const seconds = Math.round((performance.now() - worker.startedAt) / 1000);
      if (worker.file === undefined) return 'a process that has ended its files';
      return `${worker.file} (${[`${seconds} s`, ...worker.running].join('; ')})`;
    });
  }

  const timer = setInterval(check, checkEveryMs);
  fill();
  return {
    ended,
    stop() {
      own.length = 0;
      shared.length = 0;
      for (const worker of workers) kill(worker);
    },
  };
}

function tell(worker: Worker, message: ToWorker): void {
  // If the process has ended meanwhile, its exit is reported.
  if (worker.child.connected) worker.child.send(message, () => undefined);
}

/** Also kills what a test has left running: the process group exists as long as one of its processes. */
function kill({ child }: Worker): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../dev/embedded-postgres.ts';
import { checkCaptured } from './examples/check-captured.ts';
import { concernsDatabase, findTestFiles, usesDatabase } from './runner/find-files.ts';
import { createReport } from './runner/report.ts';
import { createRun, defaultSilentMs } from './runner/run-files.ts';
import { buildTemplate } from './template.ts';

/**
 * Runs the tests on a real PostgreSQL: the embedded one, or the server in DAYBOOK_TEST_DATABASE_URL (a login that may
 * create databases and roles). `npm test -- test/companies` runs a part. PostgreSQL is started only if one of the files
 * uses it. `--database` runs only the files that a second version of PostgreSQL concerns. A process that reports no result
 * for `--silent-seconds` is killed. `--processes` sets how many files run at once. With `--within SECONDS` the files run
 * in the given order, and none starts after that time.
 */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'boolean', default: false },
    'silent-seconds': { type: 'string' },
    processes: { type: 'string' },
    within: { type: 'string' },
  },
});
/** Files that change what the whole process shares, or measure the memory of the process. */
const ownProcess = ['test/isolation-pooler.test.ts', 'test/webhooks/egress.hostile.test.ts'];
/** These take longest. They start first, so that no process runs one alone at the end. */
const longFiles = [
  'test/sync/exact-amounts.test.ts',
  'test/push/certainty.test.ts',
  'test/base/restore.test.ts',
  'test/connections/oauth-refresh.test.ts',
  'test/audit/commands-one-transaction.test.ts',
];
const processesMax = 4;
const memoryFolder = '/dev/shm';
/** Much more than the tests need. */
const memoryNeeded = 4 * 2 ** 30;

// Copying a database creates some 900 files. In memory that takes a seventh of the time, also without fsync.
if (await hasRoom(memoryFolder)) process.env.TMPDIR = memoryFolder;

const isInOrder = flags.within !== undefined;
const found = findTestFiles(positionals, { isInOrder }).filter((file) => !flags.database || concernsDatabase(file));
const files = [
  ...longFiles.filter((file) => found.includes(file)),
  ...found.filter((file) => !longFiles.includes(file)),
];
const needsServer = files.some((file) => usesDatabase(file));
const isOwn = needsServer && !process.env.DAYBOOK_TEST_DATABASE_URL;
const folder = isOwn ? await mkdtemp(join(tmpdir(), 'daybook-test-')) : undefined;
const postgres = folder
  ? await startEmbeddedPostgres({
      folder,
      durable: false,
      settings: { max_connections: '400' },
    })
  : undefined;
const serverUrl = postgres?.url('postgres') ?? (needsServer ? process.env.DAYBOOK_TEST_DATABASE_URL : undefined) ?? '';

/** A run of all tests also shows whether the examples of the reference still happen. */
const isWhole = positionals.length === 0 && !flags.database && !process.env.DAYBOOK_CAPTURE_TO;
const captured = isWhole ? await mkdtemp(join(tmpdir(), 'daybook-captured-')) : undefined;

const report = createReport({ each: Boolean(process.env.CI) });
let exitCode = 1;
try {
  if (serverUrl) await buildTemplate(serverUrl);
  const run = createRun({
    files,
    ownProcess: (file) => ownProcess.includes(file),
    processes: Number(flags.processes ?? Math.min(2 * availableParallelism(), processesMax)),
    startWithinMs: Number(flags.within ?? Number.POSITIVE_INFINITY) * 1000,
    silentMs: flags['silent-seconds'] ? Number(flags['silent-seconds']) * 1000 : defaultSilentMs,
    env: {
      // Node caches compiled code, so that a process start needs 0.6 s of CPU instead of 1.5 s.
      NODE_COMPILE_CACHE: resolve('.daybook/compile-cache'),
      ...process.env,
      DAYBOOK_TEST_DATABASE_URL: serverUrl,
      ...(captured && { DAYBOOK_CAPTURE_TO: captured }),
    },
    report,
  });
  process.on('exit', run.stop);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // embedded-postgres would stop its server and exit, before the report.
    process.removeAllListeners(signal);
    process.on(signal, () => {
      console.log(`\nStopping the running tests: got ${signal}.`);
      run.stop();
    });
  }
  await run.ended;
  if (captured) for (const problem of checkCaptured(captured)) report.fail(`examples: ${problem}`);
  report.end();
  exitCode = report.counts.failed > 0 ? 1 : 0;
} finally {
  await postgres?.stop();
  for (const made of [folder, captured]) if (made) await rm(made, { recursive: true, force: true });
}
process.exit(exitCode);

async function hasRoom(folder: string): Promise<boolean> {
  const place = await statfs(folder).catch(() => undefined);
  return place !== undefined && Math.min(place.bavail * place.bsize, freemem()) > memoryNeeded;
}

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../bench/report.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import type { Break } from './break.ts';
import { copyRepository } from './copy-repository.ts';
import { buildTemplateIn, runTestsIn, type TestResult } from './run-tests.ts';

export type Outcome = {
  id: string;
  what: string;
  /** The first test of the id that failed, and the first line of its message. */
  failed?: { title: string; message: string };
  /** Why the entry does not count, if it does not. */
  problem?: string;
  seconds: number;
};

/** A copy of the repository, and a PostgreSQL whose template database was built by that copy. */
export type Stage = { folder: string; serverUrl: string };
type Tell = (line: string) => void;

/** Applies the breaks one by one in a copy of the repository and runs their tests on one PostgreSQL. */
export async function tryBreaks(breaks: Break[], tell: Tell = say): Promise<Outcome[]> {
  const folder = await copyRepository();
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, '.daybook', 'postgres'),
    durable: false,
    settings: { max_connections: '400' },
  });
  try {
    const stage = { folder, serverUrl: postgres.url('postgres') };
    await buildTemplateIn(stage);
    return await tryBreaksOn(stage, breaks, tell);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export async function tryBreaksOn(stage: Stage, breaks: Break[], tell: Tell): Promise<Outcome[]> {
  const unbroken = await runUnbroken(stage, breaks, tell);
  const outcomes: Outcome[] = [];
  for (const entry of breaks) {
    const outcome = await tryBreak(stage, entry, unbroken);
    tell(`${outcome.failed ? 'seen' : 'NOT SEEN'}  ${entry.id}: ${entry.what} (${outcome.seconds.toFixed(0)} s)`);
    tell(`      ${outcome.failed ? `${outcome.failed.title}: ${outcome.failed.message}` : outcome.problem}`);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The results of every named file without any break, by id: these tests must pass. */
async function runUnbroken(stage: Stage, breaks: Break[], tell: Tell): Promise<Map<string, TestResult[]>> {
  const ids = new Map<string, Set<string>>();
  for (const { id, tests } of breaks)
    for (const file of tests) ids.set(file, (ids.get(file) ?? new Set<string>()).add(id));
  const results = new Map<string, TestResult[]>();
  for (const [file, wanted] of ids) {
    const run = await runTestsIn(stage, { files: [file], ids: [...wanted] });
    results.set(file, run);
    const failed = run.find((result) => result.failure);
    tell(`${failed ? 'FAILS' : 'passes'}  ${file} without a break (${run.length} tests)`);
    if (failed) tell(`      ${failed.title}: ${failed.failure?.message}`);
  }
  return results;
}

async function tryBreak(stage: Stage, entry: Break, unbroken: Map<string, TestResult[]>): Promise<Outcome> {
  const started = performance.now();
  const outcome = await judge();
  return { id: entry.id, what: entry.what, ...outcome, seconds: (performance.now() - started) / 1000 };

  async function judge(): Promise<Pick<Outcome, 'failed' | 'problem'>> {
    const expected = entry.tests.flatMap((file) => unbroken.get(file) ?? []).filter((result) => isOf(result, entry.id));
    if (expected.length === 0) return { problem: 'no test in these files has the id in its title' };
    const failing = expected.find((result) => result.failure);
    if (failing) return { problem: `fails without the break: ${failing.title}` };
    const broken = await withBreak(stage, entry, () => runTestsIn(stage, { files: entry.tests, ids: [entry.id] }));
    const results = broken.filter((result) => isOf(result, entry.id));
    // A break that keeps the program from starting proves nothing.
    if (results.length !== expected.length)
      return { problem: `${results.length} of ${expected.length} tests ran: ${broken[0]?.failure?.message ?? ''}` };
    const failures = results.flatMap(({ title, failure }) => (failure ? [{ title, ...failure }] : []));
    const [first] = failures.filter(({ isOwn }) => isOwn);
    if (first) return { failed: { title: first.title, message: first.message } };
    return { problem: failures[0] ? `not an assertion: ${failures[0].message}` : 'all tests of the id passed' };
  }
}

async function withBreak<T>(stage: Stage, entry: Break, work: () => Promise<T>): Promise<T> {
  const path = join(stage.folder, entry.file);
  const text = await readFile(path, 'utf8');
  const parts = text.split(entry.from);
  if (parts.length !== 2) throw new Error(`${entry.id}: "${entry.from}" must occur exactly once in ${entry.file}.`);
  // The template database holds the schema, so a broken schema needs its own.
  const isSchema = entry.file.startsWith('schema/');
  try {
    await writeFile(path, parts.join(entry.to));
    if (isSchema) await buildTemplateIn(stage);
    return await work();
  } finally {
    await writeFile(path, text);
    if (isSchema) await buildTemplateIn(stage);
  }
}

function isOf(result: TestResult, id: string): boolean {
  return new RegExp(`\\b${id}\\b`).test(result.title);
}

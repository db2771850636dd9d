import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

/** Two at once, as the tests themselves run. Each has its own PostgreSQL, because a break can change the schema. */
const stagesMax = 2;

/** Applies the breaks one by one in copies of the repository and runs their tests. */
export async function tryBreaks(breaks: Break[], tell: Tell = say): Promise<Outcome[]> {
  const stages: (Stage & { close(): Promise<void> })[] = [];
  try {
    while (stages.length < Math.min(stagesMax, breaks.length)) stages.push(await openStage());
    return await tryBreaksOn(stages, breaks, tell);
  } finally {
    for (const stage of stages) await stage.close();
  }
}

async function openStage() {
  const folder = await copyRepository();
  const data = await mkdtemp(join(tmpdir(), 'daybook-breaks-postgres-'));
  const postgres = await startEmbeddedPostgres({
    folder: data,
    durable: false,
    settings: { max_connections: '400' },
  });
  const stage = { folder, serverUrl: postgres.url('postgres') };
  await buildTemplateIn(stage);
  const close = async () => {
    await postgres.stop();
    for (const path of [folder, data]) await rm(path, { recursive: true, force: true });
  };
  return { ...stage, close };
}

/** The outcomes are in the order of the breaks. */
export async function tryBreaksOn(stages: Stage[], breaks: Break[], tell: Tell): Promise<Outcome[]> {
  const [first] = stages;
  if (!first) return [];
  const unbroken = await runUnbroken(first, breaks, tell);
  const outcomes: Outcome[] = [];
  let next = 0;
  async function work(stage: Stage): Promise<void> {
    for (let at = next++; at < breaks.length; at = next++) {
      const entry = breaks[at] as Break;
      const outcome = await tryBreak(stage, entry, unbroken);
      tell(`${outcome.failed ? 'seen' : 'NOT SEEN'}  ${entry.id}: ${entry.what} (${outcome.seconds.toFixed(0)} s)`);
      tell(`      ${outcome.failed ? `${outcome.failed.title}: ${outcome.failed.message}` : outcome.problem}`);
      outcomes[at] = outcome;
    }
  }
  await Promise.all(stages.map(work));
  return outcomes;
}

/** The results of every named file without any break, by file: these tests must pass. */
async function runUnbroken(stage: Stage, breaks: Break[], tell: Tell): Promise<Map<string, TestResult[]>> {
  const files = [...new Set(breaks.flatMap(({ tests }) => tests))].sort();
  const results = await runTestsIn(stage, { files, ids: [...new Set(breaks.map(({ id }) => id))] });
  const failed = results.filter(({ failure }) => failure);
  tell(`Without a break, ${results.length - failed.length} tests pass and ${failed.length} fail.`);
  for (const { title, failure } of failed) tell(`      ${title}: ${failure?.message}`);
  return Map.groupBy(results, ({ file }) => file);
}

async function tryBreak(stage: Stage, entry: Break, unbroken: Map<string, TestResult[]>): Promise<Outcome> {
  const started = performance.now();
  const outcome = await judge();
  return { id: entry.id, what: entry.what, ...outcome, seconds: (performance.now() - started) / 1000 };

  /** Each title once: a test file can import another one. */
  function ofEntry(results: TestResult[]): TestResult[] {
    const own = results.filter(({ title }) => new RegExp(`\\b${entry.id}\\b`).test(title));
    return [...new Map(own.map((result) => [result.title, result])).values()];
  }

  async function judge(): Promise<Pick<Outcome, 'failed' | 'problem'>> {
    const expected = ofEntry(entry.tests.flatMap((file) => unbroken.get(file) ?? []));
    if (expected.length === 0) return { problem: 'no test in these files has the id in its title' };
    const failing = expected.find((result) => result.failure);
    if (failing) return { problem: `fails without the break: ${failing.title}` };
    const broken = await withBreak(stage, entry, () => runTestsIn(stage, { files: entry.tests, ids: [entry.id] }));
    const results = ofEntry(broken);
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

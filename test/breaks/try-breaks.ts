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
  const unbroken = new Map<string, Promise<TestResult[]>>();
  /** The results of a file without any break, for the ids of all breaks that name the file. Each file runs once. */
  const runUnbroken = (stage: Stage, file: string): Promise<TestResult[]> => {
    const own = breaks.filter(({ tests }) => tests.includes(file));
    const ids = own.some(({ isWholeFile }) => isWholeFile) ? [] : [...new Set(own.map(({ id }) => id))];
    const results = unbroken.get(file) ?? runTestsIn(stage, { files: [file], ids });
    unbroken.set(file, results);
    return results;
  };
  const outcomes: Outcome[] = [];
  let next = 0;
  async function work(stage: Stage): Promise<void> {
    for (let at = next++; at < breaks.length; at = next++) {
      const entry = breaks[at] as Break;
      const expected = (await Promise.all(entry.tests.map((file) => runUnbroken(stage, file)))).flat();
      const started = performance.now();
      const verdict = await judge(stage, entry, ofId(entry.id, expected));
      const seconds = (performance.now() - started) / 1000;
      outcomes[at] = { id: entry.id, what: entry.what, ...verdict, seconds };
      tell(`${verdict.failed ? 'seen' : 'NOT SEEN'}  ${entry.id}: ${entry.what} (${seconds.toFixed(0)} s)`);
      tell(`      ${verdict.failed ? `${verdict.failed.title}: ${verdict.failed.message}` : verdict.problem}`);
    }
  }
  await Promise.all(stages.map(work));
  return outcomes;
}

/** `expected`: the results of the same tests without the break. */
async function judge(stage: Stage, entry: Break, expected: TestResult[]): Promise<Pick<Outcome, 'failed' | 'problem'>> {
  if (expected.length === 0) return { problem: 'no test in these files has the id in its title' };
  const failing = expected.find(({ failure }) => failure);
  if (failing) return { problem: `fails without the break: ${failing.title}: ${failing.failure?.message}` };
  const broken = await withBreak(stage, entry, () =>
    runTestsIn(stage, { files: entry.tests, ids: entry.isWholeFile ? [] : [entry.id] }),
  );
  const results = ofId(entry.id, broken);
  // A break that keeps the program from starting proves nothing.
  if (results.length !== expected.length)
    return { problem: `${results.length} of ${expected.length} tests ran: ${broken[0]?.failure?.message ?? ''}` };
  const failures = results.flatMap(({ title, failure }) => (failure ? [{ title, ...failure }] : []));
  const [first] = failures.filter(({ isOwn }) => isOwn);
  if (first) return { failed: { title: first.title, message: first.message } };
  return { problem: failures[0] ? `not an assertion: ${failures[0].message}` : 'all tests of the id passed' };
}

/** Each title once: a test file can import another one. */
function ofId(id: string, results: TestResult[]): TestResult[] {
  const own = results.filter(({ title }) => new RegExp(`\\b${id}\\b`).test(title));
  return [...new Map(own.map((result) => [result.title, result])).values()];
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

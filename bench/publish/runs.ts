import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../report.ts';

/** What is typed behind `npm run KIND --`. */
export type Command = {
  kind: 'bench' | 'chaos' | 'providers' | 'ship' | 'soak';
  /** Empty if the kind has only one. */
  name: string;
  quick: boolean;
  given: Record<string, string>;
  /** Distinguishes the files of runs that add up. */
  piece?: string;
};

/** A run that was stored with `--keep`: one file of bench/results. */
export type KeptRun = Report & {
  command: string;
  /** When it ended (UTC), and how long it took. */
  at: string;
  seconds: number;
  /** The commit that was measured; with "+" if files had changed since. */
  commit: string;
  machine: { cores: number; processor: string; memoryGb: number; node: string; postgresql: string; system: string };
  /** Load averages of the machine over 1, 5 and 15 minutes, before and after. */
  load: { before: number[]; after: number[] };
};

export const resultsFolder = join(import.meta.dirname, '../results');

/** A run with other options is stored in another file, so that parts of a long run can be kept one by one. */
export function fileOf({ kind, name, quick, given, piece }: Command): string {
  const options = Object.entries(given).map(([option, value]) => `${option}-${value.replaceAll(/[^\w]+/g, '-')}`);
  const parts = [kind, name, ...options, quick ? 'quick' : '', piece ?? ''];
  return `${parts.filter((part) => part !== '').join('.')}.json`;
}

export function commandOf({ kind, name, quick, given }: Command): string {
  const options = Object.entries(given).map(([option, value]) => `--${option} ${value}`);
  return ['npm run', kind, '--', ...(name ? [name] : []), ...options, ...(quick ? ['--quick'] : []), '--json'].join(
    ' ',
  );
}

/** In the order of their commands, so that the documents change little. */
export function readRuns(): KeptRun[] {
  return readdirSync(resultsFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file): KeptRun => JSON.parse(readFileSync(join(resultsFolder, file), 'utf8')))
    .sort((a, b) => (a.command < b.command ? -1 : 1));
}

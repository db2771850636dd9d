import { Worker } from 'node:worker_threads';
import { holdBar, type Report, say } from '../../bench/report.ts';
import { attackFiles } from './files/attack-files.ts';
import { damagedFiles, filesWithBadRows, type HostileFile, intactFiles } from './files/damage-files.ts';
import type { ReadRequest, ReadResult } from './files/reading-thread.ts';

const limits = { fileMs: 30_000, memoryMb: 1024 };
type Outcome = ReadResult | { outcome: 'late' | 'outOfMemory'; keys: string[]; notes: string[]; detail: string };

/**
 * Reads malformed and hostile files in a thread with limits of time and memory, as the server does. No file may crash
 * the reader or pass a limit, and each record that comes out must be one of the true ones. Where a damaged file is a
 * valid file in its own right (a digit of a CSV file has become another), nobody can see the damage: these records are
 * counted apart. Intact files, and those with one bad row, must be read in full. `--quick` reads fewer of the damaged
 * files.
 */
export async function readHostileFiles({ quick }: { quick: boolean }): Promise<Report> {
  const began = performance.now();
  const files = [...intactFiles(), ...attackFiles(), ...filesWithBadRows(), ...damagedFiles(quick ? 4 : 16)];
  const counts = { read: 0, refused: 0, crashed: 0, late: 0, outOfMemory: 0 };
  const totals = {
    trueRecords: 0,
    wrongRecords: 0,
    recordsWithUnseenDamage: 0,
    missingRecords: 0,
    wronglyRefused: 0,
    slowestMs: 0,
  };
  let thread = startThread();
  for (const file of files) {
    const started = performance.now();
    const result = await readOne(thread, file);
    totals.slowestMs = Math.max(totals.slowestMs, Math.round(performance.now() - started));
    counts[result.outcome] += 1;
    if (result.outcome !== 'read' && result.outcome !== 'refused') {
      say(`${file.name}: ${result.outcome} ${result.detail}`);
      await thread.terminate();
      thread = startThread();
    }
    const known = result.keys.filter((key) => file.truth.has(key)).length;
    const others = result.keys.length - known;
    totals.trueRecords += known;
    const isUnseen = others <= file.unseenMax;
    totals[isUnseen ? 'recordsWithUnseenDamage' : 'wrongRecords'] += others;
    if (!isUnseen)
      say(
        `${file.name}: ${result.keys
          .filter((key) => !file.truth.has(key))
          .slice(0, 3)
          .join('  ')}`,
      );
    if (!file.isWhole) continue;
    if (result.outcome === 'refused') totals.wronglyRefused += 1;
    if (known < file.truth.size) say(`${file.name}: ${file.truth.size - known} records are missing`);
    totals.missingRecords += file.truth.size - known;
  }
  await thread.terminate();
  const seconds = Math.round((performance.now() - began) / 1000);
  const figures = { files: files.length, ...counts, ...totals, seconds };
  const bars: [string, string][] = [
    ['files', quick ? '>= 150' : '>= 300'],
    ...['crashed', 'late', 'outOfMemory', 'wrongRecords', 'missingRecords', 'wronglyRefused'].map(
      (name): [string, string] => [name, '<= 0'],
    ),
    ['trueRecords', '>= 500'],
  ];
  return { name: 'files', figures, bars: bars.map(([figure, goal]) => holdBar(figures, figure, goal)) };
}

const startThread = () =>
  new Worker(new URL('./files/reading-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });

function readOne(thread: Worker, { bytes, style }: HostileFile): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      thread.off('message', end);
      thread.off('error', onError);
      resolve(outcome);
    };
    const none = { keys: [], notes: [] };
    const onError = (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end({ outcome: isMemory ? 'outOfMemory' : 'crashed', ...none, detail: error.message });
    };
    const timer = setTimeout(() => end({ outcome: 'late', ...none, detail: `${limits.fileMs} ms` }), limits.fileMs);
    thread.once('message', end);
    thread.once('error', onError);
    const request: ReadRequest = { bytes: Uint8Array.from(bytes), style };
    thread.postMessage(request);
  });
}

import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepRun, noteBefore } from '../../bench/publish/keep-run.ts';
import { say, writeReport } from '../../bench/report.ts';
import { describeError, watchEnd } from '../../bench/watch-end.ts';
import { findPrograms } from '../debian-cluster.ts';
import { drawCurves } from './draw.ts';
import { soak } from './soak.ts';

/**
 * `npm run soak -- --hours N [--speed 240] [--json] [--keep]`. Exit code 1 if a bar is not met, 2 for wrong arguments.
 * The curves are written to .daybook/soak.
 */
const folder = join(import.meta.dirname, '../../.daybook/soak');

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        hours: { type: 'string' },
        speed: { type: 'string', default: '240' },
        json: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
      },
    });
    const [hours, speed] = [Number(values.hours), Number(values.speed)];
    if (hours > 0 && speed >= 1) return { ...values, hours, speed };
  } catch (error) {
    say(String(error));
  }
  say('Usage: npm run soak -- --hours N [--speed 240] [--json] [--keep]');
  process.exit(2);
}

function readVersion(): { postgresql?: string } {
  const text = execFileSync(join(findPrograms() ?? '', 'postgres'), ['--version'], { encoding: 'utf8' });
  const [postgresql] = /\d+\.\d+/.exec(text) ?? [];
  return postgresql === undefined ? {} : { postgresql };
}

const { hours, speed, json, keep } = readOptions();
const before = noteBefore();
const ended = watchEnd();
const { curves, ...report } = await soak({ hours, speed }).catch((error: Error) => {
  ended.isTold = true;
  say(describeError(error));
  process.exit(1);
});
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'curves.json'), JSON.stringify(curves));
await writeFile(join(folder, 'curves.svg'), drawCurves(curves));
const given = { hours: String(hours), speed: String(speed) };
// Each piece is a file of its own, so that several add up.
const piece = new Date().toISOString().slice(0, 16).replaceAll(':', '');
if (keep) await keepRun({ kind: 'soak', name: '', quick: false, given, piece }, report, before, readVersion());
process.stdout.write(writeReport(report, { json }), (error) => {
  if (!error) ended.isTold = true;
  process.exit(report.bars.every((bar) => bar.holds) ? 0 : 1);
});

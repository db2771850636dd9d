import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figures, holdBar, type Report, round, say } from '../../bench/report.ts';
import { readConfig } from '../../src/config/config.ts';

const run = promisify(execFile);
const units = join(import.meta.dirname, '../../deploy/systemd');
const exampleKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

/**
 * `npm run ship -- units [--json]`: checks the systemd units with systemd-analyze, which needs no running systemd.
 * An exposure of 10 is a service without any protection, one below 2 is rated "OK".
 */
export async function checkUnits(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-units-'));
  try {
    const names = (await readdir(units)).filter((name) => name.endsWith('.service'));
    // systemd-analyze reports a program that does not exist, so the copies name one that does.
    const program = join(folder, 'usr/local/bin/daybook');
    await mkdir(join(folder, 'usr/local/bin'), { recursive: true });
    await writeFile(program, '#!/bin/sh\n');
    await chmod(program, 0o755);
    const faults: string[] = [];
    const exposures: number[] = [];
    for (const name of names) {
      const text = await readFile(join(units, name), 'utf8');
      const instance = name.replace('@.', '@8081.');
      const copy = join(folder, instance);
      await writeFile(copy, text.replace('/usr/local/bin/daybook', program));
      const verified = await run('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', copy]).catch(
        (error: { stderr: string }) => error,
      );
      if (verified.stderr.trim()) faults.push(`${name}: ${verified.stderr.trim()}`);
      const rated = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', copy]);
      exposures.push(Number(/exposure level for \S+: ([\d.]+)/.exec(rated.stdout)?.[1] ?? Number.NaN));
      faults.push(...settingFaults(name, text));
    }
    for (const fault of faults) say(`units: ${fault}`);
    const figures: Figures = {
      units: names.length,
      faults: faults.length,
      exposures: exposures.map(round),
      worstExposure: Math.max(...exposures),
    };
    const bars = [
      holdBar(figures, 'units', '>= 3'),
      holdBar(figures, 'faults', '<= 0'),
      holdBar(figures, 'worstExposure', '<= 2'),
    ];
    return { name: 'units', figures, bars };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Daybook reads the unit's environment as it would at its start, and must end before systemd kills it. */
function settingFaults(name: string, text: string): string[] {
  const assigned = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) => line.split(' '));
  const env = Object.fromEntries(assigned.map((pair) => pair.replace('%i', '8081').split('=')));
  try {
    const config = readConfig({
      DAYBOOK_DATABASE_URL: 'postgres://daybook@localhost/daybook',
      DAYBOOK_SECRET_KEYS: exampleKeys,
      ...env,
    });
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1] ?? 90);
    return seconds * 1000 > config.stopTimeoutMs ? [] : [`${name}: is killed before its time to stop has passed`];
  } catch (error) {
    return [`${name}: ${(error as Error).message}`];
  }
}

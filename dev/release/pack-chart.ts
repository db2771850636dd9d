import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

const run = promisify(execFile);
const blockBytes = 512;
const [sizeAt, timeAt, sumAt, typeAt] = [124, 136, 148, 156];

/**
 * Packages the chart with Helm. Helm gives the files the time at which it runs; here they get `seconds`, so that two
 * packages of one commit are the same. Not named as Helm names it, which is also the name of the server's tarball.
 */
export async function packChart(parts: {
  helm: string;
  chart: string;
  destination: string;
  seconds: number;
}): Promise<string> {
  const { helm, chart, destination, seconds } = parts;
  const folder = await mkdtemp(join(tmpdir(), 'daybook-chart-'));
  try {
    await run(helm, ['package', chart, '--destination', folder]);
    const [name = ''] = await readdir(folder);
    const file = join(destination, name.replace('daybook-', 'daybook-chart-'));
    await writeFile(file, gzipSync(setTimes(gunzipSync(await readFile(join(folder, name))), seconds), { level: 9 }));
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sets the time of every file in a tar archive. Throws for headers that carry a time of their own (pax). */
export function setTimes(archive: Buffer, seconds: number): Buffer {
  const changed = Buffer.from(archive);
  const octal = (at: number, bytes: number) => Number.parseInt(changed.toString('latin1', at, at + bytes), 8) || 0;
  for (let at = 0; at < changed.length && changed[at] !== 0; ) {
    const type = String.fromCharCode(changed[at + typeAt] ?? 0);
    if (!'05\0'.includes(type)) throw new Error(`The archive has an entry of type "${type}".`);
    changed.write(`${seconds.toString(8).padStart(11, '0')}\0`, at + timeAt, 'latin1');
    changed.fill(' ', at + sumAt, at + sumAt + 8);
    const sum = changed.subarray(at, at + blockBytes).reduce((total, byte) => total + byte, 0);
    changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + sumAt, 'latin1');
    at += blockBytes * (1 + Math.ceil(octal(at + sizeAt, 12) / blockBytes));
  }
  return changed;
}

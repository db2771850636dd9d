import { readFileSync } from 'node:fs';
import { openClient } from './client.ts';
import type { RecordsTarget } from './reads.ts';
import { type Figures, median, round } from './report.ts';

const turns = 15;
const atOnce = 8;

/** Pages of 5,000 rows: time to the first byte, and memory of the process for one page and for several at once. */
export async function measureLargePage(target: RecordsTarget): Promise<Figures> {
  const path = `${target.path}?pageSize=5000`;
  const client = openClient(target.url, target.key);
  const small = (await client.get(target.path)).firstByteMs;
  const before = memoryMb(target.pid);
  const one = [];
  for (let turn = 0; turn < turns; turn++) one.push(await client.get(path));
  client.close();
  const afterOne = memoryMb(target.pid);
  const clients = Array.from({ length: atOnce }, () => openClient(target.url, target.key));
  const many = await Promise.all(
    clients.map(async (each) => {
      const answers = [];
      for (let turn = 0; turn < 4; turn++) answers.push(await each.get(path));
      each.close();
      return answers;
    }),
  );
  const afterMany = memoryMb(target.pid);
  return {
    'large.bytes': Buffer.byteLength(one[0]?.text ?? ''),
    'large.firstByteMs': round(median(one.map((answer) => answer.firstByteMs))),
    'large.wholeMs': round(median(one.map((answer) => answer.ms))),
    'large.firstByteMsOf100Rows': round(small),
    'large.atOnce': atOnce,
    'large.atOnce.firstByteMs': round(median(many.flat().map((answer) => answer.firstByteMs))),
    'large.atOnce.wholeMs': round(median(many.flat().map((answer) => answer.ms))),
    'large.memoryMb.before': before.now,
    'large.memoryMb.afterOneByOne': afterOne.now,
    'large.memoryMb.afterAtOnce': afterMany.now,
    'large.memoryMb.peak': afterMany.peak,
    'large.memoryMb.peakBefore': before.peak,
  };
}

/** Resident memory of a process, read from Linux's /proc; NaN where it is not available. */
export function memoryMb(pid: number): { now: number; peak: number; own: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mb = (name: string) => round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
    return { now: mb('VmRSS'), peak: mb('VmHWM'), own: mb('RssAnon') };
  } catch {
    return { now: Number.NaN, peak: Number.NaN, own: Number.NaN };
  }
}

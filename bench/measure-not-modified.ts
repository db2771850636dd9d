import { basic, openClient } from './client.ts';
import { load } from './load.ts';
import type { RecordsTarget } from './reads.ts';
import { type Figures, median, round } from './report.ts';

const samples = 1500;
const rounds = 5;

/** The first page, with and without its ETag, in alternation. */
export async function measureNotModified(target: RecordsTarget): Promise<Figures> {
  const client = openClient(target.url, target.key);
  const { etag } = await client.get(target.path);
  const headers = { 'if-none-match': etag };
  const [whole, unchanged]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples; sample++) {
    whole.push((await client.get(target.path)).ms);
    unchanged.push((await client.get(target.path, { headers, status: 304 })).ms);
  }
  client.close();
  const side = { url: target.url + target.path, headers: { authorization: basic(target.key) } };
  const perSecond: { whole: number[]; unchanged: number[] } = { whole: [], unchanged: [] };
  for (let round = 0; round < rounds; round++) {
    const options = { connections: 12, seconds: 2 };
    perSecond.whole.push((await load(side, options)).perSecond);
    const tagged = { ...side, headers: { ...side.headers, ...headers } };
    perSecond.unchanged.push((await load(tagged, { ...options, expected: '3xx' })).perSecond);
  }
  return {
    // Measured like page 1: responses per second to several clients.
    'notModified.timesAsFast': round(median(perSecond.unchanged) / median(perSecond.whole)),
    'notModified.perSecond': round(median(perSecond.unchanged)),
    'notModified.perSecondOf200': round(median(perSecond.whole)),
    'notModified.alone.timesAsFast': round(median(whole) / median(unchanged)),
    'notModified.alone.p50Ms': round(median(unchanged)),
    'notModified.alone.p50MsOf200': round(median(whole)),
  };
}

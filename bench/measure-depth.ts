import { type BenchClient, nextPath, openClient, readBody } from './client.ts';
import type { Target } from './measure-page-one.ts';
import { type Figures, median, percentile, round, say } from './report.ts';

const samples = 600;

export type Walk = { path: string; rows: number; depth: number; id: 'companyId' | 'id' };

/** A deep page, reached like a client does: by following `next` from page 1. Measured in alternation with page 1. */
export async function measureDepth(target: Target, wanted: Walk): Promise<Figures> {
  const { path, depth } = wanted;
  const client = openClient(target.url, target.key);
  const startedAt = performance.now();
  const deepPath = await walk(client, wanted);
  const walkSeconds = round((performance.now() - startedAt) / 1000);
  say(`followed ${depth} pages in ${walkSeconds} s`);

  const first: number[] = [];
  const deep: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    first.push((await client.get(path)).ms);
    deep.push((await client.get(deepPath)).ms);
  }
  client.close();
  return {
    [`depth${depth}.ratioToPage1`]: round(median(deep) / median(first)),
    [`depth${depth}.p50Ms`]: round(median(deep)),
    [`depth${depth}.p99Ms`]: round(percentile(deep, 99)),
    [`depth${depth}.page1P50Ms`]: round(median(first)),
    [`depth${depth}.page1P99Ms`]: round(percentile(first, 99)),
    [`depth${depth}.walkSeconds`]: walkSeconds,
  };
}

/**
 * Returns the path of the page at that depth. On the way, records must be unique and in order, and the total constant.
 */
async function walk(client: BenchClient, { path: start, rows, depth, id: key }: Walk): Promise<string> {
  let path = start;
  let last = '';
  for (let page = 1; page < depth; page++) {
    const body = readBody(await client.get(path));
    if (body.pageNumber !== page || body.totalResults !== rows || body.results.length !== 100) {
      throw new Error(
        `Page ${page}: number ${body.pageNumber}, ${body.results.length} of ${body.totalResults} results.`,
      );
    }
    for (const record of body.results) {
      const id = record[key] ?? '';
      if (id <= last) throw new Error(`Page ${page}: ${id} comes after ${last}.`);
      last = id;
    }
    path = nextPath(body);
  }
  return path;
}

import { type BenchClient, nextPath, openClient, readBody } from './client.ts';
import type { Target } from './measure-page-one.ts';
import { type Figures, median, percentile, round, say } from './report.ts';

const depth = 9000;
const samples = 600;

/** A page far down, reached as a client reaches it: by following `next` from page 1. Costs are compared in turns. */
export async function measureDepth(target: Target & { companies: number }): Promise<Figures> {
  const client = openClient(target.url, target.key);
  const startedAt = performance.now();
  const deepPath = await walk(client, target.companies);
  const walkSeconds = round((performance.now() - startedAt) / 1000);
  say(`walked ${depth} pages in ${walkSeconds} s`);

  const first: number[] = [];
  const deep: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    first.push((await client.get('/companies')).ms);
    deep.push((await client.get(deepPath)).ms);
  }
  client.close();
  return {
    'depth9000.ratioToPage1': round(median(deep) / median(first)),
    'depth9000.p50Ms': round(median(deep)),
    'depth9000.p99Ms': round(percentile(deep, 99)),
    'depth9000.page1P50Ms': round(median(first)),
    'depth9000.page1P99Ms': round(percentile(first, 99)),
    'depth9000.walkSeconds': walkSeconds,
  };
}

/** Gives the path of page 9,000; every company on the way must be seen once, in order, under an unchanged total. */
async function walk(client: BenchClient, companies: number): Promise<string> {
  let path = '/companies';
  let last = '';
  for (let page = 1; page < depth; page++) {
    const body = readBody(await client.get(path));
    if (body.pageNumber !== page || body.totalResults !== companies || body.results.length !== 100) {
      throw new Error(
        `Page ${page}: number ${body.pageNumber}, ${body.results.length} of ${body.totalResults} results.`,
      );
    }
    for (const { companyId } of body.results) {
      if (companyId <= last) throw new Error(`Page ${page}: ${companyId} comes after ${last}.`);
      last = companyId;
    }
    path = nextPath(body);
  }
  return path;
}

import { type BenchClient, nextPath, readBody } from '../client.ts';

export async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n++) await work();
}

/** Reads page after page of 100 records, as a client does that follows `next`, and begins again at the end. */
export function walkPages(client: BenchClient, first: string) {
  let path = first;
  return {
    restart() {
      path = first;
    },
    async next() {
      const body = readBody(await client.get(path));
      if (body.results.length === 0) throw new Error(`${path} has no results.`);
      path = body._links.next ? nextPath(body) : first;
    },
  };
}

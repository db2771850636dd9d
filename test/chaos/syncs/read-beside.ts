import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client that reads the data set continuously, and records which states of it it has seen. */
export type Seen = {
  /** In order, without repeating the same state twice in a row. Undefined: not ready (409). */
  states: Record<Look, (string | undefined)[]>;
  requests: number;
  walks: number;
  records: number;
  /** Unexpected responses, and paged reads that did not reach their total. */
  errors: string[];
  /** Requests that failed while PostgreSQL was down and were repeated: status, or "no answer". */
  repeated: string[];
};

/** The whole list by its links, its first page, and the totals of two filters. */
export type Look = 'walk' | 'first' | 'paid' | 'deleted';

export const filters = { paid: 'status=Paid', deleted: 'metadata.isDeleted=true' } as const;

type Reader = { url: string; key: string; companyId: string; isOutage: () => boolean };
type Page = { results: ListedRecord[]; totalResults: number; _links: { next?: { href: string } } };
export type ListedRecord = { id: string; sourceModifiedDate: string; metadata: { isDeleted: boolean } };

const pageSize = 5000;
const triesMax = 200;

export function readBeside(reader: Reader): { walks(): number; stop(): Promise<Seen> } {
  const seen: Seen = {
    states: { walk: [], first: [], paid: [], deleted: [] },
    requests: 0,
    walks: 0,
    records: 0,
    errors: [],
    repeated: [],
  };
  let isStopping = false;
  const note = (look: Look, state: string | undefined) => {
    const states = seen.states[look];
    if (states.length === 0 || states.at(-1) !== state) states.push(state);
  };
  const list = `${reader.url}/companies/${reader.companyId}/data/invoices`;
  const byTag = new Map<string, string>();

  async function lookAtPages(): Promise<void> {
    while (!isStopping) {
      const first = await get(reader, seen, list);
      note('first', first && firstState(first.page));
      // The same ETag must stand for the same response, including its total.
      if (first && (byTag.get(first.tag) ?? first.text) !== first.text)
        seen.errors.push('the same ETag stood for two different responses');
      if (first) byTag.set(first.tag, first.text);
      for (const look of ['paid', 'deleted'] as const) {
        const found = await get(reader, seen, `${list}?pageSize=1&query=${encodeURIComponent(filters[look])}`);
        note(look, found && String(found.page.totalResults));
      }
      await sleep(400);
    }
  }

  async function walk(): Promise<void> {
    while (!isStopping) {
      const records: ListedRecord[] = [];
      let next: string | undefined = `${list}?pageSize=${pageSize}`;
      let total: number | undefined;
      while (next && !isStopping) {
        const found = await get(reader, seen, next);
        if (!found) break;
        const { results, totalResults, _links } = found.page;
        total ??= totalResults;
        if (total !== totalResults) seen.errors.push(`the total changed from ${total} to ${totalResults} while paging`);
        records.push(...results.map(({ id, sourceModifiedDate, metadata }) => ({ id, sourceModifiedDate, metadata })));
        next = _links.next?.href;
        await sleep(50);
      }
      if (total === undefined && !isStopping) note('walk', undefined);
      else if (total !== undefined && next === undefined) {
        if (total !== records.length) seen.errors.push(`paging through ${total} records found ${records.length}`);
        note('walk', stateOf(records));
        seen.walks++;
        seen.records += records.length;
      }
      await sleep(2000);
    }
  }

  const running = Promise.all([lookAtPages(), walk()]);
  running.catch((error) => seen.errors.push(String(error)));
  return {
    walks: () => seen.walks,
    async stop() {
      isStopping = true;
      await running.catch(() => {});
      return seen;
    },
  };
}

/** Covers what a list shows of each record, so that a mix of two states equals neither. */
export function stateOf(records: readonly ListedRecord[]): string {
  const hash = createHash('sha256');
  for (const { id, sourceModifiedDate, metadata } of records)
    hash.update(`${id}|${sourceModifiedDate}|${metadata.isDeleted}\n`);
  return `${records.length} ${hash.digest('hex')}`;
}

export function firstState(page: { results: readonly ListedRecord[]; totalResults: number }): string {
  return `${page.totalResults} ${stateOf(page.results)}`;
}

/** Returns undefined if the data set is not ready. Repeats the request while PostgreSQL is down: links stay valid. */
async function get(
  reader: Reader,
  seen: Seen,
  target: string,
): Promise<{ page: Page; tag: string; text: string } | undefined> {
  const headers = { authorization: `Basic ${Buffer.from(reader.key).toString('base64')}` };
  for (let tries = 1; ; tries++) {
    seen.requests++;
    let problem: string;
    let kind = 'no answer';
    try {
      const answer = await fetch(target, { headers, signal: AbortSignal.timeout(60_000) });
      const text = await answer.text();
      if (answer.status === 409) return undefined;
      if (answer.ok) return { page: JSON.parse(text), tag: answer.headers.get('etag') ?? '', text };
      kind = String(answer.status);
      problem = `${target} returned ${answer.status} ${text}`;
    } catch (error) {
      problem = `${target}: ${error}`;
    }
    if (reader.isOutage()) seen.repeated.push(kind);
    else seen.errors.push(problem);
    if (tries === triesMax) throw new Error(problem);
    await sleep(100);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './open-stage.ts';

/** A client that pages through the data set all the time, and looks which mapping each record is of. */
export type Seen = {
  requests: number;
  pages: number;
  walks: number;
  records: number;
  /** Pages, and walks by links, with records of more than one mapping. */
  mixed: string[];
  /** The mappings of pages. */
  shown: Set<string>;
  /** The mappings of complete walks, in order, without repeats. */
  walked: string[];
  errors: string[];
  repeatedInOutages: number;
};

export type Listed = { id: string; invoiceNumber?: string; status?: string; customFields?: Record<string, unknown> };
type Page = { results: Listed[]; totalResults: number; _links: { next?: { href: string } } };

/** Undefined if the record looks the same under all mappings. */
export type MappingOf = (record: Listed) => string | undefined;

export function readMappings(stage: Stage, mappingOf: MappingOf): { seen: Seen; stop(): Promise<Seen> } {
  const seen: Seen = {
    requests: 0,
    pages: 0,
    walks: 0,
    records: 0,
    mixed: [],
    shown: new Set(),
    walked: [],
    errors: [],
    repeatedInOutages: 0,
  };
  let isStopping = false;
  const list = `${stage.url}${stage.company.path}/data/invoices`;
  const get = async (target: string): Promise<Page> => {
    const headers = { authorization: `Basic ${Buffer.from(stage.account.key).toString('base64')}` };
    for (;;) {
      seen.requests++;
      try {
        const answer = await fetch(target, { headers, signal: AbortSignal.timeout(120_000) });
        const text = await answer.text();
        if (answer.ok) return JSON.parse(text);
        throw new Error(`${target}: ${answer.status} ${text.slice(0, 300)}`);
      } catch (error) {
        if (stage.isOutage()) seen.repeatedInOutages++;
        else seen.errors.push(String(error).slice(0, 500));
        if (isStopping || seen.errors.length > 100) throw error;
        await sleep(100);
      }
    }
  };
  const look = (of: string, page: Page): Set<string> => {
    const found = new Set(page.results.flatMap((record) => mappingOf(record) ?? []));
    if (found.size > 1) seen.mixed.push(`${of}: ${[...found]}`);
    seen.pages++;
    for (const mapping of found) seen.shown.add(mapping);
    return found;
  };

  async function lookAtFirstPages(): Promise<void> {
    while (!isStopping) {
      look('first page', await get(`${list}?pageSize=500`));
      await sleep(500);
    }
  }

  async function walk(): Promise<void> {
    while (!isStopping) {
      const found = new Set<string>();
      let [next, total, records]: [string | undefined, number, number] = [`${list}?pageSize=5000`, 0, 0];
      while (next && !isStopping) {
        const page: Page = await get(next);
        for (const mapping of look('page', page)) found.add(mapping);
        records += page.results.length;
        total ||= page.totalResults;
        next = page._links.next?.href;
        await sleep(50);
      }
      if (next) return;
      if (found.size > 1) seen.mixed.push(`walk: ${[...found]}`);
      if (records !== total) seen.errors.push(`paging through ${total} records found ${records}`);
      const mapping = [...found].join();
      if (seen.walked.at(-1) !== mapping) seen.walked.push(mapping);
      seen.walks++;
      seen.records += records;
      await sleep(500);
    }
  }

  const running = Promise.all([lookAtFirstPages(), walk()]).catch((error) => seen.errors.push(String(error)));
  return {
    seen,
    async stop() {
      isStopping = true;
      await running;
      return seen;
    },
  };
}

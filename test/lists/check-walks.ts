import assert from 'node:assert/strict';
import type { Answer } from '../client.ts';
import { walkPages } from './walk-pages.ts';

export type Send = (target: string) => Promise<Answer>;
export type Case = {
  path: string;
  /** Orders and filters by fields that change. */
  searches: string[];
  send: Send;
  change: () => Promise<unknown>;
  /** What identifies a record and its version. Default: its id. */
  // biome-ignore lint/suspicious/noExplicitAny: a record has the schema of its list
  key?: (record: any) => unknown;
};

/** The lists that this file has tested, by operation. */
export const walked = new Set<string>();

/** Reads page 1, makes the changes and follows `next`: all pages together must equal one large page from before. */
export async function checkWalks(
  operationId: string,
  { path, searches, send, change, key = keyOf }: Case,
): Promise<void> {
  const read = async (target: string) => {
    const answer = await send(target);
    assert.equal(answer.status, 200, `${target} returned ${answer.text}`);
    return answer.body;
  };
  const begun = [];
  for (const search of searches) {
    const whole = await read(`${path}?${search}&pageSize=5000`);
    assert.ok(whole.totalResults >= 4, `${operationId} ${search} has ${whole.totalResults} rows`);
    begun.push({ search, whole, first: await read(`${path}?${search}&pageSize=2`) });
  }
  await checkOrders(path, send);
  await change();
  for (const { search, whole, first } of begun) {
    const account = { send: (request: string) => send(request.replace('GET ', '')) } as never;
    const pages = await walkPages(account, first, 'next');
    const about = `${operationId} ${search}`;
    assert.deepEqual(
      pages.flatMap((page) => page.results.map(key)),
      whole.results.map(key),
      about,
    );
    for (const page of pages) assert.equal(page.totalResults, whole.totalResults, about);
    assert.equal(pages.length, Math.ceil(whole.totalResults / 2), `${about}: pages`);
    // a page without a cursor shows the current state.
    const now = await read(`${path}?${search}&pageSize=5000`);
    const jump = await read(`${path}?${search}&pageSize=2&page=2`);
    assert.deepEqual(jump.totalResults, now.results.length, `A-2: ${about}`);
    assert.deepEqual(jump.results.map(key), now.results.slice(2, 4).map(key), `A-2: ${about}`);
  }
  walked.add(operationId);
}

/** Every field that a filter can name can also be ordered by, unless it is inside an array or has subfields. */
export async function checkOrders(path: string, send: Send): Promise<void> {
  const { body: refusal } = await send(`${path}?orderBy=noSuchField`);
  const names = /Allowed: (.*)\./.exec(refusal.error)?.[1]?.split(', ') ?? [];
  assert.ok(names.length >= 3, `${path}: ${refusal.error}`);
  for (const name of names) {
    const { status, text } = await send(`${path}?pageSize=2&orderBy=${name.replace('*', 'any')}`);
    assert.ok(status === 200 || text.includes('orderMalformed'), `${path} by ${name} returned ${text}`);
  }
}

/** The first member of every record is its id, also in records of the older webhooks. */
const keyOf = (record: unknown): unknown => Object.values(record as object)[0];

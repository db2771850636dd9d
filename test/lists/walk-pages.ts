import assert from 'node:assert/strict';
import type { TestAccount } from '../harness.ts';

export type ListedCompany = {
  companyId: string;
  name: string;
  description?: string;
  tags: Record<string, string>;
  created: string;
  lastSync?: string;
};
export type ListedPage = {
  results: ListedCompany[];
  pageNumber: number;
  pageSize: number;
  totalResults: number;
  _links: Record<'self' | 'current' | 'next' | 'previous', { href: string } | undefined>;
};

export async function getPage(account: TestAccount, target: string): Promise<ListedPage> {
  const answer = await account.send(`GET ${target}`);
  assert.equal(answer.status, 200, `${target} returned ${answer.text}`);
  return answer.body;
}

/** Follows the links from a page to the last one; `between` runs after each page. */
export async function walkPages(
  account: TestAccount,
  start: ListedPage,
  direction: 'next' | 'previous',
  between: (page: ListedPage) => Promise<void> = async () => {},
): Promise<ListedPage[]> {
  const pages = [start];
  await between(start);
  for (let page = start; page._links[direction]; ) {
    assert.ok(pages.length < 1000, 'the links never end');
    page = await getPage(account, page._links[direction].href);
    pages.push(page);
    await between(page);
  }
  return pages;
}

export function idsOf(pages: readonly ListedPage[]): string[] {
  return pages.flatMap((page) => page.results.map((company) => company.companyId));
}

type CompanyToMake = { name: string; description?: string; tags?: Record<string, string> };

/** Creates companies one after the other, so that the list has the same order. */
export async function createCompanies(
  account: TestAccount,
  companies: readonly CompanyToMake[],
): Promise<ListedCompany[]> {
  const made: ListedCompany[] = [];
  for (const body of companies) {
    const answer = await account.send('POST /companies', { body });
    assert.equal(answer.status, 200, answer.text);
    made.push(answer.body);
  }
  return made;
}

export const numbered = (count: number, name = 'company') =>
  Array.from({ length: count }, (_, i) => ({ name: `${name} ${String(i + 1).padStart(3, '0')}` }));

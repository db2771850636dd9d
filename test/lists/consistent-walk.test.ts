import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteCompanySynced } from '../../src/companies/store.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { createCompanies, getPage, type ListedCompany, type ListedPage, numbered, walkPages } from './walk-pages.ts';

/** The four cases of issue 15, number 1: changes between the pages of a paged read. */
const app = useApp();

type Change = (companies: readonly ListedCompany[]) => Promise<void>;

/** Reads page 1, makes the changes and follows `next`: all pages together must equal one large page from before. */
async function walkWhile(account: TestAccount, search: string, change: Change): Promise<ListedPage[]> {
  const whole = await getPage(account, `/companies?${search}&pageSize=5000`);
  const first = await getPage(account, `/companies?${search}&pageSize=10`);
  await change(whole.results);
  const pages = await walkPages(account, first, 'next');
  assert.deepEqual(
    pages.flatMap((page) => page.results),
    whole.results,
  );
  for (const page of pages)
    assert.equal(page.totalResults, whole.results.length, `the total of page ${page.pageNumber}`);
  assert.equal(pages.length, Math.ceil(whole.results.length / 10), 'number of pages');
  assert.ok(
    pages.every((page) => page.results.length > 0),
    '"next" led to an empty page',
  );
  return pages;
}

async function accountWith(count: number): Promise<TestAccount> {
  const account = await app.account();
  await createCompanies(account, numbered(count, 'C'));
  return account;
}

const sync = (account: TestAccount, companyId: string, at: Date) =>
  app.ctx.db.transaction(account.accountId, async (tx) => noteCompanySynced(tx, companyId, at));

const rename = async (account: TestAccount, company: ListedCompany | undefined, name: string) =>
  assert.equal((await account.send(`PATCH /companies/${company?.companyId}`, { body: { name } })).status, 200);

test('A-1, R-PAGE-22: paging by -lastSync shows every company once when a sync completes between two pages', async () => {
  const account = await accountWith(30);
  const { results } = await getPage(account, '/companies?pageSize=5000');
  for (const [index, { companyId }] of results.entries())
    await sync(account, companyId, new Date(Date.UTC(2026, 0, 1, 0, index)));
  await walkWhile(account, 'orderBy=-lastSync', async (companies) => {
    await sync(account, companies[20]?.companyId ?? '', new Date(Date.UTC(2026, 0, 2)));
  });
});

test('A-1, R-PAGE-22: paging by name shows every company once when two are renamed between two pages', async () => {
  const account = await accountWith(30);
  await walkWhile(account, 'orderBy=name', async (companies) => {
    await rename(account, companies[25], 'A');
    await rename(account, companies[3], 'Z');
  });
});

test('A-1, R-PAGE-04: paging with query=name~C shows totalResults companies when seven are renamed meanwhile', async () => {
  const account = await accountWith(26);
  await walkWhile(account, `query=${encodeURIComponent('name~C')}`, async (companies) => {
    for (const company of companies.slice(12, 19)) await rename(account, company, 'other');
  });
});

test('A-1, R-PAGE-04, R-PAGE-09: paging through 50 companies shows all of them when 22 are deleted after page 1', async () => {
  const account = await accountWith(50);
  const pages = await walkWhile(account, '', async (companies) => {
    for (const { companyId } of companies.slice(15, 37)) await account.send(`DELETE /companies/${companyId}`);
  });
  assert.equal(pages.at(-1)?._links.next, undefined);
  assert.equal((await getPage(account, '/companies')).totalResults, 28, 'a new read shows the remaining companies');
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type TestAccount, useApp } from '../harness.ts';
import { createCompanies, getPage, idsOf, numbered, walkPages } from './walk-pages.ts';

const app = useApp();
const self = 'http://api.test/companies';

async function accountWith(count: number): Promise<TestAccount> {
  const account = await app.account();
  await createCompanies(account, numbered(count));
  return account;
}

const namesOf = (page: { results: { name: string }[] }) => page.results.map((company) => company.name);
const parametersOf = (link: { href: string } | undefined) => {
  const [base, search] = link?.href.split('?') ?? [];
  assert.equal(base, self);
  return Object.fromEntries(new URLSearchParams(search));
};

test('R-EP-01 R-PAGE-01 R-PAGE-02 R-PAGE-03 R-PAGE-04 R-PAGE-05: GET /companies returns 200 with the envelope and no other members', async () => {
  const account = await accountWith(12);
  const answer = await account.send('GET /companies?page=3&pageSize=5');
  assert.equal(answer.status, 200);
  const { results, _links, ...numbers } = answer.body;
  assert.deepEqual(namesOf({ results }), ['company 011', 'company 012']);
  assert.deepEqual(numbers, { pageNumber: 3, pageSize: 5, totalResults: 12 });
  assert.deepEqual(Object.keys(answer.body), ['results', 'pageNumber', 'pageSize', 'totalResults', '_links']);
  for (const link of Object.values<object>(_links)) {
    assert.deepEqual(Object.keys(link), ['href']);
    assert.equal(typeof Object.values(link)[0], 'string');
  }
  const one = await account.send(`GET /companies/${results[0].companyId}`);
  const { redirect: _, ...record } = one.body;
  assert.deepEqual(results[0], record, 'a result is the company record, without its link');
});

test('R-PAGE-01 R-PAGE-04: an account without companies has an empty page', async () => {
  const page = await getPage(await app.account(), '/companies');
  assert.deepEqual([page.results, page.totalResults, page.pageNumber], [[], 0, 1]);
  assert.deepEqual(page._links, { self: { href: self }, current: { href: self } });
});

test('R-PAGE-04: totalResults counts the records that match the filter, after every change', async () => {
  const account = await accountWith(5);
  const total = async () => (await getPage(account, '/companies?query=name~company&pageSize=2')).totalResults;
  assert.equal(await total(), 5);
  const [made] = await createCompanies(account, [{ name: 'company new' }]);
  await createCompanies(account, [{ name: 'another' }]);
  assert.equal(await total(), 6);
  await account.send(`PATCH /companies/${made?.companyId}`, { body: { name: 'renamed' } });
  assert.equal(await total(), 5);
  assert.equal((await getPage(account, '/companies')).totalResults, 7);
  await account.send(`DELETE /companies/${made?.companyId}`);
  assert.equal(await total(), 5);
  assert.equal((await getPage(account, '/companies')).totalResults, 6);
});

test('R-PAGE-06 R-PAGE-07: self has no query string, current is the requested URL', async () => {
  const account = await accountWith(3);
  const searches = ['', '?page=1', '?pageSize=2&page=2', '?query=name~%63ompany+0%20&orderBy=-name,created&pageSize=1'];
  for (const search of searches) {
    const { _links } = await getPage(account, `/companies${search}`);
    assert.equal(_links.self?.href, self);
    assert.equal(_links.current?.href, self + search);
  }
  const first = await getPage(account, '/companies?pageSize=2');
  const second = await getPage(account, first._links.next?.href ?? '');
  assert.equal(second._links.current?.href, first._links.next?.href, 'the cursor is part of the URL');
});

test('R-PAGE-08 R-PAGE-10: next and previous include every query parameter of the request', async () => {
  const account = await accountWith(9);
  const query = 'name~"company 00" && name!=x+y';
  const search = new URLSearchParams({ query, orderBy: '-created, name', pageSize: '3' });
  const first = await getPage(account, `/companies?${search}`);
  const { cursor, ...next } = parametersOf(first._links.next);
  assert.deepEqual(next, { query, orderBy: '-created, name', pageSize: '3', page: '2' });
  assert.ok(cursor);
  const second = await getPage(account, first._links.next?.href ?? '');
  assert.deepEqual([second.pageNumber, namesOf(second)], [2, ['company 006', 'company 005', 'company 004']]);
  const { cursor: back, ...previous } = parametersOf(second._links.previous);
  assert.deepEqual(previous, { query, orderBy: '-created, name', pageSize: '3', page: '1' });
  assert.ok(back);
  assert.deepEqual(namesOf(await getPage(account, second._links.previous?.href ?? '')), namesOf(first));
});

test('R-PAGE-09 R-PAGE-11 R-PAGE-12: the first page has no previous, the last no next, and there are ceil(totalResults / pageSize) pages', async () => {
  const account = await accountWith(12);
  for (const pageSize of [1, 4, 5, 6, 11, 12, 13]) {
    const start = await getPage(account, `/companies?pageSize=${pageSize}`);
    const pages = await walkPages(account, start, 'next');
    assert.equal(pages.length, Math.ceil(12 / pageSize), `pageSize ${pageSize}`);
    for (const [index, page] of pages.entries()) {
      assert.equal(page.pageNumber, index + 1);
      assert.equal(page.pageSize, pageSize);
      assert.equal(page.totalResults, 12);
      assert.equal('previous' in page._links, index > 0);
      assert.equal('next' in page._links, index < pages.length - 1);
      const byHand = await getPage(account, `/companies?pageSize=${pageSize}&page=${index + 1}`);
      assert.deepEqual(idsOf([page]), idsOf([byHand]), 'a page is the same by link and by page number');
      assert.deepEqual(Object.keys(page._links), Object.keys(byHand._links));
    }
  }
});

test('R-PAGE-22: following the links shows the whole list, forwards and backwards', async () => {
  const account = await accountWith(23);
  const start = await getPage(account, '/companies?pageSize=5');
  const forwards = await walkPages(account, start, 'next');
  assert.deepEqual(
    forwards.flatMap(namesOf),
    numbered(23).map(({ name }) => name),
  );
  const last = forwards.at(-1);
  assert.ok(last);
  const backwards = await walkPages(account, last, 'previous');
  assert.deepEqual(idsOf(backwards.reverse()), idsOf(forwards));
});

test('R-PAGE-14 R-PAGE-15 R-LIMIT-01 R-LIMIT-02 R-LIMIT-03: page defaults to 1 and pageSize to 100; pageSize can be up to 5000', async () => {
  const account = await accountWith(101);
  const usual = await getPage(account, '/companies');
  assert.deepEqual([usual.pageNumber, usual.pageSize, usual.results.length, usual.totalResults], [1, 100, 100, 101]);
  const { cursor, ...next } = parametersOf(usual._links.next);
  assert.deepEqual(next, { page: '2', pageSize: '100' }, 'the link is explicit, so that it works if a default changes');
  assert.ok(cursor);
  const second = await getPage(account, '/companies?page=2');
  assert.deepEqual([second.pageNumber, second.pageSize, namesOf(second)], [2, 100, ['company 101']]);
  const small = await getPage(account, '/companies?pageSize=7');
  assert.deepEqual([small.pageNumber, small.pageSize, small.results.length], [1, 7, 7]);
  const all = await getPage(account, '/companies?pageSize=5000&page=1');
  assert.deepEqual([all.pageSize, all.results.length], [5000, 101]);
});

const badValues: [parameter: string, values: string[]][] = [
  [
    'page',
    ['0', '-1', '1.5', '1e2', 'x', '', ' 1', '1%20', '0x1', 'NaN', 'null', 'true', '99999999999999999999', '1&page=2'],
  ],
  [
    'pageSize',
    ['0', '-5', '5001', '1.5', '1e3', 'x', '', '100%20', 'Infinity', '99999999999999999999', '2&pageSize=2'],
  ],
];

test('R-PAGE-16 R-LIMIT-03: a page or pageSize out of range returns 400 with the name of the parameter', async () => {
  const account = await accountWith(1);
  for (const [parameter, values] of badValues) {
    for (const value of values) {
      const answer = await account.send(`GET /companies?${parameter}=${value}`);
      assert.equal(answer.status, 400, `${parameter}=${value} returned ${answer.text}`);
      assert.equal(answer.body.statusCode, 400);
      assert.equal(answer.body.validation.errors[0].itemId, parameter);
      assert.match(answer.body.error, new RegExp(`"${parameter}"`));
    }
  }
});

test('an unknown parameter of a list returns 400 with its name', async () => {
  const account = await accountWith(1);
  for (const parameter of ['pagesize', 'limit', 'offset', 'sort', 'Query', '__proto__', 'constructor']) {
    const answer = await account.send(`GET /companies?${parameter}=1`);
    assert.equal(answer.status, 400, `${parameter} returned ${answer.text}`);
    assert.equal(answer.body.validation.errors[0].itemId, parameter);
  }
});

test('R-PAGE-17: the description of pageSize recommends the default for best response time', () => {
  const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  for (const path of ['/companies', '/apiKeys']) {
    const { parameters } = document.paths[path].get;
    const pageSize = parameters.find(({ name }: { name: string }) => name === 'pageSize');
    assert.match(pageSize.description, /default is recommended for best response time/);
    assert.deepEqual(
      [pageSize.schema.default, pageSize.schema.maximum, pageSize.required ?? false],
      [100, 5000, false],
    );
  }
});

test('R-PAGE-18: field=value selects the companies with this value; without a query nothing is filtered', async () => {
  const account = await app.account();
  await createCompanies(account, [{ name: 'Ash' }, { name: 'Birch', tags: { region: 'EU' } }, { name: 'Ash' }]);
  const ask = async (search: string) => namesOf(await getPage(account, `/companies${search}`));
  assert.deepEqual(await ask('?query=name=Ash'), ['Ash', 'Ash']);
  assert.deepEqual(await ask('?query=name%3DAsh'), ['Ash', 'Ash']);
  assert.deepEqual(await ask('?query=tags.region=EU'), ['Birch']);
  assert.deepEqual(await ask('?query=name=ash'), []);
  for (const search of ['', '?query=', '?query=%20']) assert.equal((await ask(search)).length, 3);
});

test('R-PAGE-20: an unknown field returns 400, names the field and lists the allowed ones', async () => {
  const account = await accountWith(1);
  for (const [search, field] of [
    ['query=colour=red', 'colour'],
    ['query=name=x%26%26tags.a.b=1', 'tags.a.b'],
    ['query=tags=x', 'tags'],
    ['orderBy=name,-colour', 'colour'],
  ] as const) {
    const { status, body } = await account.send(`GET /companies?${search}`);
    assert.equal(status, 400);
    assert.equal(body.code, 'fieldUnknown');
    assert.equal(body.validation.errors[0].itemId, field);
    assert.match(body.error, new RegExp(`"${field.replaceAll('.', '\\.')}"`));
    assert.match(body.error, /companyId, name, description, tags\.\*, created, lastSync, createdByUserName/);
  }
});

test('R-PAGE-21: a page past the end returns 200 with empty results, with previous and without next', async () => {
  const account = await accountWith(4);
  for (const search of ['page=3&pageSize=2', 'page=99', 'page=2000000000&pageSize=5000', 'page=2&query=name~company']) {
    const page = await getPage(account, `/companies?${search}`);
    const asked = new URLSearchParams(search);
    assert.deepEqual([page.results, page.totalResults, page.pageNumber], [[], 4, Number(asked.get('page'))]);
    assert.equal(page._links.next, undefined);
    const { page: before, ...previous } = parametersOf(page._links.previous);
    assert.equal(Number(before), page.pageNumber - 1);
    assert.equal(previous.query, asked.get('query') ?? undefined);
    assert.equal((await account.send(`GET ${page._links.previous?.href}`)).status, 200);
  }
});

test('R-SVC-06: the list of API keys is paged in the same way', async () => {
  const account = await app.account();
  for (let i = 0; i < 3; i++) await app.key(account.accountId, { name: `key ${i}` });
  const first = await account.send('GET /apiKeys?pageSize=3&query=name~e&orderBy=-name');
  assert.deepEqual([first.body.results.length, first.body.totalResults, first.body.pageNumber], [3, 4, 1]);
  const second = await account.send(`GET ${first.body._links.next.href}`);
  assert.deepEqual([second.body.results.length, second.body.totalResults, second.body.pageNumber], [1, 4, 2]);
  assert.deepEqual(Object.keys(second.body._links), ['self', 'current', 'previous']);
  const back = await account.send(`GET ${second.body._links.previous.href}`);
  assert.deepEqual(back.body.results, first.body.results);
});

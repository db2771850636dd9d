import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type TestAccount, useApp } from '../harness.ts';
import { createCompanies, getPage, idsOf, numbered, walkPages } from './walk-pages.ts';

const app = useApp();

async function accountWith(count: number): Promise<TestAccount> {
  const account = await app.account();
  await createCompanies(account, numbered(count));
  return account;
}

/** The parameters of the first page's next link, including the cursor. */
async function nextOf(account: TestAccount, search: string): Promise<URLSearchParams> {
  const page = await getPage(account, `/companies?${search}`);
  return new URLSearchParams(page._links.next?.href.split('?')[1]);
}

async function requireRefusal(account: TestAccount, parameters: URLSearchParams, what: string): Promise<void> {
  const answer = await account.send(`GET /companies?${parameters}`);
  assert.equal(answer.status, 400, `${what} returned ${answer.text.slice(0, 300)}`);
  assert.equal(answer.body.validation.errors[0].itemId, 'cursor');
  assert.equal(answer.body.code, 'cursorInvalid', what);
}

const changed = (parameters: URLSearchParams, changes: Record<string, string>) => {
  const copy = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changes)) copy.set(name, value);
  return copy;
};

test('a cursor in a different request, on a different page or in another account returns 400', async () => {
  const account = await accountWith(9);
  const other = await accountWith(9);
  const next = await nextOf(account, 'pageSize=3&query=name~company&orderBy=-name');
  assert.equal((await account.send(`GET /companies?${next}`)).status, 200);
  await requireRefusal(account, changed(next, { query: 'name~c' }), 'another query');
  await requireRefusal(account, changed(next, { query: '' }), 'no query');
  await requireRefusal(account, changed(next, { orderBy: 'name' }), 'another order');
  await requireRefusal(account, changed(next, { pageSize: '4' }), 'another page size');
  await requireRefusal(account, changed(next, { page: '3' }), 'another page');
  await requireRefusal(account, changed(next, { page: '1' }), 'the first page');
  await requireRefusal(other, next, 'another account');
  const keys = new URLSearchParams({ cursor: next.get('cursor') ?? '', pageSize: '3', page: '2' });
  assert.equal((await account.send(`GET /apiKeys?${keys}`)).status, 400, 'another list');
  const withoutPage = changed(next, {});
  withoutPage.delete('page');
  assert.equal((await getPage(account, `/companies?${withoutPage}`)).pageNumber, 2, 'the cursor contains its page');
});

test('a cursor that was changed at any position returns 400', async () => {
  const account = await accountWith(3);
  const next = await nextOf(account, 'pageSize=1');
  const cursor = next.get('cursor') ?? '';
  const place = fc.nat(cursor.length);
  const letter = fc.constantFrom(...'Aa0_-.= é"');
  const forged = fc.oneof(
    fc.tuple(place, letter).map(([at, added]) => cursor.slice(0, at) + added + cursor.slice(at)),
    fc.tuple(place, letter).map(([at, added]) => cursor.slice(0, at) + added + cursor.slice(at + 1)),
    place.map((at) => cursor.slice(0, at) + cursor.slice(at + 1)),
    place.filter((at) => at > 0).map((at) => cursor.slice(0, at)),
    fc.string({ minLength: 1, maxLength: 80 }).filter((text) => !text.includes('\0')),
    fc.constantFrom('.', '..', `${cursor}.`, `${cursor}.x`, `.${cursor.split('.')[1]}`, `${cursor.split('.')[0]}.`),
  );
  const property = fc.asyncProperty(forged, async (text) => {
    fc.pre(text !== cursor);
    await requireRefusal(account, changed(next, { cursor: text }), JSON.stringify(text));
  });
  await fc.assert(property, { numRuns: 300, endOnFailure: true });
});

test('the links work whatever length and characters the values have that the list is ordered by', async () => {
  const account = await app.account();
  const rare = ['\u0001', '\u{1F600}', '"', '\\', 'x'];
  const companies = rare.map((letter) => ({
    name: letter.repeat(199).concat('x'),
    description: letter.repeat(2000),
    tags: { a: letter.repeat(100), b: letter.repeat(100) },
  }));
  const made = await createCompanies(account, companies);
  for (const orderBy of ['description', '-description,name,tags.a', 'name,-tags.a,tags.b', '-tags.a']) {
    const start = await getPage(account, `/companies?pageSize=1&orderBy=${orderBy}`);
    const pages = await walkPages(account, start, 'next');
    assert.deepEqual(idsOf(pages).sort(), made.map((company) => company.companyId).sort(), orderBy);
    const back = await walkPages(account, pages.at(-1) ?? start, 'previous');
    assert.deepEqual(idsOf(back.reverse()), idsOf(pages), `${orderBy} backwards`);
  }
});

test('If-None-Match returns 304 without a body until a company is created, changed or deleted', async () => {
  const account = await accountWith(3);
  const other = await app.account();
  const [company] = (await getPage(account, '/companies')).results;
  const list = (etag?: string, search = '') =>
    account.send(`GET /companies${search}`, etag ? { headers: { 'if-none-match': etag } } : {});
  const changes: [string, () => Promise<unknown>][] = [
    ['creation', () => createCompanies(account, [{ name: 'new' }])],
    ['change', () => account.send(`PATCH /companies/${company?.companyId}`, { body: { name: 'renamed' } })],
    ['deletion', () => account.send(`DELETE /companies/${company?.companyId}`)],
  ];
  for (const [what, change] of changes) {
    const before = await list();
    const etag = before.headers.get('etag') ?? '';
    assert.match(etag, /^W\/"[\w-]+"$/);
    for (const given of [etag, etag.slice(2), `"x", ${etag}`]) {
      const unchanged = await list(given);
      assert.deepEqual([unchanged.status, unchanged.text], [304, ''], `${what}: ${given}`);
      assert.equal(unchanged.headers.get('etag'), etag);
    }
    // `*` names no state, so the list is read. If another transaction has ended meanwhile, its ETag is another one, and
    // both are valid.
    const unchanged = await list('*');
    const another = unchanged.headers.get('etag') ?? '';
    assert.deepEqual([unchanged.status, unchanged.text], [304, ''], what);
    for (const valid of [etag, another]) assert.equal((await list(valid)).status, 304, `${what}: ${valid}`);
    await createCompanies(other, [{ name: 'of another account' }]);
    assert.equal((await list(etag)).status, 304, 'changes in other accounts do not matter');
    await change();
    const after = await list(etag);
    assert.equal(after.status, 200, `${what} must change the list`);
    assert.notEqual(after.headers.get('etag'), etag);
    assert.notEqual(after.text, before.text);
  }
});

test('a page behind a link does not change, and neither does its ETag', async () => {
  const account = await accountWith(4);
  const next = `/companies?${await nextOf(account, 'pageSize=2')}`;
  const before = await account.send(`GET ${next}`);
  const etag = before.headers.get('etag') ?? '';
  assert.equal((await account.send(`GET ${next}`, { headers: { 'if-none-match': etag } })).status, 304);
  await account.send(`DELETE /companies/${before.body.results[0].companyId}`);
  assert.equal((await account.send(`GET ${next}`, { headers: { 'if-none-match': etag } })).status, 304);
  assert.equal((await account.send(`GET ${next}`)).text, before.text);
});

test('the ETag differs between requests, accounts and keys that see different companies', async () => {
  const account = await accountWith(3);
  const narrow = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  const tags = new Set<string | null>();
  const searches = ['', '?page=1', '?page=2', '?pageSize=2', '?query=name~c', '?query=name~o', '?orderBy=name'];
  for (const search of searches) tags.add((await account.send(`GET /companies${search}`)).headers.get('etag'));
  tags.add((await account.send('GET /companies', { key: narrow.secret })).headers.get('etag'));
  assert.equal(tags.size, searches.length + 1);
});

test('R-PAGE-04: a key limited to tags lists, counts and pages through only the companies with these tags', async () => {
  const account = await app.account();
  const regions = Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 'EU' : 'US'));
  await createCompanies(
    account,
    regions.map((region, i) => ({ name: `c${i}`, tags: { region, tier: 'gold' } })),
  );
  const { secret } = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  const narrow: TestAccount = {
    ...account,
    send: (request, options) => app.send(request, { key: secret, ...options }),
  };
  const pages = await walkPages(narrow, await getPage(narrow, '/companies?pageSize=3'), 'next');
  const names = pages.flatMap((page) => page.results.map((company) => company.name));
  assert.deepEqual(names, ['c0', 'c3', 'c6', 'c9']);
  assert.deepEqual(
    pages.map((page) => page.totalResults),
    [4, 4],
  );
  assert.equal((await getPage(narrow, '/companies?query=tags.tier=gold')).totalResults, 4);
  assert.equal((await getPage(narrow, '/companies?query=tags.region=US')).totalResults, 0);
  assert.equal((await getPage(account, '/companies?query=tags.tier=gold')).totalResults, 12, 'totals are not mixed up');
  await requireRefusal(narrow, await nextOf(account, 'pageSize=3'), 'the cursor of a key that sees more');
  const [made] = await createCompanies(narrow, [{ name: 'new', tags: { region: 'EU' } }]);
  assert.equal((await getPage(narrow, '/companies')).totalResults, 5);
  await narrow.send(`DELETE /companies/${made?.companyId}`);
  assert.equal((await getPage(narrow, '/companies')).totalResults, 4);
});

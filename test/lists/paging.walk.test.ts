import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { compareTexts } from './compare-values.ts';
import { createCompanies, getPage, idsOf, type ListedCompany, type ListedPage, walkPages } from './walk-pages.ts';

const clock = settableClock();
const app = useApp({ clock });
const noChange = { creations: 0, deletions: [], renames: [] };

const letters = ['a', 'b', 'B', 'ä', '\uFFFD', '\u{1F600}', 'a b'];
const arbitraryName = fc.constantFrom(...letters);
/** Changes after a page: how many companies to create, and the indexes (modulo count) of those to delete or rename. */
const arbitraryChange = fc.record({
  creations: fc.nat(2),
  deletions: fc.array(fc.nat(999), { maxLength: 3 }),
  renames: fc.array(fc.tuple(fc.nat(999), arbitraryName), { maxLength: 3 }),
});

type Walk = {
  names: string[];
  pageSize: number;
  orderBy: string;
  query: string;
  changes: { creations: number; deletions: number[]; renames: [number, string][] }[];
};
const arbitraryWalk: fc.Arbitrary<Walk> = fc.record({
  names: fc.array(arbitraryName, { minLength: 5, maxLength: 25 }),
  pageSize: fc.integer({ min: 1, max: 7 }),
  orderBy: fc.constantFrom('', '', 'name', '-name', '-created', 'name,-created', '-tags.t,name', '-companyId'),
  query: fc.constantFrom('', '', 'name!=zz', 'tags.t=null || tags.t!=null', 'name~a'),
  changes: fc.array(arbitraryChange, { minLength: 20, maxLength: 20 }),
});

test('A-1, R-PAGE-22, R-PAGE-04: following the links while companies are created, renamed and deleted shows the list as of page 1, in both directions', async (t) => {
  const count = { pages: 0, created: 0, deleted: 0, renamed: 0 };
  const property = fc.asyncProperty(arbitraryWalk, async (walk) => {
    const account = await app.account();
    const present = await createCompanies(account, walk.names.map(named));
    const alive = new Set(present.map((company) => company.companyId));
    let step = 0;
    const change = async () => {
      const { creations, deletions, renames } = walk.changes[step++ % walk.changes.length] ?? noChange;
      clock.advanceMs(1);
      for (const [share, name] of renames) {
        const companyId = [...alive][share % alive.size];
        if (companyId !== undefined) await account.send(`PATCH /companies/${companyId}`, { body: { name } });
      }
      const made = await createCompanies(account, walk.names.slice(0, creations).map(named));
      const chosen = new Set(deletions.map((share) => [...alive][share % alive.size]));
      for (const { companyId } of made) alive.add(companyId);
      for (const companyId of chosen) {
        if (companyId === undefined) continue;
        await account.send(`DELETE /companies/${companyId}`);
        alive.delete(companyId);
      }
      count.created += made.length;
      count.deleted += chosen.size;
      count.renamed += renames.length;
    };
    const search = new URLSearchParams({ pageSize: String(walk.pageSize) });
    if (walk.orderBy) search.set('orderBy', walk.orderBy);
    if (walk.query) search.set('query', walk.query);
    const all = new URLSearchParams([...[...search].slice(1), ['pageSize', '5000']]);
    const whole = (await getPage(account, `/companies?${all}`)).results;
    const checkSeen = (pages: ListedPage[], direction: string) => {
      assert.deepEqual(
        pages.flatMap((page) => page.results),
        whole,
        `${direction}: not the list as of page 1`,
      );
      assert.equal(pages.length, Math.max(1, Math.ceil(whole.length / walk.pageSize)), `${direction}: pages`);
      for (const page of pages) assert.equal(page.totalResults, whole.length, `${direction}: the total changed`);
      count.pages += pages.length;
    };
    const forwards = await walkPages(account, await getPage(account, `/companies?${search}`), 'next', change);
    checkSeen(forwards, 'forwards');
    const last = forwards.at(-1);
    assert.ok(last);
    const backwards = await walkPages(account, last, 'previous', change);
    assert.equal(backwards.at(-1)?.pageNumber, 1);
    checkSeen(backwards.toReversed(), 'backwards');
  });
  await fc.assert(property, { numRuns: 20, endOnFailure: true });
  t.diagnostic(`${count.pages} pages, ${count.created} created, ${count.renamed} renamed, ${count.deleted} deleted`);
});

function named(name: string, index: number) {
  return { name, ...(index % 3 > 0 && { tags: { t: String(index % 5) } }) };
}

/** The key is the last term of every order, in the direction of the term before it, so that an index can be scanned. */
const keyAfter = (order: readonly string[]) => (order.at(-1)?.startsWith('-') ? '-companyId' : 'companyId');

const orderFields = ['name', 'description', 'tags.a', 'created', 'lastSync', 'companyId', 'createdByUserName'] as const;

test('orderBy sorts by one to three fields in either direction as JavaScript does, with the key as the last tie-break', async (t) => {
  const account = await app.account();
  const companies = await makeTies(account);
  const arbitraryOrder = fc
    .uniqueArray(fc.constantFrom(...orderFields), { minLength: 1, maxLength: 3 })
    .chain((fields) => fc.tuple(...fields.map((field) => fc.constantFrom(field, `-${field}`))));
  let pages = 0;
  const property = fc.asyncProperty(arbitraryOrder, fc.integer({ min: 3, max: 70 }), async (order, pageSize) => {
    const orderBy = order.join(',');
    const wanted = companies.toSorted((left, right) => compareBy([...order, keyAfter(order)], left, right));
    const start = await getPage(account, `/companies?pageSize=${pageSize}&orderBy=${orderBy}`);
    const forwards = await walkPages(account, start, 'next');
    assert.deepEqual(
      idsOf(forwards),
      wanted.map((company) => company.companyId),
      orderBy,
    );
    const backwards = await walkPages(account, forwards.at(-1) ?? start, 'previous');
    assert.deepEqual(idsOf(backwards.reverse()), idsOf(forwards), `${orderBy} backwards`);
    pages += forwards.length + backwards.length;
  });
  await fc.assert(property, { numRuns: 150 });
  t.diagnostic(`${pages} pages`);
});

/** Creates many companies with few distinct values; many have no description or tag. */
async function makeTies(account: TestAccount): Promise<ListedCompany[]> {
  for (let i = 0; i < 60; i++) {
    if (i % 4 === 0) clock.advanceMs(1);
    const letter = (by: number) => letters[(i * by) % letters.length] ?? '';
    const description = i % 3 > 0 ? { description: i % 5 === 0 ? '' : letter(5) } : {};
    await createCompanies(account, [{ name: letter(3), ...description, tags: i % 2 > 0 ? { a: letter(2) } : {} }]);
  }
  await sql`update company set last_sync_at = date_trunc('second', created_at)
    where account_id = ${account.accountId} and md5(company_id::text) < '8'`.execute(app.ctx.db.system);
  return (await getPage(account, '/companies?pageSize=5000')).results;
}

/** Absent values come first, like the empty text. Times and ids have a fixed format, so they sort as texts. */
function compareBy(order: readonly string[], left: ListedCompany, right: ListedCompany): number {
  for (const term of order) {
    const field = term.replace(/^-/, '');
    const textOf = (company: ListedCompany) =>
      String((field === 'tags.a' ? company.tags.a : company[field as keyof ListedCompany]) ?? '');
    const difference = compareTexts(textOf(left), textOf(right));
    if (difference !== 0) return term.startsWith('-') ? -difference : difference;
  }
  return 0;
}

test('an orderBy with too many, repeated or invalid fields returns 400', async () => {
  const account = await app.account();
  const bad = [
    'a',
    'name,',
    ',',
    'name,,created',
    'name,created,description,lastSync',
    'name,-name',
    '--name',
    '+name',
  ];
  for (const orderBy of [
    ...bad,
    'name desc',
    'name;created',
    'tags',
    'constructor',
    '__proto__',
    "name'",
    'x'.repeat(201),
  ]) {
    const answer = await account.send(`GET /companies?orderBy=${encodeURIComponent(orderBy)}`);
    assert.equal(answer.status, 400, `${orderBy} returned ${answer.text}`);
    assert.match(answer.body.error, /"orderBy"/);
  }
  for (const orderBy of ['name', ' -name , created ', 'tags.x', 'tags.constructor,-tags.-x']) {
    await getPage(account, `/companies?orderBy=${encodeURIComponent(orderBy)}`);
  }
});

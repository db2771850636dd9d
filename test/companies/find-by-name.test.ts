import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type TestAccount, useApp } from '../harness.ts';
import { seeded } from '../lists/arbitrary-filter.ts';
import { foldText } from '../lists/compare-values.ts';
import { getPage, idsOf, walkPages } from '../lists/walk-pages.ts';

/** The name index behind `name~…`: it is used, and finds the same names as reading every name does. */
const app = useApp();

async function insertNamed(account: TestAccount, names: readonly string[]): Promise<void> {
  await sql`insert into company (account_id, company_id, name, created_at)
    select ${account.accountId}::uuid, gen_random_uuid(), name, now()
    from unnest(${names}::text[]) name`.execute(app.ctx.db.system);
}

const search = (query: string, more = '') => `/companies?query=${encodeURIComponent(query)}${more}`;
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const random = seeded(12);
const pieces = [
  'Café',
  'cafe',
  'LÖWE',
  'löwe',
  'Straße',
  'Ærø',
  'Łódź',
  'İstanbul',
  'ΣΟΦΟΣ',
  'σοφός',
  '한국',
  'データ',
  'e\u0301t\u00e9',
];
const signs = [
  '%',
  '_',
  '%%',
  '___',
  '\\',
  '"',
  "'",
  '&&',
  '||',
  '{',
  '}',
  '~',
  ' ',
  '.',
  'a',
  'B',
  '1',
  '😀',
  '\u0301',
  'null',
];
const someName = () =>
  Array.from({ length: 1 + random.below(6) }, () => random.pick(random.below(2) ? pieces : signs)).join('');

test('A-12: a search for a rare text uses the name index', async () => {
  const account = await app.account();
  await insertNamed(
    account,
    Array.from({ length: 20_000 }, (_, n) => `Company ${n} GmbH`),
  );
  await sql`analyze company`.execute(app.ctx.db.system);
  const rowsRead = async () => {
    const { rows } = await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read
      from pg_stat_user_tables where relname = 'company'`.execute(app.ctx.db.system);
    return rows[0]?.read ?? 0;
  };
  const before = await rowsRead();
  // Connections report their statistics at most once a second, and only while they are active.
  for (let n = 0; n < 25; n++) {
    const page = await getPage(account, search('name~"PANY 12345 g"'));
    assert.deepEqual(
      page.results.map(({ name }) => name),
      ['Company 12345 GmbH'],
    );
    assert.equal(page.totalResults, 1);
    await sleep(100);
  }
  const read = (await rowsRead()) - before;
  assert.ok(read > 0 && read < 20_000, `25 searches read ${read} of 20,000 companies`);
});

test('A-12, R-PAGE-18: searches through the index find the names that an independent comparison finds', async (t) => {
  const [account, other] = [await app.account(), await app.account()];
  const names = Array.from({ length: 400 }, someName).map((name) => (name.trim() ? name : `${name}x`));
  await insertNamed(account, names);
  await insertNamed(other, names);
  const count = { asked: 0, matched: 0, short: 0 };
  async function ask(query: string, matches: (name: string) => boolean): Promise<void> {
    const page = await getPage(account, search(query, '&pageSize=5000'));
    const wanted = names.filter(matches);
    assert.deepEqual(page.results.map(({ name }) => name).sort(), wanted.sort(), query);
    assert.equal(page.totalResults, wanted.length, query);
    count.asked++;
    count.matched += wanted.length;
  }
  const has = (text: string) => (name: string) => foldText(name).includes(foldText(text));
  for (let round = 0; round < 120; round++) {
    const letters = [...random.pick(names)];
    const from = random.below(letters.length);
    const piece = letters.slice(from, from + 1 + random.below(8)).join('');
    const text = random.pick([piece, piece.toUpperCase(), piece.toLowerCase(), piece.normalize('NFD'), someName()]);
    // JavaScript's upper case of "ß" and "ŉ" is two letters: a different text.
    if ([...foldText(text)].length < 3) count.short++;
    const rest = random.pick(pieces);
    await ask(`name~${quoted(text)}`, has(text));
    await ask(`name~${quoted(text)} && name~${quoted(rest)}`, (name) => has(text)(name) && has(rest)(name));
    await ask(`name~${quoted(text)} || name~${quoted(rest)}`, (name) => has(text)(name) || has(rest)(name));
    await ask(`{name~${quoted(text)} || name=x} && created>2000-01-01`, (name) => has(text)(name) || name === 'x');
  }
  t.diagnostic(`${count.asked} searches, ${count.matched} matches, ${count.short} short texts`);
  assert.ok(count.matched > count.asked && count.short > 5);
});

test('A-12, R-PAGE-22: paging through a rare name shows the companies as page 1 saw them, including renamed and deleted ones', async () => {
  const account = await app.account();
  await insertNamed(
    account,
    Array.from({ length: 40 }, (_, n) => (n % 2 ? `Löwe ${n}` : `Bär ${n}`)),
  );
  const whole = await getPage(account, search('name~LOWE', '&pageSize=100'));
  assert.equal(whole.totalResults, 20);
  for (const orderBy of ['', '&orderBy=name', '&orderBy=-created']) {
    const before = await getPage(account, search('name~LOWE', `&pageSize=100${orderBy}`));
    const first = await getPage(account, search('name~LOWE', `&pageSize=3${orderBy}`));
    const { results } = before;
    const patch = async (at: number, name: string) =>
      assert.equal((await account.send(`PATCH /companies/${results[at]?.companyId}`, { body: { name } })).status, 200);
    await patch(5, 'other');
    await patch(12, 'Another');
    await patch(12, 'Löwe again');
    const gone = results[15]?.companyId;
    assert.ok((await account.send(`DELETE /companies/${gone}`)).status < 300);
    // Companies that match only now are not part of the paged read.
    const bears = await getPage(account, search('name~bär', '&pageSize=100'));
    await account.send(`PATCH /companies/${bears.results[0]?.companyId}`, { body: { name: 'Löwe, lately' } });
    const pages = await walkPages(account, first, 'next');
    assert.deepEqual(
      pages.flatMap((page) => page.results),
      results,
      orderBy,
    );
    const last = pages.at(-1);
    assert.ok(last);
    const back = await walkPages(account, last, 'previous');
    assert.deepEqual(new Set(idsOf(back)), new Set(idsOf(pages)), orderBy);
    assert.ok(pages.every((page) => page.totalResults === results.length));
  }
});

test('A-12: a text that more than 10,000 names contain is found by reading them all, with the same result', async () => {
  const account = await app.account();
  await insertNamed(
    account,
    Array.from({ length: 10_050 }, (_, n) => `Frequent ${n}`),
  );
  const { rows } = await sql<{ rare: boolean }>`select is_rare_name('frequent', 10000) as rare`.execute(
    app.ctx.db.system,
  );
  assert.deepEqual(rows, [{ rare: false }], 'without an account scope');
  const rare = (text: string) =>
    app.ctx.db.read(account.accountId, sql<{ rare: boolean }>`select is_rare_name(${text}, 10000) as rare`);
  assert.deepEqual(await rare('frequent'), [{ rare: false }]);
  assert.deepEqual(await rare('ent 10049'), [{ rare: true }]);
  assert.deepEqual(await rare('e\u0301n'), [{ rare: false }], 'two letters once accents are removed');
  for (let time = 0; time < 2; time++) {
    const first = await getPage(account, search('name~FREQUENT'));
    assert.equal(first.totalResults, 10_050);
    const second = await getPage(account, first._links.next?.href ?? '');
    assert.equal(second.results.length, 100);
  }
});

test('A-12: functions that read the index as its owner return no company of another account', async () => {
  const [one, two] = [await app.account(), await app.account()];
  await insertNamed(one, ['Secret of one']);
  const named = (accountId: string) =>
    app.ctx.db.read(accountId, sql<{ id: string }>`select id from companies_named('secret') id`);
  assert.equal((await named(one.accountId)).length, 1);
  assert.deepEqual(await named(two.accountId), []);
  const { rows } = await sql`select id from companies_named('secret') id`.execute(app.ctx.db.system);
  assert.deepEqual(rows, []);
});

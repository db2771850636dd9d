import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { useApp } from '../harness.ts';
import { createCompanies, getPage, numbered } from './walk-pages.ts';

const app = useApp();

const remembered = async (accountId: string) =>
  app.ctx.db.system
    .selectFrom('remembered_total')
    .select(['list', 'total'])
    .where('account_id', '=', accountId)
    .execute();

test('R-PAGE-04: the total of a filter is counted once, and other pages by number use the remembered total', async () => {
  const account = await app.account();
  await createCompanies(account, numbered(7));
  await getPage(account, '/companies?pageSize=2');
  assert.deepEqual(await remembered(account.accountId), [], 'without a filter the total is stored with the list');
  const search = 'pageSize=2&query=name~company';
  assert.equal((await getPage(account, `/companies?${search}`)).totalResults, 7);
  assert.deepEqual(await remembered(account.accountId), [{ list: 'companies', total: 7 }]);

  // A wrong number shows that the remembered total is used.
  await sql`update remembered_total set total = 41 where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  const second = await getPage(account, `/companies?${search}&page=2`);
  assert.deepEqual([second.totalResults, second.results.length], [41, 2]);
  assert.equal((await getPage(account, '/companies?query=name~"company 00"')).totalResults, 7, 'not for other filters');
});

test('R-PAGE-04: a remembered total is not used after a change of the list, nor by another account', async () => {
  const account = await app.account();
  const other = await app.account();
  const made = await createCompanies(account, numbered(3));
  await createCompanies(other, numbered(2));
  const total = async (of = account) => (await getPage(of, '/companies?query=name~company&page=1')).totalResults;
  assert.deepEqual([await total(), await total(other)], [3, 2]);
  const changes = [
    () => createCompanies(account, [{ name: 'company more' }]),
    () => account.send(`PUT /companies/${made[0]?.companyId}`, { body: { name: 'renamed' } }),
    () => account.send(`DELETE /companies/${made[1]?.companyId}`),
  ];
  const expected = [4, 3, 2];
  for (const [index, change] of changes.entries()) {
    await sql`update remembered_total set total = 41 where account_id = ${account.accountId}`.execute(
      app.ctx.db.system,
    );
    assert.equal(await total(), 41, 'the remembered total is used');
    await change();
    assert.equal(await total(), expected[index]);
  }
  assert.equal(await total(other), 2);
});

test('R-PAGE-04: totals stay exact while companies are created and deleted concurrently', async () => {
  const account = await app.account();
  const made = await createCompanies(account, numbered(10));
  const work = [
    ...numbered(20, 'other').map((body) => account.send('POST /companies', { body })),
    ...made.slice(0, 5).map(({ companyId }) => account.send(`DELETE /companies/${companyId}`)),
  ];
  const reads = Array.from({ length: 20 }, async () => {
    const page = await getPage(account, '/companies?query=name!=x&pageSize=5000');
    assert.equal(page.totalResults, page.results.length, 'total and rows come from the same snapshot');
  });
  await Promise.all([...work, ...reads]);
  assert.equal((await getPage(account, '/companies')).totalResults, 25);
  assert.equal((await getPage(account, '/companies?query=name~company')).totalResults, 5);
  assert.equal((await getPage(account, '/companies?query=name~other')).totalResults, 20);
});

test('R-PAGE-04: the total of a filter on API keys reflects their last use, although using a key does not change the list', async () => {
  const account = await app.account();
  await app.key(account.accountId, { name: 'idle' });
  const ask = () => account.send(`GET /apiKeys?query=${encodeURIComponent('name=idle && lastUsed=null')}`);
  assert.equal((await ask()).body.totalResults, 1);
  await sql`update api_key set last_used_at = now() where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  const { body } = await ask();
  assert.deepEqual([body.totalResults, body.results], [0, []]);
});

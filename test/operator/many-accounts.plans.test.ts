import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { List } from '../../src/lists/list.ts';
import { readPage } from '../../src/lists/page/read-page.ts';
import { asOwner, clientAccountList, clientMigrationList } from '../../src/operator/store.ts';
import { blocksRead } from '../blocks-read.ts';
import { useApp } from '../harness.ts';

/** The operator's lists in a cell with many accounts: no page reads a row of each account. */
const app = useApp({ config: { role: 'api' } });
const accounts = 5000;
const run = (text: string) => app.ctx.db.pool.query(text);

test('accounts are seeded, each with a consumer', async () => {
  await run(`create table seeded as select gen_random_uuid() as account_id, n from generate_series(1, ${accounts}) n`);
  await run(`insert into account (account_id, name, plan, created_at, webhook_generation) select account_id,
    'Client ' || substr(md5(n::text), 1, 10) || ' of many', 'paid', now(), case n when 77 then 'older' else 'newer' end from seeded`);
  await run(`insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at)
    select account_id, gen_random_uuid(), 'a', 'http://127.0.0.1:9/', '{*}', 'sealed', now() from seeded`);
  await run('vacuum (analyze)');
});

async function read(list: List, query: Record<string, unknown>) {
  let text = '';
  const blocks = await blocksRead(app.ctx.db, ['account', 'migration_step'], async (tx) => {
    const ctx = { ...app.ctx, db: asOwner({ ...app.ctx.db, system: tx }) };
    const request = { accountId: randomUUID(), query, self: 'http://here/list', search: '' };
    text = (await readPage(ctx, list, request)).body.toString();
  });
  return { blocks, body: JSON.parse(text) };
}

test('a page of accounts reads only its rows, and its total is exact', async () => {
  const { rows } = await run('select count(*)::int as n from account');
  for (const query of [{}, { orderBy: 'name' }, { orderBy: '-created' }, { orderBy: '-name' }]) {
    const { blocks, body } = await read(clientAccountList(), { ...query, pageSize: 20 });
    assert.deepEqual([body.results.length, body.totalResults], [20, rows[0].n]);
    assert.ok(blocks < 60, `${JSON.stringify(query)} reads ${blocks} blocks`);
  }
});

test('a search for a part of a name finds the accounts by an index', async () => {
  const { rows } = await run('select name from account join seeded using (account_id) where n = 4321');
  const { name } = rows[0];
  const query = `name~${name.slice(9, 16).toUpperCase()}`;
  const { blocks, body } = await read(clientAccountList(query), { query });
  assert.deepEqual([body.results.map((one: { name: string }) => one.name), body.totalResults], [[name], 1]);
  assert.ok(blocks < 80, `${query} reads ${blocks} blocks`);
  for (const [text, found] of [
    ['name~of', accounts],
    ['name~Client', accounts],
    [`name~Nobody`, 0],
    [`name~Client || name~Nobody`, accounts],
  ] as const)
    assert.equal((await read(clientAccountList(text), { query: text })).body.totalResults, found, text);
});

test('the list of migrations reads only accounts that use or used the older webhooks', async () => {
  const { blocks, body } = await read(clientMigrationList(), {});
  assert.equal(body.totalResults, 1);
  assert.ok(blocks < 40, `${blocks} blocks`);
});

test('the numbers of accounts and of consumers by state stay exact through every change', async () => {
  const check = async (what: string) => {
    const counted = await run('select counted, sum(total)::int as n from cell_count group by 1');
    const real = await run(`select (select count(*)::int from account) as accounts,
      count(*) filter (where is_enabled)::int as "consumersEnabled",
      count(*) filter (where not is_enabled)::int as "consumersDisabled" from consumer`);
    const found = Object.fromEntries(counted.rows.map((row) => [row.counted, row.n]));
    assert.deepEqual({ consumersDisabled: 0, ...found }, real.rows[0], what);
  };
  const numbered = (from: number, to: number) =>
    `account_id in (select account_id from seeded where n between ${from} and ${to})`;
  await check('seeded');
  await run(`update consumer set is_enabled = false where ${numbered(10, 29)}`);
  await check('disabled');
  await run(`update consumer set is_enabled = true, name = 'b' where ${numbered(5, 19)}`);
  await check('some of them enabled again');
  await run(`delete from consumer where ${numbered(15, 22)}`);
  await check('consumers deleted');
  await run(`delete from account where ${numbered(23, 40)}`);
  await check('accounts deleted, with their consumers');
  const account = await app.account();
  const body = { name: 'New', url: 'https://example.com/', eventTypes: ['*'] };
  assert.equal((await account.send('POST /webhooks/consumers', { body })).status, 201);
  await check('made by the program');
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const [enabled] = (await run('select count(*)::int as n from consumer where is_enabled')).rows;
  assert.ok(text.includes(`daybook_consumers{state="enabled"} ${enabled.n}\n`), 'the metrics show it');
});

test('a past version of an account is erased with the account', async () => {
  const { accountId } = await app.account({ name: 'Before' });
  const past = () => run(`select content from past_row where relation = 'account' and row_id = '${accountId}'`);
  await run(`update account set name = 'After' where account_id = '${accountId}'`);
  assert.equal((await past()).rows[0]?.content.name, 'Before');
  await run(`update account set second_factor_required = true where account_id = '${accountId}'`);
  assert.equal((await past()).rows.length, 1, 'what no list shows keeps no past version');
  await run(`delete from account where account_id = '${accountId}'`);
  assert.equal((await past()).rows.length, 0);
});

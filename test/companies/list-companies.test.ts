import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCompanies } from '../../src/companies/list-companies.ts';
import { companyShape } from '../../src/companies/store.ts';
import type { Db } from '../../src/db/db.ts';
import { writeCursor } from '../../src/lists/cursor.ts';
import { compiler } from '../../src/lists/json-text.ts';
import { planPage } from '../../src/lists/page/plan-page.ts';

const cursorKey = Buffer.alloc(32);

type Asked = {
  accountId: string;
  companyTags?: Record<string, string>;
  query?: { pageSize?: number; orderBy?: string; cursor?: string };
};

/** The statement that reads the page, with its values. */
async function statementFor({ accountId, companyTags, query = {} }: Asked) {
  const sent: { sql: string; parameters: readonly unknown[]; scope: string }[] = [];
  const read: Db['read'] = async (scope, statement) => {
    const { sql, parameters } = 'compile' in statement ? statement.compile(compiler) : statement;
    sent.push({ sql, parameters, scope });
    return [];
  };
  const ctx = { db: { read } as Db, clock: { now: () => new Date(), nowMs: () => 0 }, cursorKey };
  const request = { accountId, query, self: 'http://api.test/companies', search: '' };
  await readCompanies(ctx as Parameters<typeof readCompanies>[0], { companyTags: companyTags ?? null }, request);
  assert.equal(sent.length, 1);
  return sent[0] as (typeof sent)[0];
}

const [one, other] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];

test('page 1 has one statement for every account and page size, with the values of the request', async () => {
  const first = await statementFor({ accountId: one });
  const second = await statementFor({ accountId: other, query: { pageSize: 7 } });
  assert.deepEqual(first, { sql: first.sql, parameters: [one, 100], scope: one });
  assert.deepEqual(second, { sql: first.sql, parameters: [other, 7], scope: other });
});

test('pages reached by links have one statement for each direction, with the values of the cursor', async () => {
  const statementAt = (
    accountId: string,
    pageSize: number,
    at: { key: string; backwards: boolean; snapshot: string },
  ) => {
    const { fingerprint } = planPage({ cursorKey }, companyShape({ companyTags: null }), {
      accountId,
      query: { pageSize },
    });
    const cursor = writeCursor(cursorKey, accountId, {
      ...{ pin: { era: 1, snapshot: at.snapshot }, version: 5, source: '', total: 9, page: 2, request: fingerprint },
      ...{ backwards: at.backwards, inclusive: false, keys: [at.key] },
    });
    return statementFor({ accountId, query: { pageSize, cursor } });
  };
  const next = await statementAt(one, 3, { key: other, backwards: false, snapshot: '7:9:8' });
  const again = await statementAt(other, 4, { key: one, backwards: false, snapshot: '10:10:' });
  const back = await statementAt(one, 3, { key: other, backwards: true, snapshot: '7:9:8' });
  assert.deepEqual(new Set(next.parameters), new Set(['7:9:8', 3, one, other]));
  assert.deepEqual(new Set(again.parameters), new Set(['10:10:', 4, one, other]));
  assert.equal(again.sql, next.sql);
  assert.notEqual(back.sql, next.sql);
});

test('a key that is limited to some companies, or a sort order, has a statement of its own', async () => {
  const plain = await statementFor({ accountId: one });
  const limited = await statementFor({ accountId: one, companyTags: { region: 'EU' } });
  assert.notEqual(limited.sql, plain.sql);
  assert.ok(limited.parameters.includes('{"region":"EU"}'), limited.sql);
  const ordered = await statementFor({ accountId: one, query: { orderBy: 'name' } });
  assert.match(ordered.sql, /order by [^\n]*name/);
});

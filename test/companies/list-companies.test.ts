import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCompanies } from '../../src/companies/list-companies.ts';
import type { Db } from '../../src/db/db.ts';
import { compiler } from '../../src/lists/json-text.ts';

type Asked = {
  accountId: string;
  companyTags?: Record<string, string>;
  query?: { pageSize?: number; orderBy?: string };
};

/** The statement that reads the page, with its values. */
async function statementFor({ accountId, companyTags, query = {} }: Asked) {
  const sent: { sql: string; parameters: readonly unknown[]; scope: string }[] = [];
  const read: Db['read'] = async (scope, statement) => {
    const { sql, parameters } = 'compile' in statement ? statement.compile(compiler) : statement;
    sent.push({ sql, parameters, scope });
    return [];
  };
  const ctx = { db: { read } as Db, clock: { now: () => new Date(), nowMs: () => 0 }, cursorKey: Buffer.alloc(32) };
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

test('a key that is limited to some companies, or a sort order, has a statement of its own', async () => {
  const plain = await statementFor({ accountId: one });
  const limited = await statementFor({ accountId: one, companyTags: { region: 'EU' } });
  assert.notEqual(limited.sql, plain.sql);
  assert.ok(limited.parameters.includes('{"region":"EU"}'), limited.sql);
  const ordered = await statementFor({ accountId: one, query: { orderBy: 'name' } });
  assert.match(ordered.sql, /order by [^\n]*name/);
});

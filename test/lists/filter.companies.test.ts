import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { arbitraryFilter, seeded, writeFilter } from './arbitrary-filter.ts';
import { someText } from './arbitrary-record.ts';
import { companyFieldTable } from './company-fields.ts';
import type { Json } from './compare-values.ts';
import { filterOf } from './evaluate-filter.ts';
import { QueryRefused } from './read-query.ts';

const clock = settableClock('2026-01-30T23:59:59.500Z');
const app = useApp({ clock });

/** Creates companies that differ in every field that can be filtered, and returns their API representation. */
async function makeCompanies(account: TestAccount, count: number): Promise<{ [name: string]: Json }[]> {
  const other = await app.key(account.accountId, { name: 'Büro "2"' });
  const texts = fc.sample(someText, count * 4);
  const random = seeded(count);
  for (let i = 0; i < count; i++) {
    const [name = '', description, region, size] = texts.slice(i * 4);
    const body = {
      name: name.trim() === '' ? `${name}x` : name,
      ...(random.below(3) > 0 && { description }),
      tags: { ...(random.below(3) > 0 && { region }), ...(random.below(3) > 0 && { 'größe-2_x': size }) },
    };
    const answer = await account.send('POST /companies', { body, ...(random.below(2) === 0 && { key: other.secret }) });
    assert.equal(answer.status, 200, answer.text);
    clock.advanceMs(random.pick([0, 1, 499, 500, 3_600_000]));
  }
  await sql`update company set last_sync_at = created_at + interval '1 hour'
    where account_id = ${account.accountId} and md5(company_id::text) < '8'`.execute(app.ctx.db.system);
  const list = await account.send('GET /companies?pageSize=5000');
  assert.equal(list.body.totalResults, count);
  return list.body.results;
}

test('R-PAGE-04 R-PAGE-18 R-PAGE-19: 2,000 random filters over HTTP list and count exactly the companies that an independent evaluator selects', async (t) => {
  const account = await app.account();
  const bystander = await app.account();
  await bystander.send('POST /companies', { body: { name: 'of another account' } });
  const companies = await makeCompanies(account, 60);
  const count = { asked: 0, matched: 0, refused: 0 };

  async function ask(query: string): Promise<void> {
    const answer = await account.send(`GET /companies?pageSize=5000&query=${encodeURIComponent(query)}`);
    const wanted = select(companies, query);
    if (!wanted) {
      count.refused++;
      return assert.equal(answer.status, 400, `${query} returned ${answer.text}`);
    }
    assert.equal(answer.status, 200, `${query} returned ${answer.text}`);
    const idsOf = (list: { [name: string]: Json }[]) => list.map((company) => company.companyId);
    assert.deepEqual(idsOf(answer.body.results), idsOf(wanted), query);
    assert.equal(answer.body.totalResults, wanted.length, query);
    count.asked++;
    count.matched += wanted.length;
  }
  const property = fc.asyncProperty(fc.array(arbitraryFilter, { minLength: 10, maxLength: 10 }), async (plans) => {
    await Promise.all(plans.map((plan) => ask(writeFilter(plan, companyFieldTable, companies))));
  });
  await fc.assert(property, { numRuns: 220, endOnFailure: true });

  const share = count.matched / (count.asked * companies.length);
  t.diagnostic(`${count.asked} filters, ${(share * 100).toFixed(1)} % matches, ${count.refused} rejected by both`);
  assert.ok(count.asked >= 2000, `${count.asked} filters`);
  assert.ok(share > 0.2 && share < 0.8, `${share} of the comparisons are matches`);
});

function select(companies: { [name: string]: Json }[], query: string): { [name: string]: Json }[] | undefined {
  try {
    return companies.filter(filterOf(query, companyFieldTable));
  } catch (error) {
    if (error instanceof QueryRefused) return undefined;
    throw error;
  }
}

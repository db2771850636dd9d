import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../src/base/errors.ts';
import { companyList } from '../../src/companies/store.ts';
import { validatorFor } from '../../src/http/validate.ts';
import type { Fields } from '../../src/lists/fields.ts';
import { compileFilter } from '../../src/lists/filter/compile-filter.ts';
import { parseFilter } from '../../src/lists/filter/parse-filter.ts';
import { ListQuery } from '../../src/lists/wire.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { arbitraryMalformed, type Malformed } from './arbitrary-malformed.ts';
import { companyFieldTable } from './company-fields.ts';
import { foldText } from './compare-values.ts';
import { type FieldTable, filterOf } from './evaluate-filter.ts';
import { QueryRefused } from './read-query.ts';
import { testRecordFields } from './record-schema.ts';
import { recordFields } from './record-table.ts';

const app = useApp();
const check = validatorFor(ListQuery, 'query');
const companyFields = companyList({ accountId: '', companyTags: null }).fields;

/** Runs all checks that a filter passes before a statement is sent to PostgreSQL. */
function refusalOf(query: string, fields: Fields): unknown {
  try {
    check({ query });
    compileFilter(parseFilter(query), fields);
    return undefined;
  } catch (error) {
    return error;
  }
}

function requireRefusal(query: string, fields: Fields): void {
  const refusal = refusalOf(query, fields);
  assert.ok(refusal !== undefined, `accepted: ${JSON.stringify(query)}`);
  assert.ok(refusal instanceof ApiError, `not an ApiError but ${refusal}: ${JSON.stringify(query)}`);
  assert.equal(refusal.statusCode, 400);
  assert.ok(refusal.parts.validation?.[0]?.message, 'the error has a message');
}

test('R-PAGE-20: 100,000 malformed or hostile filters are all rejected with 400', (t) => {
  const queries = new Set<string>();
  const ways = new Map<string, number>();
  const targets: [FieldTable, Fields][] = [
    [testRecordFields, recordFields],
    [companyFieldTable, companyFields],
  ];
  for (const [table, fields] of targets) {
    const property = fc.property(arbitraryMalformed(table), ({ way, query }) => {
      requireRefusal(query, fields);
      queries.add(query);
      ways.set(way, (ways.get(way) ?? 0) + 1);
    });
    fc.assert(property, { numRuns: 62_000 });
  }
  t.diagnostic(`${queries.size} distinct filters with ${ways.size} kinds of mistakes`);
  assert.ok(queries.size >= 100_000, `${queries.size} distinct filters`);
});

test('R-PAGE-20: the product accepts exactly the filters that the independent parser accepts', (t) => {
  const count = { accepted: 0, refused: 0 };
  const whole = 'n=1~title=x~title="x"~{n=1}~amount>=2~paid=true~customer=null~issued<2026-01-31~n=1 && n=2'.split('~');
  const part = 'name title lines.quantity status zz . = != >= ~ & | { } " \\ x 7 -1.5e3 2026-02-30 null "" "a\\"b" 😀';
  const token = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...whole) },
    { weight: 3, arbitrary: fc.constantFrom('&&', '||', ' && ', ' || ', '\n||\u00A0', '\uFEFF') },
    { weight: 2, arbitrary: fc.constantFrom(...part.split(' ')) },
  );
  const property = fc.property(fc.array(token, { minLength: 1, maxLength: 7 }), (tokens) => {
    const query = tokens.join('');
    const refusal = refusalOf(query, recordFields);
    if (refusal && !(refusal instanceof ApiError && refusal.statusCode === 400)) throw refusal;
    assert.equal(refusal === undefined, isAccepted(query), JSON.stringify(query));
    if (refusal) count.refused++;
    else count.accepted++;
  });
  fc.assert(property, { numRuns: 100_000 });
  t.diagnostic(`${count.accepted} accepted, ${count.refused} rejected`);
  assert.ok(count.accepted > 4000 && count.refused > 4000);
});

function isAccepted(query: string): boolean {
  try {
    filterOf(query, testRecordFields);
    return true;
  } catch (error) {
    if (error instanceof QueryRefused) return false;
    throw error;
  }
}

test('R-PAGE-20: over HTTP, a malformed filter returns 400 with the error body', async () => {
  const account = await app.account();
  await account.send('POST /companies', { body: { name: 'here' } });
  const sample = fc.sample(arbitraryMalformed(companyFieldTable), 700);
  // An unpaired surrogate cannot be encoded in a URL.
  const sendable = sample.filter(({ query }) => query.isWellFormed() && query.trim() !== '').slice(0, 500);
  assert.equal(sendable.length, 500);
  for (let at = 0; at < sendable.length; at += 10) {
    await Promise.all(sendable.slice(at, at + 10).map((one) => requireAnswer400(account, one)));
  }
  const after = await account.send('GET /companies');
  assert.equal(after.body.totalResults, 1, 'the company still exists');
  assert.deepEqual(
    app.logLines.filter((line) => Number(line.level) >= 50),
    [],
    'no request failed',
  );
});

async function requireAnswer400(account: TestAccount, { way, query }: Malformed): Promise<void> {
  const answer = await account.send(`GET /companies?query=${encodeURIComponent(query)}`);
  const label = `${way}: ${JSON.stringify(query)} returned ${answer.text.slice(0, 300)}`;
  assert.equal(answer.status, 400, label);
  assert.equal(answer.body.statusCode, 400, label);
  assert.ok(['queryMalformed', 'queryValue', 'fieldUnknown', 'inputInvalid'].includes(answer.body.code), label);
  assert.equal(answer.body.retryable, false, label);
  assert.ok(answer.body.validation.errors.length > 0, label);
}

const nasty = [
  "'; drop table company; --",
  "' or 1=1 --",
  '$1',
  '%',
  '_',
  '100% _sure_',
  '\\',
  '\\" || name="x',
  '&& || { }',
  '"',
  'null',
  '=~<>!',
  '+ %2B &query=x#',
  '\u0001\t\n\u2028',
  '\u{1F600}\u{10FFFF}',
  'e\u0301',
  '\u00e9',
];

test('R-PAGE-18: well-formed filters with unusual values return 200 and match exactly', async () => {
  const account = await app.account();
  const long = 'ä'.repeat(1990);
  for (const name of nasty) await account.send('POST /companies', { body: { name: `x${name}`, description: name } });
  await account.send('POST /companies', { body: { name: 'long', description: `${long}!` } });
  const namesOf = async (query: string): Promise<string[]> => {
    const answer = await account.send(`GET /companies?query=${encodeURIComponent(query)}`);
    assert.equal(answer.status, 200, `${query} returned ${answer.text}`);
    return answer.body.results.map((company: { name: string }) => company.name).sort();
  };
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  for (const name of nasty) {
    assert.deepEqual(await namesOf(`description=${quoted(name)}`), [`x${name}`]);
    const containing = nasty.filter((other) => foldText(other).includes(foldText(name))).map((other) => `x${other}`);
    assert.deepEqual(await namesOf(`description~${quoted(name)}`), containing.sort());
  }
  assert.deepEqual(await namesOf(`description~${long}`), ['long']);
  assert.deepEqual(await namesOf(`description~${long.replace('ä', 'a')}`), ['long']);
  assert.deepEqual(await namesOf(`description~${long.replace('ä', 'e')}`), []);
  assert.deepEqual(await namesOf(`${'{'.repeat(600)}name=long${'}'.repeat(600)}`), ['long']);
  // The maximum number of comparisons.
  assert.deepEqual(await namesOf(`${'name=a||'.repeat(49)}name=long`), ['long']);
  assert.deepEqual(await namesOf(`${'{name~ng&&{name~o||'.repeat(24)}name=long${'}'.repeat(48)}`), ['long']);
});

test('R-PAGE-20: a filter can have 2,048 characters, counted as code points, but not 2,049', async () => {
  const account = await app.account();
  await account.send('POST /companies', { body: { name: 'emoji', description: '\u{1F600}'.repeat(1200) } });
  const ask = (query: string) => account.send(`GET /companies?query=${encodeURIComponent(query)}`);
  // 1,200 characters that are 2,400 UTF-16 units.
  const wide = await ask(`description~${'\u{1F600}'.repeat(1200)}`);
  assert.equal(wide.body.totalResults, 1, wide.text);
  assert.equal((await ask(`name=${'x'.repeat(2043)}`)).status, 200);
  const tooLong = await ask(`name=${'x'.repeat(2044)}`);
  assert.equal(tooLong.status, 400);
  assert.equal(tooLong.body.validation.errors[0].itemId, 'query');
});

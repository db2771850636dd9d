import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ProviderHttp } from '@daybook/connector-kit';
import * as errors from '@daybook/connector-kit';
import { findDataType } from '@daybook/connector-kit';
import { textOf } from '@daybook/connector-kit/conformance';
import { Compile } from 'typebox/compile';
import { createHledgerConnector } from '../src/hledger-connector.ts';
import { mapAccount } from '../src/records/accounts.ts';
import { recordOf } from '../src/records/journal-entries.ts';

/** Unmodified responses recorded from a real hledger-web 1.25. */
const sample = (name: string) => readFileSync(new URL(`samples/${name}.json`, import.meta.url), 'utf8');
const connector = createHledgerConnector({ pageSize: 2 });
const credentials = { url: 'https://books.example/ledger/', user: 'me', password: 'a-secret' };

/** Serves the given responses and records the requests. */
function serving(answers: Record<string, string>): { http: ProviderHttp; asked: string[] } {
  const asked: string[] = [];
  const http: ProviderHttp = {
    nowMs: () => 0,
    async request({ method, url }) {
      asked.push(`${method} ${url}`);
      const body = answers[new URL(url).pathname.split('/').at(-1) ?? ''];
      return { status: body === undefined ? 404 : 200, headers: {}, body: body ?? '' };
    },
  };
  return { http, asked };
}

async function pulled(dataType: string, place: object = {}, answers = samples) {
  const { http } = serving(answers);
  const pages = [];
  for await (const page of connector.pull[dataType]?.({ http, credentials, ...place }) ?? []) pages.push(page);
  return pages;
}
const samples = { accounts: sample('accounts'), transactions: sample('transactions') };

for (const dataType of ['accounts', 'journalEntries'])
  test(`recorded hledger ${dataType} map to valid records`, async () => {
    const schema = Compile(findDataType(dataType)?.record ?? assert.fail());
    const records = (await pulled(dataType)).flatMap((page) => page.records);
    assert.equal(records.length, 3);
    for (const one of records) {
      const record: unknown = JSON.parse(textOf(one));
      assert.ok(schema.Check(record), JSON.stringify(schema.Errors(record)));
    }
  });

test('an entry keeps every digit, its code and its comments', async () => {
  const texts = (await pulled('journalEntries')).flatMap((page) => page.records.map(textOf));
  const long = texts.find((text) => text.includes('J-1')) ?? assert.fail();
  assert.match(long, /"netAmount":123456789012345\.678,/);
  assert.match(long, /"netAmount":-123456789012345\.678,/);
  assert.match(long, /"description":"a note"/);
});

test('an account gets its type from the first part of its name, and a balance if it has one commodity', () => {
  const amount = (acommodity: string) => ({ acommodity, aquantity: { decimalMantissa: -1250, decimalPlaces: 2 } });
  const map = (aname: string, aebalance: ReturnType<typeof amount>[]) =>
    mapAccount({ aname, aebalance, anumpostings: 1 });
  assert.deepEqual(map('Liabilities:vat', [amount('EUR')]), {
    ...{ name: 'vat', fullyQualifiedCategory: 'Liabilities', type: 'Liability', currency: 'EUR' },
    ...{ currentBalance: -12.5, status: 'Active' },
  });
  const several = map('assetsale', [amount('EUR'), amount('h')]);
  assert.deepEqual([several.type, several.currentBalance, several.currency], ['Unknown', undefined, undefined]);
  assert.deepEqual(map('equity', [amount('$')]).currency, undefined);
});

test('the id of an entry depends on its content, but not on its position or on line breaks after comments', () => {
  const [first] = JSON.parse(samples.transactions);
  const id = (change: object) => recordOf({ ...first, ...change }).id;
  assert.equal(id({ tindex: 99, tsourcepos: [], tcomment: '\n' }), id({}));
  assert.notEqual(id({ tdescription: 'other' }), id({}));
  assert.match(id({}), /^[0-9a-f]{32}$/);
});

test('two entries with the same content are two records', async () => {
  const [first] = JSON.parse(samples.transactions);
  const pages = await pulled('journalEntries', {}, { ...samples, transactions: JSON.stringify([first, first]) });
  const [one, two] = pages.flatMap((page) => page.records.map(({ id }) => id));
  assert.equal(two, `${one}-2`);
});

test('an unknown cursor is CursorTooOld, and a response that is not a journal is Unavailable', async () => {
  for (const place of [{ cursor: 'nobody' }, { resumeAt: 'nobody' }])
    await assert.rejects(pulled('accounts', place), errors.CursorTooOld);
  for (const transactions of ['<html>', '{}', '[{}]', '[{"tdate":"2026-01-01"}]', 'null'])
    await assert.rejects(pulled('journalEntries', {}, { ...samples, transactions }), errors.Unavailable);
});

const line = (id: string, netAmount: number) => ({ accountRef: { id }, netAmount, currency: 'EUR' });
const entry = (more: object = {}) => ({
  postedOn: '2026-11-15',
  journalLines: [line('assets:bank', 0.3), line('income:sales', -0.1), line('income:sales', -0.2)],
  ...more,
});

test('text that would start a new line, comment or account is kept out of the journal', () => {
  const { create } = connector.push?.journalEntries?.operations ?? {};
  const schema = Compile(create ?? assert.fail());
  assert.ok(schema.Check(entry({ description: 'Straße 5, 中 & "co"', reference: 'R-1' })));
  const evil = ['a\nb', 'a\rb', 'a\tb', 'a;b', 'a\u2028b', 'a\u0085b', '(a)', 'a|b', ''];
  for (const text of evil) {
    assert.ok(!schema.Check(entry({ description: text })), JSON.stringify(text));
    assert.ok(!schema.Check(entry({ reference: text })), JSON.stringify(text));
  }
  for (const id of ['a  b', ' a', 'a ', 'a\nb', 'a;b', '(a)', '[a]', 'a\tb', ''])
    assert.ok(!schema.Check(entry({ journalLines: [line(id, 1), line('b', -1)] })), JSON.stringify(id));
  assert.ok(schema.Check(entry({ journalLines: [line('assets:Deutsche Bank', 1), line('b', -1)] })));
});

test('an entry that does not balance is rejected before it is sent', async () => {
  const push = connector.push?.journalEntries ?? assert.fail();
  const { http, asked } = serving({});
  const send = (record: object) => {
    const wish = { operation: 'create' as const, record, reference: '0198-x' };
    return push.send({ http, credentials, wish, prepared: push.prepare(wish, credentials) });
  };
  const answer = await send(entry({ journalLines: [line('a', 1), line('b', -0.99)] }));
  assert.deepEqual(answer.kind === 'refused' && answer.errors, [
    { itemId: 'journalLines', message: 'The lines in EUR sum to 0.01, not to zero.' },
  ]);
  assert.deepEqual(asked, []);
  // 0.3 - 0.1 - 0.2 is zero in exact decimals, but not in doubles.
  await assert.rejects(send(entry()), errors.Unavailable);
  assert.deepEqual(asked, ['PUT https://books.example/ledger/add']);
});

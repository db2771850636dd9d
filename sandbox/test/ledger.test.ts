import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../src/start-sandbox.ts';
import { controlSandbox } from './control-sandbox.ts';
import { exactOf } from './exact-decimal.ts';
import { readBooks } from './read-books.ts';
import { sandboxClient } from './sandbox-client.ts';
import { computedTypes, findDifferences, postingTypes, type Records, readRecords } from './tie-books.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());
const control = controlSandbox(sandbox.url);

async function readAll(company: string): Promise<Records> {
  const client = sandboxClient(sandbox.url, company);
  const records: Records = {};
  for (const type of [...postingTypes, ...computedTypes, 'cashFlowStatement'])
    records[type] = (await client.bodies(type, 90)).flatMap((body) => readRecords(body, 'records'));
  return records;
}

test('the statements of a company with a ledger are the sums of its documents, before and after changes and writes', async () => {
  const company = 'ledger-sums-300';
  const client = sandboxClient(sandbox.url, company);
  const first = await readAll(company);
  assert.deepEqual(findDifferences(readBooks(first)), []);
  for (const type of postingTypes) await control.change(company, { type, update: 4, create: 3, delete: 2 });
  await control.change(company, { type: 'accounts', update: 2, create: 2 });
  const account = (name: string) => first.accounts?.find((one) => one.name === name).id;
  const invoice = {
    customer: (await client.all('customers'))[0]?.id,
    issued_on: '2024-02-29',
    currency: 'USD',
    exchange_rate: 0.873125,
    lines: [
      {
        text: 'backdated',
        unit_price: 19.99,
        quantity: 3,
        account: account('Exports'),
        tax_rate: (await client.all('taxRates'))[0]?.id,
      },
    ],
  };
  const made = await client.send('POST', 'invoices', invoice);
  assert.equal(made.status, 201, made.text);
  const entry = {
    posted_on: '2025-01-01',
    lines: [
      { account: account('Goodwill'), amount: 12.34, currency: 'GBP' },
      { account: account('Bank loan'), amount: -12.34, currency: 'GBP' },
    ],
  };
  assert.equal((await client.send('POST', 'journalEntries', entry)).status, 201);
  const second = await readAll(company);
  assert.deepEqual(findDifferences(readBooks(second)), []);
  const of = (records: Records, name: string) => records.accounts?.find((one) => one.name === name).balance;
  assert.notEqual(of(first, 'Trade debtors'), of(second, 'Trade debtors'));
  for (const one of second.cashFlowStatement ?? []) {
    assert.equal(exactOf(one.opening) + exactOf(one.net), exactOf(one.closing));
    const sheet = second.balanceSheet?.find(({ as_of }) => as_of === one.to);
    const bank = sheet.assets.rows.filter(({ title }: { title: string }) => title.startsWith('Current account'));
    const sum = bank.reduce((all: bigint, { amount }: { amount: string }) => all + exactOf(amount), 0n);
    assert.equal(exactOf(one.closing), sum, one.to);
  }
  const single = await client.get(`balanceSheet/${second.balanceSheet?.[5]?.id}`);
  assert.deepEqual(readRecords(`{"r":[${await single.text()}]}`, 'r')[0], second.balanceSheet?.[5]);

  const missing = structuredClone(second);
  missing.bills?.splice(0, 1);
  assert.notDeepEqual(findDifferences(readBooks(missing)), [], 'a document less is noticed');
});

test('a company with a ledger does not know which statements a change concerns; other companies have invented ones', async () => {
  const client = sandboxClient(sandbox.url, 'ledger-since-100');
  const position = (await control.change('ledger-since-100', { type: 'invoices', update: 1 })).position;
  assert.equal((await client.get(`accounts/changes?since=${position}`)).status, 200);
  assert.equal((await client.get(`accounts/changes?since=${position - 1}`)).status, 410);
  assert.equal((await client.get(`bills/changes?since=${position - 1}`)).status, 200);
  const invented = await readAll('demo-ledgerless-100');
  assert.notDeepEqual(findDifferences(readBooks(invented)), []);
});

test('the faults of one company can be taken away without those of another', async () => {
  const codes = async () =>
    Promise.all(['a-100', 'b-100'].map(async (name) => (await sandboxClient(sandbox.url, name).get('items')).status));
  for (const company of ['a-100', 'b-100'])
    await control.fault({ match: { company, type: 'items' }, fault: { kind: 'status', status: 500 } });
  assert.deepEqual(await codes(), [500, 500]);
  await control.clearFaults('a-100');
  assert.deepEqual(await codes(), [200, 500]);
  await control.clearFaults();
  assert.deepEqual(await codes(), [200, 200]);
});

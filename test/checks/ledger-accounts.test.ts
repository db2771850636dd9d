import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { startQuickbooksServer } from '../../connectors/quickbooks/contract-server/quickbooks-server.ts';
import { startXeroServer } from '../../connectors/xero/contract-server/xero-server.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { linkByPage } from '../contract-servers/link-by-page.ts';
import { type TestAccount, type TestApp, useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import { type BookRecord, makeBook, recordsOf } from './seeded-book.ts';
import { platformKey, seededConnector } from './seeded-platform/seeded-platform.ts';
import { serveBooks } from './serve-books.ts';

/** Which accounts hold receivables and payables is known for the books of every platform that has documents. */
const unlimited = { perMinute: 1_000_000, atOnce: 50 };
const xero = await startXeroServer({ limits: unlimited, invoices: 25, bills: 10 });
const quickbooks = await startQuickbooksServer({ limits: unlimited, invoices: 25, bills: 10 });
const sandbox = await startSandbox();
const platform = await serveBooks();
after(() => Promise.all([xero, quickbooks, sandbox, platform].map((one) => one.stop())));

const settingsOf = ({ url, oauth }: typeof xero | typeof quickbooks) => ({
  url,
  ...oauth.client,
  notificationKey: 'k',
});
const connectorSettings = { xero: settingsOf(xero), quickbooks: settingsOf(quickbooks) };
const app = useApp({ config: { sandboxUrl: sandbox.url, connectorSettings } });
const seeded = useApp({ registry: registryOf([seededConnector(platform.url)]) });

const compared = ['invoices', 'creditNotes', 'bills', 'billCreditNotes', 'accounts', 'balanceSheet'];
type Result = { check: string; outcome: string; checkedAt: string; records: { message: string }[] };

/** Syncs these data types in one round, and returns the newest results of the two checks. */
async function compare(account: TestAccount, path: string, dataTypes: readonly string[]): Promise<Result[]> {
  const began = new Date().toISOString();
  const asked = await Promise.all(dataTypes.map((one) => account.send(`POST ${path}/data/queue/${one}`)));
  for (const { status, body } of asked) {
    assert.equal(status, 202, JSON.stringify(body));
    const read = async () => (await account.send(`GET ${path}/data/history/${body.syncId}`)).body;
    await waitFor(async () => (await read()).completed !== undefined, 60_000);
    assert.equal((await read()).status, 'Complete');
  }
  // The last data set of the round compares them after it is published.
  let results: (Result | undefined)[] = [];
  await waitFor(async () => {
    const { checks }: { checks: Result[] } = (await account.send(`GET ${path}/quality`)).body;
    results = ['receivablesMismatch', 'payablesMismatch'].map((name) =>
      checks.find((one) => one.check === name && one.outcome !== 'skipped' && one.checkedAt >= began),
    );
    return !results.includes(undefined);
  }, 10_000);
  return results.map((result) => result ?? assert.fail('A check was skipped.'));
}
const outcomes = (results: readonly Result[]) => results.map(({ outcome }) => outcome);

async function linkQuietly(of: TestApp, key: string) {
  const account = await of.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: key } })).body;
  const path = `/companies/${companyId}`;
  const { settings } = (await account.send(`GET ${path}/syncSettings`)).body;
  const quiet = settings.map((setting: object) => ({ ...setting, fetchOnFirstLink: false, schedule: 'none' }));
  await account.send(`PUT ${path}/syncSettings`, { body: { settings: quiet } });
  await linkByPage(of, key, { account, companyId });
  return { account, path };
}

for (const key of ['xero', 'quickbooks'])
  test(`P-CHECKS: the documents of ${key} reach its ledger accounts, which it names itself`, async () => {
    const { account, path } = await linkQuietly(app, key);
    const results = await compare(account, path, compared);
    assert.deepEqual(outcomes(results), ['passed', 'passed'], JSON.stringify(results));
  });

test("P-CHECKS: the sandbox's accounts are found by their names; books without a ledger do not tie", async () => {
  const account = await app.account();
  const random = await linkCompany(account, 'random-100');
  const results = await compare(account, random.path, compared);
  assert.deepEqual(outcomes(results), ['found', 'found']);
  assert.match(results[1]?.records[0]?.message ?? '', /so the payables account should be -\d/);
});

/** Accounts as a real Odoo and Tryton have sent them, mapped by their connectors. */
async function recorded(key: 'odoo' | 'tryton'): Promise<BookRecord[]> {
  const [{ recordOf }, { accounts }] = await Promise.all(
    ['pull-records', 'records/accounts'].map((file) => import(`../../connectors/${key}/src/${file}.ts`)),
  );
  const file = new URL(`../../connectors/${key}/test/samples/accounts.json`, import.meta.url);
  const rows: object[] = JSON.parse(readFileSync(file, 'utf8'));
  return rows.flatMap((row) =>
    recordOf(accounts.source, row, { isIncremental: false }).map(({ id, record }: Pulled) => ({
      ...{ id, ...rest },
      record: record(),
    })),
  );
}
type Pulled = { id: string; record: () => object };
const rest = { terms: 'net 30', site: { code: 'S0', floor: 0 } };
let books = 0;

/** A book whose chart has the open documents on the accounts that `hold` names, and nothing on the others. */
async function openBook(chart: BookRecord[], hold: (record: BookRecord['record']) => string | undefined) {
  const account = await seeded.account();
  const name = `ledger-${++books}`;
  const book = makeBook(books, Date.now());
  const [receivables, payables] = recordsOf(book, 'accounts').map(({ record }) => record.currentBalance);
  const balances: Record<string, number[]> = { Receivables: [receivables], Payables: [payables] };
  book.accounts = JSON.parse(JSON.stringify(chart)) as BookRecord[];
  for (const { record } of book.accounts) record.currentBalance = balances[hold(record) ?? '']?.shift() ?? 0;
  platform.books.set(name, book);
  const company = await linkCompany(account, name, platformKey);
  const types = ['invoices', 'creditNotes', 'bills', 'accounts'];
  return { book, compare: () => compare(account, company.path, types) };
}

for (const key of ['odoo', 'tryton'] as const)
  test(`P-CHECKS: the accounts of ${key} are known by its own types; a balance on the wrong side is found`, async () => {
    const { book, compare: run } = await openBook(await recorded(key), ({ role }) => role);
    assert.deepEqual(outcomes(await run()), ['passed', 'passed']);
    for (const { record } of book.accounts) record.currentBalance = -record.currentBalance;
    const results = await run();
    assert.deepEqual(outcomes(results), ['found', 'found']);
    assert.match(results[0]?.records[0]?.message ?? '', /should be \d.*but it is -\d/);
  });

const charts: [string, string, string][] = [
  ['English', 'Trade debtors', 'Trade creditors'],
  ['German', 'Debitoren', 'Verbindlichkeiten aus Lieferungen und Leistungen'],
  ['American', 'Accounts Receivable (A/R)', 'Accounts Payable (A/P)'],
];
const account = (id: string, name: string, type: string): BookRecord => ({
  ...{ id, ...rest },
  record: { name, type, currency: 'EUR', currentBalance: 0, status: 'Active' },
});
for (const [language, debtors, creditors] of charts)
  test(`P-CHECKS: without roles, the names of ${language} charts are known, and debts may be positive numbers`, async () => {
    const chart = [
      account('1', debtors, 'Asset'),
      account('2', creditors, 'Liability'),
      account('3', 'Wages payable', 'Liability'),
      account('4', 'Other debtors', 'Asset'),
      account('5', 'Capital', 'Equity'),
    ];
    const hold = ({ name }: { name: string }) =>
      name === debtors ? 'Receivables' : name === creditors ? 'Payables' : undefined;
    const { book, compare: run } = await openBook(chart, hold);
    const [, debts, , , capital] = book.accounts.map(({ record }) => record);
    capital.currentBalance = -70_000;
    assert.deepEqual(outcomes(await run()), ['passed', 'passed']);
    debts.currentBalance = -debts.currentBalance;
    assert.deepEqual(outcomes(await run()), ['passed', 'found']);
    capital.currentBalance = 70_000;
    assert.deepEqual(outcomes(await run()), ['passed', 'passed']);
  });

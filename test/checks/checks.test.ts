import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { registryOf } from '../../src/connectors/registry.ts';
import { readEvents } from '../events/read-events.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { connectAgent } from '../mcp/connect-agent.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import { faults } from './seed-faults.ts';
import { type Book, grow, makeBook } from './seeded-book.ts';
import { platformKey, seededConnector } from './seeded-platform/seeded-platform.ts';
import { serveBooks } from './serve-books.ts';

/** Checks of a generation before it is published. */
const platform = await serveBooks();
const app = useApp({ registry: registryOf([seededConnector(platform.url)]) });
after(() => platform.stop());

type Stage = { account: TestAccount; company: SyncedCompany; book: Book; name: string };
let books = 0;

async function openBook(): Promise<Stage> {
  const account = await app.account();
  const name = `book-${++books}`;
  const book = makeBook(books, Date.now());
  platform.books.set(name, book);
  return { account, company: await linkCompany(account, name, platformKey), book, name };
}

const copyOf = (book: Book): Book => ({ ...JSON.parse(JSON.stringify(book)), random: book.random });
const qualityOf = async ({ account, company }: Stage) => (await account.send(`GET ${company.path}/quality`)).body;
const resultOf = async (stage: Stage, dataType: string, check: string) =>
  (await qualityOf(stage)).checks.find(
    (one: { dataType: string; check: string }) => one.dataType === dataType && one.check === check,
  );
const setLevel = (account: TestAccount, check: string, level: string, more: object = {}) =>
  account.send('PUT /profile/checks', { body: { checks: [{ check, level, ...more }] } });

/** Seeds a fault into a copy of the book. Returns the record that must be found. */
function seed({ book, name }: Stage, fault: string): string | undefined {
  const wrong = copyOf(book);
  platform.books.set(name, wrong);
  const found = faults.find((one) => one.name === fault) ?? assert.fail(fault);
  return found.seed(wrong);
}
const mend = ({ book, name }: Stage) => platform.books.set(name, book);

test('a consistent book passes every check, and a sync without changes runs none', async () => {
  const stage = await openBook();
  for (const dataType of ['invoices', 'journalEntries', 'payments', 'customers']) {
    assert.equal((await stage.company.sync(dataType)).status, 'Complete');
    const { checks } = await qualityOf(stage);
    const wrong = checks.filter(({ outcome }: { outcome: string }) => outcome === 'found');
    assert.deepEqual(wrong, [], dataType);
  }
  const before = (await stage.account.send(`GET ${stage.company.path}/quality/history`)).body;
  assert.equal(before.totalResults, 4);
  await stage.company.sync('invoices');
  const after = (await stage.account.send(`GET ${stage.company.path}/quality/history`)).body;
  assert.equal(after.totalResults, 4);
});

test('P-CHECKS: a duplicate is found with its record, is reported once by an event, and passes when it is gone', async () => {
  const stage = await openBook();
  await stage.company.sync('invoices');
  const id = seed(stage, 'an invoice twice');
  assert.equal((await stage.company.sync('invoices')).status, 'Complete', 'warn does not hold');
  const { outcome, level, found, records } = await resultOf(stage, 'invoices', 'duplicate');
  assert.deepEqual([outcome, level, found, records[0]?.recordId], ['found', 'warn', 1, id]);
  grow(platform.books.get(stage.name) as Book);
  await stage.company.sync('invoices');
  assert.equal((await resultOf(stage, 'invoices', 'duplicate')).outcome, 'found', 'it stays while the record is there');
  const events = async () =>
    (await readEvents(app, stage.account.accountId, 'quality.changed')).filter(({ data }) =>
      data.checks.some(({ check }: { check: string }) => check === 'duplicate'),
    );
  assert.equal((await events()).length, 1);
  mend(stage);
  await stage.company.sync('invoices');
  assert.equal((await resultOf(stage, 'invoices', 'duplicate')).outcome, 'passed');
  assert.equal((await events()).length, 2);
});

test('P-CHECKS: with the level hold, readers keep the last good state until a person confirms, and see that it is held', async () => {
  const stage = await openBook();
  const { account, company } = stage;
  assert.equal((await setLevel(account, 'duplicate', 'hold')).status, 200);
  await company.sync('invoices');
  const total = async () => (await account.send(`GET ${company.path}/data/invoices?pageSize=1`)).body.totalResults;
  const good = await total();
  const id = seed(stage, 'an invoice twice');
  const held = await company.sync('invoices');
  assert.deepEqual([held.status, held.error.code], ['Waiting', 'heldByChecks']);
  assert.equal(await total(), good);
  const status = (await account.send(`GET ${company.path}/dataStatus`)).body.invoices;
  assert.equal(status.heldSyncId, held.syncId);
  const { held: waiting } = await qualityOf(stage);
  assert.match(waiting[0].reason, /duplicate \(1\)/);
  const path = `${company.path}/data/history/${held.syncId}`;
  const diff = (await account.send(`GET ${path}/diff`)).body;
  assert.deepEqual([diff.added, diff.updated, diff.deleted, diff.records[0].id], [1, 0, 0, id]);
  assert.equal((await account.send(`POST ${path}/confirm`)).status, 202);
  await waitFor(async () => (await company.read(held.syncId)).status === 'Complete', 30_000);
  assert.equal(await total(), good + 1);
  assert.equal((await account.send(`GET ${company.path}/dataStatus`)).body.invoices.heldSyncId, undefined);
  assert.deepEqual((await qualityOf(stage)).held, []);
  assert.equal((await account.send(`GET ${path}/diff`)).status, 409);
});

test('P-CHECKS: every way to read says that a newer state is held: lists, records, exports, agents', async () => {
  const stage = await openBook();
  const { account, company } = stage;
  await setLevel(account, 'duplicate', 'hold');
  await company.sync('invoices');
  const list = `GET ${company.path}/data/invoices`;
  const agent = await connectAgent(app.url, account.key);
  after(() => agent.close());
  const input = { companyId: company.companyId, dataType: 'invoices' };
  const heldBy = async (request: string, headers: Record<string, string> = {}) =>
    (await account.send(request, { headers })).headers.get('data-held');
  const { headers, body } = await account.send(list);
  const etag = { 'if-none-match': headers.get('etag') ?? '' };
  const [ways, next] = [[list, `${list}/${body.results[0].id}`, `${list}?query=status=Paid`], body._links.next.href];
  ways.push(
    `${list}/export`,
    `${list}/export?format=csv`,
    `${list}?format=csv`,
    `GET ${next}`,
    `${list}?pageSize=1000`,
  );
  for (const way of ways) assert.equal(await heldBy(way), null, way);
  assert.equal((await agent.ask('describe_data', input)).dataSets[0].newerStateHeld, undefined);

  seed(stage, 'an invoice twice');
  const { syncId } = await company.sync('invoices');
  for (const way of ways) assert.equal(await heldBy(way), syncId, way);
  assert.equal(await heldBy(list, { prefer: 'max-age=60' }), syncId);
  const unchanged = await account.send(list, { headers: etag });
  assert.deepEqual([unchanged.status, unchanged.headers.get('data-held')], [304, syncId]);
  const asOf = new Date().toISOString();
  assert.equal(await heldBy(`${list}?asOf=${asOf}`), null, 'the client has chosen a state');
  assert.equal((await agent.ask('describe_data', input)).dataSets[0].newerStateHeld.syncId, syncId);
  assert.equal((await agent.ask('query_data', input)).newerStateHeld.syncId, syncId);

  await account.send(`POST ${company.path}/data/history/${syncId}/cancel`);
  for (const way of ways) assert.equal(await heldBy(way), null, way);
});

test('a rejected generation is never published, and the next sync is held again until the platform is right', async () => {
  const stage = await openBook();
  const { account, company } = stage;
  await setLevel(account, 'unbalanced', 'hold');
  await company.sync('journalEntries');
  const id = seed(stage, 'an entry that does not balance');
  const held = await company.sync('journalEntries');
  assert.equal(held.status, 'Waiting');
  await account.send(`POST ${company.path}/data/history/${held.syncId}/cancel`);
  const again = await company.sync('journalEntries');
  assert.deepEqual([again.status, again.error.code], ['Waiting', 'heldByChecks']);
  await account.send(`POST ${company.path}/data/history/${again.syncId}/cancel`);
  mend(stage);
  assert.equal((await company.sync('journalEntries')).status, 'Complete');
  const record = (await account.send(`GET ${company.path}/data/journalEntries/${id}`)).body;
  const sum = record.journalLines.reduce((all: number, line: { netAmount: number }) => all + line.netAmount, 0);
  assert.ok(Math.abs(sum) < 0.01);
});

test('P-CHECKS: what was confirmed does not cover other findings', async () => {
  const stage = await openBook();
  const { account, company } = stage;
  const checks = ['massDeletion', 'numberingGap'].map((check) => ({ check, level: 'hold' }));
  await account.send('PUT /profile/checks', { body: { checks } });
  await company.sync('invoices');
  const wrong = copyOf(stage.book);
  // The rest is a sequence with a gap.
  wrong.invoices = wrong.invoices.filter((_, index) => index < 40 && index !== 10);
  platform.books.set(stage.name, wrong);
  const held = await company.sync('invoices');
  assert.deepEqual([held.status, held.error.code], ['Waiting', 'massDeletion']);
  const path = `${company.path}/data/history/${held.syncId}`;
  const diff = (await account.send(`GET ${path}/diff`)).body;
  assert.equal(diff.deleted, stage.book.invoices.length - wrong.invoices.length);
  assert.equal((await account.send(`POST ${path}/confirm`)).status, 202);
  await waitFor(async () => (await company.read(held.syncId)).error?.code === 'heldByChecks', 30_000);
  assert.match((await company.read(held.syncId)).error.message, /numberingGap \(1\)/);
  assert.equal((await account.send(`POST ${path}/confirm`)).status, 202);
  await waitFor(async () => (await company.read(held.syncId)).status === 'Complete', 30_000);
  assert.ok(diff.records.length <= 50 && diff.records.every(({ change }: { change: string }) => change === 'deleted'));
});

test('levels and tolerances are of the account; what is not listed has its default', async () => {
  const account = await app.account();
  const read = async () => (await account.send('GET /profile/checks')).body.checks;
  const levels = async () =>
    (await read())
      .filter(({ level }: { level: string }) => level === 'hold')
      .map((one: { check: string }) => one.check);
  assert.deepEqual(await levels(), ['massDeletion']);
  await setLevel(account, 'futureDate', 'hold', { tolerance: 7 });
  assert.deepEqual(await levels(), ['massDeletion', 'futureDate']);
  await setLevel(account, 'massDeletion', 'warn');
  assert.deepEqual(await levels(), []);
  const twice = { checks: [1, 2].map(() => ({ check: 'overpaid', level: 'warn' })) };
  assert.equal((await account.send('PUT /profile/checks', { body: twice })).status, 400);
  assert.equal((await setLevel(account, 'massDeletion', 'hold', { tolerance: 101 })).status, 400);
});

test('P-CHECKS: with the level warn, even many deletions are published, and the tolerance decides what many is', async () => {
  const stage = await openBook();
  await setLevel(stage.account, 'massDeletion', 'warn');
  await stage.company.sync('invoices');
  seed(stage, 'many invoices vanish');
  assert.equal((await stage.company.sync('invoices')).status, 'Complete');
  assert.equal((await resultOf(stage, 'invoices', 'massDeletion')).outcome, 'found');
  const other = await openBook();
  await setLevel(other.account, 'massDeletion', 'hold', { tolerance: 60 });
  await other.company.sync('invoices');
  seed(other, 'many invoices vanish');
  assert.equal((await other.company.sync('invoices')).status, 'Complete');
});

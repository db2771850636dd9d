import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { type Registry, registryOf } from '../../src/connectors/registry.ts';
import { previewMapping } from '../../src/mappings/preview-mapping.ts';
import { findWrongs, push } from '../data/pushed-data-set.ts';
import type { Seeded } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { parseCsv } from '../parse-csv.ts';
import { shiftingConnector } from '../sync/shifting-connector.ts';
import { linkCompany, type SyncBody, type SyncedCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';

/** Custom fields: mappings of accounts and connections, on records that are stored and on those that come. */
const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
const plain = registryOf([shiftingConnector({ baseUrl: sandbox.url, version: () => 1 })]);
let beforeMapping: () => Promise<void> = async () => {};
const registry: Registry = {
  ...plain,
  async mapSources(...given) {
    await beforeMapping();
    return plain.mapSources(...given);
  },
};
const app = useApp({ registry });
after(() => sandbox.stop());

type Field = { name: string; path: string; type: string };
const number = { name: 'ownNumber', path: 'number', type: 'text' };
const amount = { name: 'gross', path: 'gross_total', type: 'number' };
const changed = { name: 'changedAt', path: 'modified_at', type: 'dateTime' };
const wrong = { name: 'wrong', path: 'number', type: 'date' };
const path = '/mappings/sandbox/invoices';

const put = async (account: TestAccount, fields: Field[], at = path) => {
  const answer = await account.send(`PUT ${at}`, { body: { fields } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const requestsOf = async (name: string) => (await control.stats()).companies[name]?.requests ?? 0;
const history = async (account: TestAccount, { path: at }: SyncedCompany): Promise<SyncBody[]> =>
  (await account.send(`GET ${at}/data/history`)).body.results;

/** Waits until no re-mapping of the company is due or unfinished, and returns those that ran. */
async function remapped(account: TestAccount, company: SyncedCompany, count = 1): Promise<SyncBody[]> {
  let found: SyncBody[] = [];
  await waitFor(async () => {
    found = (await history(account, company)).filter((sync) => sync.trigger === 'mapping');
    const { rows } = await sql<{ due: boolean }>`select is_remap_due as due from data_set
      where company_id = ${company.companyId}`.execute(app.ctx.db.system);
    return found.length >= count && found.every(({ completed }) => completed) && rows.every(({ due }) => !due);
  }, 60_000);
  return found;
}

const listOf = async (account: TestAccount, company: SyncedCompany, query = '') =>
  (await account.send(`GET ${company.path}/data/invoices?pageSize=5000${query}`)).body;

type Source = Record<string, unknown> & { number: string; gross_total: number };
const sourcesOf = async (account: TestAccount, company: SyncedCompany) =>
  (await listOf(account, company, '&include=sourceData')).results as (SyncBody & { sourceData: Source })[];

async function dataSetOf(account: TestAccount, { companyId, connectionId }: SyncedCompany): Promise<Seeded> {
  const { rows } = await sql<{ dataSetId: number; generation: number }>`select data_set_id as "dataSetId",
      published_generation as generation from data_set where company_id = ${companyId}`.execute(app.ctx.db.system);
  const found = rows[0] ?? { dataSetId: 0, generation: 0 };
  return { accountId: account.accountId, companyId, connectionId, dataType: 'invoices', ...found };
}

test('P-MAPPING: a mapping adds custom fields to stored records without a call, and every record and later sync has them', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'mapped-300');
  assert.equal((await company.sync('invoices')).status, 'Complete');
  const calls = await requestsOf('mapped-300');
  const feed = (await account.send(`GET ${company.path}/changes?after=latest`)).body.next;

  const made = await put(account, [number, amount, changed, wrong]);
  assert.deepEqual([made.level, made.version, made.fields.length], ['account', 1, 4]);
  const [sync] = await remapped(account, company);
  assert.equal(sync.status, 'Complete', JSON.stringify(sync));
  assert.deepEqual([sync.counts.remapped, sync.counts.unreadable], [300, 300]);
  assert.equal(await requestsOf('mapped-300'), calls, 'the platform was not called');
  const changes = (await account.send(`GET ${company.path}/changes?after=${feed}&limit=5000`)).body.results;
  assert.equal(changes.length, 300);
  for (const change of changes) {
    assert.equal(change.isRemapped, true);
    assert.equal(typeof change.record.customFields.ownNumber, 'string');
  }
  for (const { customFields, sourceData } of await sourcesOf(account, company)) {
    assert.deepEqual(customFields, {
      ownNumber: sourceData.number,
      gross: sourceData.gross_total,
      changedAt: new Date(sourceData.modified_at as string).toISOString(),
    });
  }

  await control.change('mapped-300', { type: 'invoices', update: 20, create: 5 });
  const later = await company.sync('invoices');
  assert.deepEqual([later.counts.added, later.counts.updated], [5, 20]);
  const full = await company.sync('invoices', '?full=true');
  assert.deepEqual(full.counts, { added: 0, updated: 0, unchanged: 305, deleted: 0 });
  const fresh = await linkCompany(account, 'mapped-300');
  assert.equal((await fresh.sync('invoices')).counts.unreadable, 305);
  const plainOf = ({ modifiedDate, ...rest }: SyncBody) => rest;
  assert.deepEqual(
    (await listOf(account, company)).results.map(plainOf),
    (await listOf(account, fresh)).results.map(plainOf),
  );
  const [{ id }] = changes;
  const versions = (await account.send(`GET ${company.path}/data/invoices/${id}/versions`)).body.results;
  assert.ok(versions.at(-2).record.customFields.ownNumber);
  assert.equal(versions.at(-1).record.customFields, undefined);
});

test('P-MAPPING: filters, sort orders and files know custom fields by their declared types', async () => {
  const account = await app.account();
  await put(account, [number, amount, changed]);
  const company = await linkCompany(account, 'filtered-200');
  await company.sync('invoices');
  const all = await sourcesOf(account, company);
  const found = async (query: string) =>
    (await listOf(account, company, `&query=${encodeURIComponent(query)}`)).results;
  const limit = all[100]?.sourceData.gross_total ?? 0;
  const more = all.filter(({ sourceData }) => sourceData.gross_total > limit);
  assert.equal((await found(`customFields.gross>${limit}`)).length, more.length);
  assert.equal((await found(`customFields.ownNumber=${all[7]?.sourceData.number}`)).length, 1);
  assert.equal((await found('customFields.changedAt>2000-01-01')).length, 200);
  assert.equal((await found('customFields.changedAt=null')).length, 0);
  const sorted = (await listOf(account, company, '&orderBy=-customFields.gross')).results;
  const amounts = sorted.map(({ customFields }: SyncBody) => customFields.gross);
  assert.deepEqual(
    amounts,
    amounts.toSorted((a: number, b: number) => b - a),
  );
  for (const query of ['customFields.nothing=1', 'customFields.gross=abc', 'customFields.gross~1']) {
    const answer = await account.send(`GET ${company.path}/data/invoices?query=${encodeURIComponent(query)}`);
    assert.equal(answer.status, 400, query);
  }
  const csv = (await account.send(`GET ${company.path}/data/invoices?format=csv`)).text;
  const [head = [], first = []] = parseCsv(csv);
  assert.deepEqual(head.slice(-3), ['customFields.ownNumber', 'customFields.gross', 'customFields.changedAt']);
  assert.equal(first.at(-3), all[0]?.sourceData.number);
});

test("P-MAPPING: a connection's own mapping replaces the account's, and its removal restores it", async () => {
  const account = await app.account();
  await put(account, [number]);
  const company = await linkCompany(account, 'own-100');
  await company.sync('invoices');
  const own = `${company.path}/connections/${company.connectionId}/mappings`;
  const names = async () => {
    const { results } = await listOf(account, company);
    return [...new Set(results.map(({ customFields }: SyncBody) => Object.keys(customFields ?? { none: 1 }).join()))];
  };
  assert.deepEqual(await names(), ['ownNumber']);
  await put(account, [amount], `${own}/invoices`);
  await remapped(account, company, 1);
  assert.deepEqual(await names(), ['gross']);
  const { results } = (await account.send(`GET ${own}`)).body;
  assert.deepEqual(
    results.map(({ level, version }: SyncBody) => [level, version]),
    [['connection', 1]],
  );
  await put(account, [], `${own}/invoices`);
  await remapped(account, company, 2);
  assert.deepEqual(await names(), ['none']);
  assert.equal((await account.send(`DELETE ${own}/invoices`)).status, 204);
  await remapped(account, company, 3);
  assert.deepEqual(await names(), ['ownNumber']);
  assert.equal((await account.send(`DELETE ${own}/invoices`)).status, 404);
  assert.equal((await account.send(`DELETE ${path}`)).status, 204);
  await remapped(account, company, 4);
  assert.deepEqual(await names(), ['none']);
  const other = await app.account();
  assert.equal((await other.send(`GET ${own}`)).status, 403);
});

test('P-MAPPING: a preview counts what would change and shows ten records, and changes nothing', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'preview-150');
  await company.sync('invoices');
  const calls = await requestsOf('preview-150');
  const ask = async (fields: Field[]) => {
    const answer = await account.send(`POST ${path}/preview`, { body: { fields } });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const added = await ask([number, wrong]);
  assert.deepEqual(
    [added.dataSets, added.records, added.examined, added.isSampled, added.changed, added.unreadable],
    [1, 150, 150, false, 150, 150],
  );
  assert.deepEqual(added.fields, [
    { name: 'ownNumber', changed: 150, present: 150, unreadable: 0 },
    { name: 'wrong', changed: 0, present: 0, unreadable: 150 },
  ]);
  assert.equal(added.examples.length, 10);
  assert.deepEqual(added.examples[0].before, {});
  assert.equal(typeof added.examples[0].after.ownNumber, 'string');

  await put(account, [number, amount]);
  await remapped(account, company);
  assert.equal((await ask([amount, number])).changed, 0, 'numbers are compared with all of their digits');
  const other = await ask([amount]);
  assert.deepEqual(other.fields.at(-1), { name: 'ownNumber', changed: 150, present: 0, unreadable: 0 });
  assert.equal(await requestsOf('preview-150'), calls);
  assert.equal((await account.send(`GET ${path}`)).body.version, 1);
});

test('P-MAPPING: a preview examines all records of all data sets, and says so if the time is over before', async () => {
  const account = await app.account();
  const companies = [await linkCompany(account, 'whole-2500'), await linkCompany(account, 'part-1200')];
  for (const company of companies) await company.sync('invoices');
  const whole = (await account.send(`POST ${path}/preview`, { body: { fields: [number] } })).body;
  assert.deepEqual([whole.dataSets, whole.records, whole.examined, whole.isSampled], [2, 3700, 3700, false]);
  assert.deepEqual(whole.fields, [{ name: 'ownNumber', changed: 3700, present: 3700, unreadable: 0 }]);
  // The clock is read before the first page, and once for each page.
  let now = app.ctx.clock.nowMs();
  const clock = { ...app.ctx.clock, nowMs: () => (now += 6000) };
  const place = { platformKey: 'sandbox', dataType: 'invoices', connectionId: null, companyId: null };
  const inPart = { ...app.ctx, clock, registry };
  const part = await previewMapping(inPart, account.accountId, place, { fields: [{ ...number, type: 'text' }] });
  assert.deepEqual(
    [part.records, part.examined, part.isSampled],
    [3700, 3000, true],
    'two pages of the first one, one of the other',
  );
});

test('P-MAPPING: a mapping that changes again during the re-mapping is followed by another one, and readers never see a mixture', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'again-2500');
  await company.sync('invoices');
  let pages = 0;
  const mixtures: string[] = [];
  beforeMapping = async () => {
    pages++;
    const { results } = await listOf(account, company);
    const seen = new Set(results.map(({ customFields = {} }: SyncBody) => Object.keys(customFields).join()));
    if (seen.size > 1) mixtures.push([...seen].join(' | '));
    if (pages === 2) await put(account, [{ ...number, name: 'second' }]);
  };
  await put(account, [{ ...number, name: 'first' }]);
  const syncs = await remapped(account, company, 2);
  beforeMapping = async () => {};
  assert.deepEqual(
    syncs.map(({ status }) => status),
    ['Complete', 'Complete'],
  );
  assert.deepEqual(mixtures, []);
  const { results } = await listOf(account, company);
  for (const { customFields } of results) assert.deepEqual(Object.keys(customFields), ['second']);
});

test('P-MAPPING: a record that is pushed during a re-mapping has the earlier fields until all others have the new ones', async () => {
  const account = await app.account();
  await put(account, [{ ...number, name: 'first' }]);
  const company = await linkCompany(account, 'pushed-1500');
  await company.sync('invoices');
  const to = await dataSetOf(account, company);
  const [record] = await sourcesOf(account, company);
  const source = JSON.stringify(record.sourceData);
  let pages = 0;
  let during: unknown[] = [];
  const namesNow = async () => {
    const { results } = await listOf(account, company);
    return [...new Set(results.map(({ customFields = {} }: SyncBody) => Object.keys(customFields).join()))];
  };
  beforeMapping = async () => {
    if (++pages !== 2) return;
    // The record's page was written before.
    await waitFor(async () => {
      const { rows } = await sql<{ at: string }>`select remap_at as at from sync
        where company_id = ${company.companyId} and trigger = 'mapping'`.execute(app.ctx.db.system);
      return rows[0]?.at !== '';
    });
    await push(app.ctx.db, to, { id: record.id, amount: 43, source });
    // Compared later: an error here would only make the sync try again.
    during = await namesNow();
  };
  await put(account, [{ ...number, name: 'second' }]);
  const [sync] = await remapped(account, company);
  beforeMapping = async () => {};
  assert.equal(sync.status, 'Complete', JSON.stringify(sync));
  assert.deepEqual(during, ['first']);
  assert.deepEqual(await namesNow(), ['second']);
  assert.deepEqual(await findWrongs(app.ctx.db, to), []);
});

test('P-MAPPING: wrong mappings are refused', async () => {
  const account = await app.account();
  const refused = async (at: string, fields: object[], status: number) => {
    for (const [method, to] of [
      ['PUT', at],
      ['POST', `${at}/preview`],
    ]) {
      const answer = await account.send(`${method} ${to}`, { body: { fields } });
      assert.equal(answer.status, status, answer.text);
    }
  };
  await refused('/mappings/nothing/invoices', [number], 404);
  await refused(path, [number, { ...amount, name: 'OWNNUMBER' }], 400);
  await refused(path, [{ ...number, name: 'a b' }], 400);
  await refused(path, [{ ...number, path: 'a..b' }], 400);
  await refused(path, [{ ...number, type: 'money' }], 400);
  await refused('/mappings/sandbox/weather', [number], 404);
  await refused(
    path,
    Array.from({ length: 51 }, (_, at) => ({ ...number, name: `n${at}` })),
    400,
  );
  assert.equal((await account.send(`GET ${path}`)).status, 404);
  assert.deepEqual((await account.send('GET /mappings')).body.results, []);
});

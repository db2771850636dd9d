import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { type Registry, registryOf } from '../../src/connectors/registry.ts';
import { ThreadLost } from '../../src/connectors/thread-lost.ts';
import { findOutdated } from '../../src/sync/schedule/start-remaps.ts';
import { findWrongs, push } from '../data/pushed-data-set.ts';
import type { Seeded } from '../data/seed-publication.ts';
import { readEvents } from '../events/read-events.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { shiftingConnector } from './shifting-connector.ts';
import { linkCompany, type SyncBody, type SyncedCompany } from './synced-company.ts';

/** The mapping of a connector gets another version while data sets exist. */
const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
let version = 1;
/** Called before each page of stored sources is mapped. */
let beforeMapping: (page: number) => Promise<void> = async () => {};
let pages = 0;
const plain = registryOf([shiftingConnector({ baseUrl: sandbox.url, version: () => version })]);
const registry: Registry = {
  ...plain,
  async mapSources(...given) {
    await beforeMapping(++pages);
    return plain.mapSources(...given);
  },
};
const app = useApp({ registry });
after(() => sandbox.stop());
afterEach(async () => {
  beforeMapping = async () => {};
  await control.clearFaults();
});

const paidOf = async (account: TestAccount, { path }: SyncedCompany) =>
  (await account.send(`GET ${path}/data/invoices?query=status%3DPaid&pageSize=1`)).body.totalResults as number;
const requestsOf = async (name: string) => (await control.stats()).companies[name]?.requests ?? 0;

async function synced(name: string, at: number): Promise<{ account: TestAccount; company: SyncedCompany }> {
  version = at;
  const account = await app.account();
  const company = await linkCompany(account, name);
  assert.equal((await company.sync('invoices')).status, 'Complete');
  return { account, company };
}

/** Introduces a version, and returns the re-mapping of the company's invoices when it has begun or ended. */
async function remap(
  { account, company }: { account: TestAccount; company: SyncedCompany },
  to: number,
  isReached: (sync: SyncBody) => boolean = ({ completed }) => completed !== undefined,
): Promise<SyncBody> {
  version = to;
  pages = 0;
  // The companies of other tests stay as they are.
  await sql`update data_set set mapping = ${String(to)} where company_id <> ${company.companyId}`.execute(
    app.ctx.db.system,
  );
  const known = await idsOf(account, company);
  await findOutdated(app.ctx);
  let found: SyncBody;
  await waitFor(async () => {
    const { results } = (await account.send(`GET ${company.path}/data/history`)).body;
    found = results.find((one: SyncBody) => !known.includes(one.syncId));
    return found !== undefined && isReached(found);
  }, 60_000);
  return found;
}

const idsOf = async (account: TestAccount, { path }: SyncedCompany): Promise<string[]> =>
  (await account.send(`GET ${path}/data/history`)).body.results.map((one: SyncBody) => one.syncId);

async function dataSetOf(account: TestAccount, { companyId, connectionId }: SyncedCompany): Promise<Seeded> {
  const { rows } = await sql<{ dataSetId: number; generation: number }>`select data_set_id as "dataSetId",
      published_generation as generation from data_set where company_id = ${companyId}`.execute(app.ctx.db.system);
  const found = rows[0] ?? { dataSetId: 0, generation: 0 };
  return { accountId: account.accountId, companyId, connectionId, dataType: 'invoices', ...found };
}

/** One digest for each record that readers get, without the time at which Daybook's copy changed. */
async function recordsOf({ companyId }: SyncedCompany, { withHash = true } = {}): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select r.record_id || md5((r.payload - 'modifiedDate')::text
      || ${withHash ? sql`encode(r.hash, 'hex')` : sql`''`} || coalesce(r.source, '') || concat_ws(',', r.status, r.date1, r.date2, r.amount1, r.amount1_f, r.ref1)) as text
    from record r join data_set d using (account_id, company_id, data_set_id)
    where r.company_id = ${companyId} and r.gen_from <= d.published_generation
      and (r.gen_to is null or r.gen_to > d.published_generation) order by r.record_id`.execute(app.ctx.db.system);
  return rows.map(({ text }) => text);
}

test('a new mapping version reaches stored records without a call, as a generation of its own that says what it is', async () => {
  const name = 'remap-2500';
  const one = await synced(name, 1);
  const { account, company } = one;
  const paid = await paidOf(account, company);
  assert.ok(paid > 500 && paid < 2500);
  const before = (await account.send(`GET ${company.path}`)).body.lastSync;
  const calls = await requestsOf(name);
  const feed = (await account.send(`GET ${company.path}/changes?after=latest`)).body.next;

  const done = await remap(one, 2);
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  assert.equal(done.trigger, 'mapping');
  assert.deepEqual(done.counts, { added: 0, updated: paid, unchanged: 0, deleted: 0, remapped: paid });
  assert.equal(await requestsOf(name), calls, 'the platform was not called');
  assert.equal((await account.send(`GET ${company.path}`)).body.lastSync, before);

  const changes = (await account.send(`GET ${company.path}/changes?after=${feed}&limit=5000&include=none`)).body
    .results;
  assert.equal(changes.length, paid);
  for (const change of changes) assert.deepEqual([change.change, change.isRemapped], ['updated', true]);
  const [published] = (await account.send(`GET ${company.path}/publications`)).body.results;
  assert.deepEqual([published.changes, published.remapped, published.syncId], [paid, paid, done.syncId]);
  const [changed] = changes;
  const versions = (await account.send(`GET ${company.path}/data/invoices/${changed.id}/versions`)).body.results;
  assert.deepEqual(
    versions.map((made: SyncBody) => [made.change, made.isRemapped]),
    [
      ['updated', true],
      ['added', undefined],
    ],
  );
  const events = await readEvents(app, account.accountId, 'dataset.changed');
  assert.deepEqual(events.at(-1)?.data.remapped, paid);

  // A company that is synced from the beginning with the new version has the same records.
  const fresh = await linkCompany(account, name);
  assert.equal((await fresh.sync('invoices')).status, 'Complete');
  assert.deepEqual(await recordsOf(company), await recordsOf(fresh));
  const full = await company.sync('invoices', '?full=true');
  assert.deepEqual(full.counts, { added: 0, updated: 0, unchanged: 2500, deleted: 0 });
  assert.deepEqual(await findWrongs(app.ctx.db, await dataSetOf(account, company)), []);
});

test('readers see the old records until all are mapped, and a failure in the middle resumes where it stopped', async () => {
  const name = 'resumed-2500';
  const one = await synced(name, 1);
  const { account, company } = one;
  const seen = () => recordsOf(company, { withHash: false });
  const before = await seen();
  const mapped: number[] = [];
  beforeMapping = async (page) => {
    mapped.push(page);
    assert.deepEqual(await seen(), before);
    if (page === 2) throw new ThreadLost('The thread died.', true);
  };
  const waiting = await remap(one, 3, ({ status }) => status === 'Waiting');
  assert.equal(waiting.error.code, 'unavailable');
  assert.deepEqual(await seen(), before);
  await sql`update sync set retry_at = now() where sync_id = ${waiting.syncId}`.execute(app.ctx.db.system);
  await waitFor(async () => (await company.read(waiting.syncId)).completed !== undefined, 60_000);
  const done = await company.read(waiting.syncId);
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  assert.deepEqual(mapped, [1, 2, 3, 4], 'the first of three pages is not mapped again');
  assert.equal(done.counts.remapped, await paidOf(account, company));
  const fresh = await linkCompany(account, name);
  await fresh.sync('invoices');
  assert.deepEqual(await recordsOf(company), await recordsOf(fresh));
});

test('a sync that is requested during a re-mapping makes it fetch as well, and deletions are counted once', async () => {
  const name = 'joined-1200';
  const one = await synced(name, 1);
  const { account, company } = one;
  const paid = await paidOf(account, company);
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  beforeMapping = () => gate;
  const running = await remap(one, 4, ({ status }) => status === 'Fetching');
  await control.change(name, { type: 'invoices', update: 30, create: 5, delete: 20 });
  const asked = await company.request('invoices', '?full=true');
  assert.equal(asked.syncId, running.syncId);
  go();
  const done = await company.settled(running.syncId);
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  assert.deepEqual([done.trigger, done.isFull, done.progress.records], ['manual', true, 1185]);
  const feed = (await account.send(`GET ${company.path}/changes?syncId=${done.syncId}&limit=5000&include=none`)).body;
  const count = (is: (change: SyncBody) => boolean) => feed.results.filter(is).length;
  assert.deepEqual(
    done.counts.remapped,
    count(({ isRemapped }) => isRemapped),
  );
  assert.ok(done.counts.remapped >= paid - 50 && done.counts.remapped < paid);
  for (const change of ['added', 'updated', 'deleted'])
    assert.equal(
      done.counts[change],
      count((of) => of.change === change),
      change,
    );
  assert.deepEqual(await findWrongs(app.ctx.db, await dataSetOf(account, company)), []);
});

test('a record that is pushed during a re-mapping keeps what was pushed', async () => {
  const one = await synced('pushed-1500', 1);
  const { account, company } = one;
  const list = `${company.path}/data/invoices`;
  const paidIds = (await account.send(`GET ${list}?query=status%3DPaid&pageSize=5000`)).body.results.map(
    (record: { id: string }) => record.id,
  );
  const to = await dataSetOf(account, company);
  // The first record is pushed after its page was written, the last one before its page is.
  beforeMapping = async (page) => {
    if (page !== 2) return;
    await waitFor(async () => {
      const { rows } = await sql<{ at: string }>`select remap_at as at from sync where company_id = ${company.companyId}
        and trigger = 'mapping'`.execute(app.ctx.db.system);
      return rows[0]?.at !== '';
    });
    await push(app.ctx.db, to, { id: paidIds[0], amount: 43 });
    await push(app.ctx.db, to, { id: paidIds.at(-1), amount: 44 });
  };
  const done = await remap(one, 5);
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  for (const [id, amount] of [
    [paidIds[0], 43],
    [paidIds.at(-1), 44],
  ])
    assert.equal((await account.send(`GET ${list}/${id}`)).body.totalAmount, amount);
  const [published] = (await account.send(`GET ${company.path}/publications`)).body.results;
  assert.equal(published.remapped, paidIds.length - 2);
  assert.deepEqual(await findWrongs(app.ctx.db, to), []);
});

test('records without a stored source, deleted ones and those that cannot be mapped stay as they are and are counted', async () => {
  const name = 'kept-500';
  const one = await synced(name, 1);
  const { account, company } = one;
  await control.change(name, { type: 'invoices', delete: 4 });
  await company.sync('invoices');
  const { companyId } = company;
  const ids = await sql<{
    id: string;
  }>`select record_id as id from record where company_id = ${companyId} and gen_to is null
    and status = 'paid' and change <> 'd' order by record_id limit 5`.execute(app.ctx.db.system);
  const [first, second, third] = ids.rows.map(({ id }) => id);
  await sql`update record set source = null where company_id = ${companyId} and record_id in (${first}, ${second})`.execute(
    app.ctx.db.system,
  );
  await sql`update record set source = '{' where company_id = ${companyId} and record_id = ${third}`.execute(
    app.ctx.db.system,
  );
  const unlinked = { body: { status: 'Unlinked' } };
  await account.send(`PATCH ${company.path}/connections/${company.connectionId}`, unlinked);
  const done = await remap(one, 6);
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  assert.equal(done.counts.unmapped, 3);
  const { rows } = await sql<{ numbers: number }>`select count(*) as numbers from record where company_id = ${companyId}
    and gen_to is null and status = 'paid' and change <> 'd' and payload->>'invoiceNumber' not like '6/%'`.execute(
    app.ctx.db.system,
  );
  assert.equal(rows[0]?.numbers, 3);
});

test('an ordinary sync that finds an old mapping maps all records before it publishes', async () => {
  const name = 'incremental-600';
  const { account, company } = await synced(name, 1);
  await control.change(name, { type: 'invoices', update: 10 });
  version = 7;
  const done = await company.sync('invoices');
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  assert.deepEqual([done.trigger, done.isFull, done.progress.records], ['manual', false, 10]);
  const fresh = await linkCompany(account, name);
  await fresh.sync('invoices');
  assert.deepEqual(await recordsOf(company), await recordsOf(fresh));
});

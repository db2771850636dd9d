import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import type { Connector } from '@daybook/connector-kit';
import { createSandboxConnector } from '@daybook/connector-sandbox';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { linkCompany, type SyncBody, type SyncedCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';

/** Reads that say which age they accept. The clock moves only when a test moves it, so ages are exact. */
const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
const clock = settableClock(new Date());
/** Called when a sync begins to read customers. */
let beforeReading: () => Promise<void> = async () => {};
const plain = createSandboxConnector({ baseUrl: sandbox.url });
const pullCustomers = plain.pull.customers ?? assert.fail();
const connector: Connector = {
  ...plain,
  pull: {
    ...plain.pull,
    async *customers(input) {
      await beforeReading();
      yield* pullCustomers(input);
    },
  },
};
const app = useApp({ clock, registry: registryOf([connector]) });
after(() => sandbox.stop());
afterEach(async () => {
  beforeReading = async () => {};
  await control.clearFaults();
});

function holdReading(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  beforeReading = () => promise;
  return resolve;
}

let companies = 0;
async function openCompany() {
  const account = await app.account();
  const company = await linkCompany(account, `fresh-${++companies}-100`);
  return { account, company };
}

async function read(account: TestAccount, path: string, prefer?: string, more: Record<string, string> = {}) {
  const answer = await account.send(`GET ${path}`, { headers: { ...(prefer && { prefer }), ...more } });
  const [applied, age, met] = ['preference-applied', 'data-age', 'data-age-met'].map((name) =>
    answer.headers.get(name),
  );
  return { ...answer, applied, age, met };
}

const syncsOf = async (account: TestAccount, { path }: SyncedCompany): Promise<SyncBody[]> =>
  (await account.send(`GET ${path}/data/history?orderBy=requested`)).body.results;

test('P-FRESH: the age counts from the start of the last complete read of the platform, to the second', async () => {
  const { account, company } = await openCompany();
  const release = holdReading();
  const { syncId } = await company.request('customers');
  await waitFor(async () => (await company.read(syncId)).status === 'Fetching', 60_000);
  // The sync takes a minute: what changed during this time may be missing.
  clock.advanceMs(60_000);
  release();
  assert.equal((await company.settled(syncId)).status, 'Complete');
  clock.advanceMs(40_000);
  const list = `${company.path}/data/customers`;
  const met = await read(account, `${list}?pageSize=1`, 'max-age=100');
  assert.deepEqual([met.status, met.applied, met.age, met.met], [200, 'max-age=100', '100', 'true'], met.text);
  const unmet = await read(account, `${list}?pageSize=1`, 'max-age=99');
  assert.deepEqual([unmet.status, unmet.age, unmet.met], [200, '100', 'false']);
  const { id } = met.body.results[0];
  const one = await read(account, `${list}/${id}`, 'max-age=100');
  assert.deepEqual([one.status, one.age, one.met, one.body.id], [200, '100', 'true', id]);
  clock.advanceMs(1000);
  const { connectionId } = company;
  const ofConnection = `${company.path}/connections/${connectionId}/data/customers`;
  assert.deepEqual((await read(account, ofConnection, 'max-age=100')).met, 'false');
  // A conditional read has the headers as well.
  const etag = met.headers.get('etag') ?? '';
  const same = await read(account, `${list}?pageSize=1`, 'max-age=200', { 'if-none-match': etag });
  assert.deepEqual([same.status, same.age, same.met], [304, '101', 'true']);
  assert.equal((await syncsOf(account, company)).length, 1, 'without wait, a read requests nothing');
});

test('P-FRESH: without the preference there are no headers; a state that the client has chosen itself has no age', async () => {
  const { account, company } = await openCompany();
  await company.sync('customers');
  const list = `${company.path}/data/customers`;
  assert.deepEqual((await read(account, list)).age, null);
  assert.deepEqual((await read(account, list, 'respond-async')).applied, null);
  const asOf = await read(account, `${list}?asOf=${clock.now().toISOString()}`, 'max-age=5, wait=5');
  assert.deepEqual([asOf.status, asOf.applied, asOf.age], [200, null, null], asOf.text);
  const refused = await read(account, list, 'max-age=soon');
  assert.equal(refused.status, 400);
  assert.match(refused.text, /must be a whole number of seconds, such as max-age=3600, not \\"soon\\"/);
  assert.equal((await read(account, `${company.path}/data/items`, 'max-age=5')).status, 409, 'nothing published yet');
});

test('P-FRESH: while a check holds a newer state, the age stays that of the state that readers see', async () => {
  const { account, company } = await openCompany();
  await company.sync('customers', '?full=true');
  clock.advanceMs(300_000);
  const list = `${company.path}/data/customers`;
  const { totalResults } = (await read(account, `${list}?pageSize=1`)).body;
  await control.change(`fresh-${companies}-100`, { type: 'customers', delete: Math.ceil(totalResults * 0.6) });
  const held = await company.sync('customers', '?full=true');
  assert.deepEqual([held.status, held.error?.code], ['Waiting', 'massDeletion'], JSON.stringify(held));
  // It cannot become younger without a person, so the response does not wait.
  const started = performance.now();
  const shown = await read(account, list, 'max-age=299, wait=30');
  assert.deepEqual([shown.age, shown.met, shown.applied], ['300', 'false', 'max-age=299, wait=30']);
  assert.ok(performance.now() - started < 20_000, 'the response did not wait');
  clock.advanceMs(10_000);
  await account.send(`POST ${company.path}/data/history/${held.syncId}/confirm`);
  await waitFor(async () => (await company.read(held.syncId)).status === 'Complete', 60_000);
  const confirmed = await read(account, list, 'max-age=10');
  assert.deepEqual([confirmed.age, confirmed.met], ['10', 'true'], 'the confirmed state is as old as its sync');
});

test('P-FRESH: many waiting readers request one sync, and all get what it has read', async () => {
  const { account, company } = await openCompany();
  await company.sync('customers');
  clock.advanceMs(3_600_000);
  await control.change(`fresh-${companies}-100`, { type: 'customers', create: 1 });
  const list = `${company.path}/data/customers?pageSize=1`;
  const before = (await read(account, list)).body.totalResults;
  const release = holdReading();
  // More than the pool has connections (10): a reader that waits must not hold one.
  const waiting = Array.from({ length: 25 }, () => read(account, list, 'max-age=60, wait=30'));
  await waitFor(async () => (await syncsOf(account, company)).some(({ status }) => status === 'Fetching'), 60_000);
  assert.equal((await read(account, list)).status, 200, 'others are served meanwhile');
  release();
  for (const { met, age, body } of await Promise.all(waiting))
    assert.deepEqual([met, age, body.totalResults], ['true', '0', before + 1]);
  const syncs = await syncsOf(account, company);
  assert.deepEqual(
    syncs.map(({ status }) => status),
    ['Complete', 'Complete'],
  );
});

test('P-FRESH: wait alone accepts only what is read after the request: a sync that began before it is followed by another', async () => {
  const { account, company } = await openCompany();
  await company.sync('customers');
  clock.advanceMs(60_000);
  const release = holdReading();
  const { syncId } = await company.request('customers');
  await waitFor(async () => (await company.read(syncId)).status === 'Fetching', 60_000);
  clock.advanceMs(1000);
  const reading = read(account, `${company.path}/data/customers?pageSize=1`, 'wait=30');
  // The request has arrived when it has asked for the state: the clock then moves no further.
  await new Promise((resolve) => setTimeout(resolve, 300));
  release();
  const answer = await reading;
  assert.deepEqual([answer.applied, answer.met, answer.age], ['max-age=0, wait=30', 'true', '0']);
  assert.equal((await syncsOf(account, company)).length, 3);
});

test('P-FRESH: if the time passes or the sync fails, the answer is what there is, and says that it is too old', async () => {
  const { account, company } = await openCompany();
  await company.sync('customers');
  clock.advanceMs(7_200_000);
  const list = `${company.path}/data/customers?pageSize=1`;
  const release = holdReading();
  const late = await read(account, list, 'max-age=60, wait=1');
  assert.deepEqual([late.status, late.met, late.age], [200, 'false', '7200']);
  release();
  await waitFor(async () => (await syncsOf(account, company)).every(({ status }) => status === 'Complete'), 60_000);
  clock.advanceMs(7_200_000);
  beforeReading = async () => {
    throw new Error('The books are closed.');
  };
  const failed = await read(account, list, 'max-age=60, wait=5');
  assert.deepEqual([failed.status, failed.met], [200, 'false']);
});

test('P-FRESH: a key that may only read requests no sync, but gets what another sync reads', async () => {
  const { account, company } = await openCompany();
  await company.sync('customers');
  clock.advanceMs(3_600_000);
  const { secret } = await app.key(account.accountId, { scopes: ['read'] });
  const list = `GET ${company.path}/data/customers?pageSize=1`;
  const reader = () => app.send(list, { key: secret, headers: { prefer: 'max-age=60, wait=30' } });
  assert.equal((await reader()).headers.get('data-age-met'), 'false');
  assert.equal((await syncsOf(account, company)).length, 1);
  const release = holdReading();
  const { syncId } = await company.request('customers');
  await waitFor(async () => (await company.read(syncId)).status === 'Fetching', 60_000);
  const reading = reader();
  release();
  assert.equal((await reading).headers.get('data-age-met'), 'true');
});

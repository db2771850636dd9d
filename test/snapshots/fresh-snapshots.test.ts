import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { type TestAccount, type TestApp, useApp } from '../harness.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';

/** Snapshots that request syncs first: one pass over the data sets, and further rounds. */
const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
const clock = settableClock(new Date());
const config = { sandboxUrl: sandbox.url };
const timed = useApp({ clock, config });
const app = useApp({ config });
after(() => sandbox.stop());

// biome-ignore lint/suspicious/noExplicitAny: a snapshot as it came over HTTP.
type Body = any;
type Stage = { account: TestAccount; company: SyncedCompany; name: string };

async function open(of: TestApp, name: string): Promise<Stage> {
  const account = await of.account();
  return { account, company: await linkCompany(account, name), name };
}
async function request({ account, company: { path } }: Stage, body: object) {
  const made = await account.send(`POST ${path}/snapshots`, { body: { fresh: true, ...body } });
  assert.deepEqual([made.status, made.body.status], [202, 'pending'], made.text);
  const read = async (): Promise<Body> => (await account.send(`GET ${path}/snapshots/${made.body.snapshotId}`)).body;
  const taken = async () => {
    await waitFor(async () => (await read()).status === 'ready', 120_000);
    return read();
  };
  return { read, taken };
}
const historyOf = async ({ account, company }: Stage): Promise<Body[]> =>
  (await account.send(`GET ${company.path}/data/history?pageSize=300`)).body.results;
const setOf = (snapshot: Body, dataType: string) =>
  snapshot.dataSets.find((set: { dataType: string }) => set.dataType === dataType);

test('P-SNAPSHOTS: a fresh snapshot reads the data sets of a connection in one pass, right after each other', async () => {
  const stage = await open(app, 'pass-100');
  const taken = await (await request(stage, { maxSpreadSeconds: 3600 })).taken();
  assert.deepEqual([taken.rounds, taken.maxSpreadSeconds, taken.isSpreadMet], [1, 3600, true]);
  assert.ok(taken.dataSets.length > 15 && taken.dataSets.every(({ isFresh }: Body) => isFresh));
  const syncs = (await historyOf(stage)).sort((a, b) => (a.started < b.started ? -1 : 1));
  assert.equal(syncs.length, taken.dataSets.length);
  const overlaps = syncs.filter(({ started }, at) => started < (syncs[at - 1]?.completed ?? ''));
  assert.deepEqual(overlaps, [], 'no sync begins before the one before it has ended');
});

test('P-SNAPSHOTS: while the spread is larger than wanted, all data sets are synced once more', async () => {
  const stage = await open(timed, 'spread-100');
  await control.fault({
    match: { company: stage.name, type: 'transfers' },
    fault: { kind: 'slow', ms: 3000 },
    times: 1,
  });
  const { read, taken } = await request(stage, { maxSpreadSeconds: 30 });
  await waitFor(async () =>
    (await historyOf(stage)).some(({ dataType, status }) => dataType === 'transfers' && status === 'Fetching'),
  );
  clock.advanceMs(40_000);
  await waitFor(async () => (await read()).rounds === 2, 60_000);
  const snapshot = await taken();
  assert.deepEqual([snapshot.rounds, snapshot.spreadSeconds, snapshot.isSpreadMet], [2, 0, true]);
  const ofInvoices = (await historyOf(stage)).filter(({ dataType }) => dataType === 'invoices');
  assert.deepEqual(
    ofInvoices.map(({ isFull }) => isFull).sort(),
    [false, true],
    'the second round only fetches changes',
  );
});

test('P-SNAPSHOTS: after two more rounds, the snapshot is taken with the spread that it has, and says so', async () => {
  const stage = await open(app, 'wide-100');
  await control.fault({ match: { company: stage.name }, fault: { kind: 'slow', ms: 120 } });
  const taken = await (await request(stage, { maxSpreadSeconds: 1 })).taken();
  await control.clearFaults(stage.name);
  assert.deepEqual([taken.rounds, taken.isSpreadMet], [3, false]);
  assert.ok(taken.spreadSeconds > 1);
});

test('P-SNAPSHOTS: a sync that already ran when the snapshot was requested does not count as fresh; another one follows', async () => {
  const stage = await open(timed, 'running-100');
  await control.fault({ match: { company: stage.name, type: 'bills' }, fault: { kind: 'slow', ms: 2500 }, times: 1 });
  const { syncId } = await stage.company.request('bills');
  await waitFor(async () => (await stage.company.read(syncId)).status === 'Fetching');
  clock.advanceMs(1000);
  const taken = await (await request(stage, {})).taken();
  const bills = (await historyOf(stage)).filter(({ dataType }) => dataType === 'bills');
  assert.equal(bills.length, 2);
  assert.deepEqual([setOf(taken, 'bills').isFresh, setOf(taken, 'invoices').isFresh], [true, true]);
  assert.ok(setOf(taken, 'bills').readFrom >= taken.requested);
});

test('P-SNAPSHOTS: a data set that cannot be read is not fresh, and the others are', async () => {
  const stage = await open(app, 'partly-100');
  await stage.company.sync('bills');
  await control.fault({ match: { company: stage.name, type: 'bills' }, fault: { kind: 'status', status: 403 } });
  const taken = await (await request(stage, {})).taken();
  assert.deepEqual([setOf(taken, 'bills').isFresh, setOf(taken, 'invoices').isFresh], [false, true]);
  assert.equal(taken.isSpreadMet, undefined, 'no spread was asked for');
  const path = `POST ${stage.company.path}/snapshots`;
  const wrong = await stage.account.send(path, { body: { maxSpreadSeconds: 10 } });
  assert.deepEqual([wrong.status, wrong.body.validation.errors[0].itemId], [400, 'maxSpreadSeconds']);
});

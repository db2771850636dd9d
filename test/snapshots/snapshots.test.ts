import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { releaseEnded } from '../../src/data/snapshots/keep-snapshots.ts';
import { insertSnapshot } from '../../src/data/snapshots/store.ts';
import { takeSnapshot } from '../../src/data/snapshots/take-snapshot.ts';
import { collectGenerations } from '../../src/data/write/collect-generations.ts';
import { takeReady } from '../../src/snapshots/take-waiting.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { untilWaiting } from '../lock-waits.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';

const clock = settableClock(new Date());
const sandbox = await startSandbox();
const config = { sandboxUrl: sandbox.url, versionsKeptHours: 24, snapshotsMax: 3, snapshotsKeptDays: 30 };
const app = useApp({ clock, config });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const hour = 3_600_000;
const inDays = (days: number) => new Date(clock.nowMs() + days * 24 * hour).toISOString();

async function snapshot(account: TestAccount, { path }: SyncedCompany, body: object = {}) {
  const made = await account.send(`POST ${path}/snapshots`, { body });
  assert.equal(made.status, 'fresh' in body ? 202 : 201, made.text);
  return made.body;
}

/** Every record of a list, by its links. */
async function walk(account: TestAccount, start: string): Promise<string[]> {
  const seen: string[] = [];
  for (let next: string | undefined = start; next; ) {
    const page = await account.send(`GET ${next}`);
    assert.equal(page.status, 200, page.text);
    for (const record of page.body.results) seen.push(JSON.stringify(record));
    next = page.body._links.next?.href;
  }
  return seen;
}

async function change(company: SyncedCompany, name: string) {
  for (const type of ['invoices', 'bills'] as const) {
    await control.change(name, { type, update: 30 });
    assert.equal((await company.sync(type)).status, 'Complete');
  }
}

test('P-SNAPSHOTS: a snapshot pins every data set, and its states are read the same after publications and the removal of old versions', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'pinned-120');
  await company.sync('invoices');
  await company.sync('bills');
  const list = `${company.path}/data/invoices?pageSize=50`;
  const before = await walk(account, list);
  const made = await snapshot(account, company, { name: 'End of month', keepUntil: inDays(20) });
  assert.deepEqual(
    made.dataSets.map(({ dataType, totalRecords }: Record<string, unknown>) => [dataType, totalRecords]),
    [
      ['bills', (await account.send(`GET ${company.path}/data/bills`)).body.totalResults],
      ['invoices', before.length],
    ],
  );
  assert.equal(made.status, 'ready');
  assert.ok(made.spreadSeconds >= 0);
  assert.equal(made.changedMeanwhile, false);

  const held = { snapshot: made.snapshotId };
  const pinned = `${list}&snapshot=${held.snapshot}`;
  const first = (await account.send(`GET ${pinned}`)).body._links.next.href;
  const cash = `GET ${company.path}/insights/receivables?snapshot=${held.snapshot}`;
  const figures = (await account.send(cash)).body;
  const file = `GET ${company.path}/data/invoices/export?snapshot=${held.snapshot}`;
  const exported = await account.send(file);
  const hash = `GET ${company.path}/connections/${company.connectionId}/data/invoices/hash?snapshot=${held.snapshot}`;
  const hashed = (await account.send(hash)).body;
  const id = JSON.parse(before[0] ?? '').id;
  const filtered = `${pinned}&query=${encodeURIComponent('status=Paid')}`;
  const paid = await walk(account, filtered);

  await change(company, 'pinned-120');
  clock.advanceMs(30 * hour);
  await change(company, 'pinned-120');
  clock.advanceMs(30 * hour);
  await collectGenerations(app.ctx);
  const asOf = `GET ${list}&asOf=${encodeURIComponent(made.taken)}`;
  assert.equal((await account.send(asOf)).status, 410, 'without the snapshot, the state is gone');
  assert.deepEqual(await walk(account, pinned), before);
  assert.deepEqual(await walk(account, filtered), paid);
  assert.equal((await account.send(`GET ${first}`)).status, 200, 'a page link of the snapshot lives as long as it');
  assert.notDeepEqual(await walk(account, list), before);
  assert.deepEqual((await account.send(cash)).body, figures);
  assert.equal((await account.send(file)).text, exported.text);
  assert.deepEqual((await account.send(hash)).body, hashed);
  const one = `GET ${company.path}/data/invoices/${encodeURIComponent(id)}?snapshot=${held.snapshot}`;
  assert.deepEqual((await account.send(one)).body, JSON.parse(before[0] ?? ''));
  const shown = (await account.send(`GET ${company.path}/snapshots/${held.snapshot}`)).body;
  assert.ok(shown.held.versions > 0 && shown.held.bytes > shown.held.versions * 100, JSON.stringify(shown.held));

  const { snapshots } = (await account.send('GET /usage')).body;
  const limits = { max: 3, daysMax: 30, bytesMax: 100_000_000_000 };
  assert.deepEqual(snapshots, { used: 1, ...limits, held: shown.held }, 'the account sees what it holds on disk');

  clock.advanceMs(21 * 24 * hour);
  for (const path of [`GET ${pinned}`, `GET ${first}`, one, cash, file, hash])
    assert.deepEqual([path, (await account.send(path)).body.code], [path, 'snapshotEnded']);
  const count = () =>
    sql<{ n: number }>`select count(*) as n from record r join data_set d using (account_id, company_id, data_set_id)
      where company_id = ${company.companyId} and gen_to <= d.oldest_generation`.execute(app.ctx.db.system);
  await collectGenerations(app.ctx);
  await releaseEnded(app.ctx);
  assert.equal((await count()).rows[0]?.n, 0, 'nothing is left that only the snapshot has kept');
  assert.deepEqual((await account.send('GET /usage')).body.snapshots.held, { versions: 0, bytes: 0 });
  assert.deepEqual((await account.send(`GET ${company.path}/snapshots`)).body.results[0].status, 'ended');
});

test('P-SNAPSHOTS: a deleted snapshot is gone at once, a changed end counts, and another one keeps what both have pinned', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'shared-100');
  await company.sync('invoices');
  const [one, two] = [await snapshot(account, company), await snapshot(account, company)];
  const at = `${company.path}/snapshots`;
  const changed = await account.send(`PATCH ${at}/${two.snapshotId}`, {
    body: { keepUntil: inDays(25), name: 'kept' },
  });
  assert.deepEqual([changed.status, changed.body.name], [200, 'kept']);
  const before = await walk(account, `${company.path}/data/invoices?snapshot=${two.snapshotId}`);
  await control.change('shared-100', { type: 'invoices', update: 20 });
  await company.sync('invoices');
  clock.advanceMs(30 * hour);
  await collectGenerations(app.ctx);
  assert.equal((await account.send(`DELETE ${at}/${one.snapshotId}`)).status, 204);
  const again = await account.send(`DELETE ${at}/${one.snapshotId}`);
  assert.deepEqual([again.status, again.body.code], [410, 'snapshotEnded']);
  await releaseEnded(app.ctx);
  assert.deepEqual(await walk(account, `${company.path}/data/invoices?snapshot=${two.snapshotId}`), before);
  const late = await account.send(`PATCH ${at}/${two.snapshotId}`, { body: { keepUntil: inDays(31) } });
  assert.deepEqual([late.status, late.body.code], [400, 'inputInvalid']);
});

test('P-SNAPSHOTS: a snapshot that asks for fresh data waits for the syncs, and says which platform has changed meanwhile', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'fresh-100');
  const made = await snapshot(account, company, { fresh: true });
  assert.equal(made.status, 'pending');
  const early = await account.send(`GET ${company.path}/data/invoices?snapshot=${made.snapshotId}`);
  assert.deepEqual([early.status, early.body.code], [409, 'snapshotPending']);
  const syncs = (await account.send(`GET ${company.path}/data/history?pageSize=200`)).body.results;
  for (const { syncId } of syncs) await company.settled(syncId);
  await takeReady(app.ctx);
  const read = async () => (await account.send(`GET ${company.path}/snapshots/${made.snapshotId}`)).body;
  const taken = await read();
  assert.equal(taken.status, 'ready');
  assert.equal(taken.dataSets.length, syncs.length);
  assert.ok(taken.dataSets.every(({ isFresh }: { isFresh: boolean }) => isFresh));
  await sql`update data_set set requested_at = ${clock.now()}::timestamptz + interval '1 second'
    where company_id = ${company.companyId} and data_type = 'bills'`.execute(app.ctx.db.system);
  const second = await snapshot(account, company);
  const changed = second.dataSets.filter((set: { changedMeanwhile: boolean }) => set.changedMeanwhile);
  assert.deepEqual(
    changed.map(({ dataType }: { dataType: string }) => dataType),
    ['bills'],
  );
  assert.equal(second.changedMeanwhile, true);
});

test('P-SNAPSHOTS: a snapshot says what it cannot give: too many, unknown ones, missing data sets, two states at once', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'limits-100');
  await company.sync('invoices');
  const { snapshotId } = await snapshot(account, company);
  const codeOf = async (request: string) => (await account.send(request)).body.code;
  const invoices = `GET ${company.path}/data/invoices`;
  assert.equal(
    await codeOf(`${company.path.replace('/', 'GET /')}/data/bills?snapshot=${snapshotId}`),
    'dataSetNotInSnapshot',
  );
  assert.equal(await codeOf(`${invoices}?snapshot=${snapshotId}&asOf=2026-01-01`), 'inputInvalid');
  assert.equal(await codeOf(`${invoices}?snapshot=${company.companyId}`), 'notFound');
  const missing = (await account.send(`GET ${company.path}/insights/payables?snapshot=${snapshotId}`)).body.missing;
  assert.equal(missing[0].code, 'dataSetNotInSnapshot');
  await snapshot(account, company);
  await snapshot(account, company);
  const more = await account.send(`POST ${company.path}/snapshots`, { body: {} });
  assert.deepEqual([more.status, more.body.code], [402, 'snapshotLimitReached']);
});

test('P-SNAPSHOTS: versions that a snapshot is about to pin are not removed before it is committed', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'racing-100');
  await company.sync('invoices');
  const before = await walk(account, `${company.path}/data/invoices`);
  const now = clock.now();
  const keptUntil = new Date(now.getTime() + 20 * 24 * hour);
  const place = { companyId: company.companyId, snapshotId: randomUUID() };
  let collected: Promise<number> = Promise.resolve(0);
  await app.ctx.db.transaction(account.accountId, async (tx) => {
    await insertSnapshot(tx, {
      ...place,
      name: null,
      requestedAt: now,
      keptUntil,
      waitsUntil: null,
      maxSpreadSeconds: null,
    });
    await takeSnapshot(tx, place, now);
    await control.change('racing-100', { type: 'invoices', update: 20 });
    assert.equal((await company.sync('invoices')).status, 'Complete', 'a snapshot does not hold up a sync');
    clock.advanceMs(60 * hour);
    collected = collectGenerations(app.ctx);
    await untilWaiting(app.databaseUrl, 1);
  });
  await collected;
  assert.deepEqual(await walk(account, `${company.path}/data/invoices?snapshot=${place.snapshotId}`), before);
});

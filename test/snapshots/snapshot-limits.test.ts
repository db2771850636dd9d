import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import pg from 'pg';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { type AccountChange, changeAccount } from '../../src/accounts/change-account.ts';
import { settableClock } from '../../src/base/clock.ts';
import { releaseEnded } from '../../src/data/snapshots/keep-snapshots.ts';
import { collectGenerations } from '../../src/data/write/collect-generations.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';

/** What an account may keep by snapshots, and what it is told about it. */
const clock = settableClock(new Date());
const sandbox = await startSandbox();
const app = useApp({
  clock,
  config: { sandboxUrl: sandbox.url, versionsKeptHours: 24, snapshotsKeptDays: 30, listTimeoutMs: 300 },
});
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const hourMs = 3_600_000;
const inDays = (days: number) => new Date(clock.nowMs() + days * 24 * hourMs).toISOString();
const set = ({ accountId }: TestAccount, change: AccountChange) =>
  app.ctx.db.transaction(accountId, (tx) => changeAccount(tx, change));

/** A company with a snapshot that holds replaced versions. */
async function holdVersions(name: string) {
  const account = await app.account();
  const company = await linkCompany(account, name);
  await company.sync('invoices');
  const { snapshotId } = (await take(account, company)).body;
  await control.change(name, { type: 'invoices', update: 30 });
  await company.sync('invoices');
  clock.advanceMs(30 * hourMs);
  await collectGenerations(app.ctx);
  return { account, company, snapshotId };
}
const take = (account: TestAccount, { path }: SyncedCompany, body: object = {}) =>
  account.send(`POST ${path}/snapshots`, { body });
const useOf = async (account: TestAccount) => (await account.send('GET /usage')).body.snapshots;

test('P-SNAPSHOTS: an account whose snapshots hold as much disk as it may use takes no more, and is told why', async () => {
  const { account, company, snapshotId } = await holdVersions('full-100');
  const { held } = await useOf(account);
  assert.deepEqual([held.versions, held.bytes > 3000], [30, true]);
  await set(account, { snapshotBytes: held.bytes });
  assert.equal((await useOf(account)).bytesMax, held.bytes);
  const refused = await take(account, company);
  assert.deepEqual([refused.status, refused.body.code], [402, 'snapshotDiskLimitReached']);
  assert.ok(refused.body.error.includes(`hold ${held.bytes.toLocaleString('en')} bytes on disk`), refused.body.error);
  assert.match(refused.body.error, /its limit is [\d,]+\. Delete snapshots with DELETE/);
  const at = `${company.path}/snapshots/${snapshotId}`;
  const longer = await account.send(`PATCH ${at}`, { body: { keepUntil: inDays(20) } });
  assert.deepEqual([longer.status, longer.body.code], [402, 'snapshotDiskLimitReached']);
  const shorter = await account.send(`PATCH ${at}`, { body: { keepUntil: inDays(1), name: 'soon' } });
  assert.equal(shorter.status, 200, 'what is kept shorter needs no more disk');
  await account.send(`DELETE ${at}`);
  await releaseEnded(app.ctx);
  assert.equal((await take(account, company)).status, 201, 'the disk is free');
  assert.equal((await useOf(account)).held.bytes, 0);
});

test('P-SNAPSHOTS: the limits of an account come before those of the installation', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'days-100');
  await company.sync('invoices');
  const late = await take(account, company, { keepUntil: inDays(31) });
  assert.match(late.body.validation.errors[0].message, /at most 30 days from now, which is the limit of the account/);
  await set(account, { snapshotDays: 400 });
  assert.equal((await take(account, company, { keepUntil: inDays(31) })).status, 201);
  await set(account, { snapshotDays: 2 });
  const short = await take(account, company);
  assert.equal(short.body.keepUntil, inDays(2), 'the default is not longer than the limit');
  await set(account, { snapshotDays: null, snapshotBytes: 0 });
  assert.equal((await take(account, company)).status, 402, 'an account that may use no disk takes no snapshot');
  assert.deepEqual([(await useOf(account)).daysMax, (await useOf(account)).bytesMax], [30, 0]);
});

test('P-SNAPSHOTS: a snapshot is shown without what it holds if that takes too long to count', async () => {
  const { account, company, snapshotId } = await holdVersions('slow-100');
  const read = () => account.send(`GET ${company.path}/snapshots/${snapshotId}`);
  assert.equal((await read()).body.held.versions, 30);
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  try {
    // Reading a record waits for this lock, until the statement is cancelled.
    await client.query('begin; lock table record in access exclusive mode');
    const shown = await read();
    assert.deepEqual([shown.status, shown.body.held, shown.body.status], [200, undefined, 'ready']);
    assert.equal((await useOf(account)).held.versions, 30, 'what all snapshots hold is known');
  } finally {
    await client.end();
  }
});

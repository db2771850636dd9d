import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { roomForPushes } from '../../src/data/write/open-generation.ts';
import { runSync } from '../../src/sync/run/run-sync.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany, type SyncedCompany } from './synced-company.ts';

/** What a sync does when the provider or the worker fails, or a person intervenes. */
const clock = settableClock(new Date());
const sandbox = await startSandbox();
const app = useApp({ clock, config: { sandboxUrl: sandbox.url, syncAttemptsMax: 3 } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());
beforeEach(async () => {
  await control.clearFaults();
  await control.clearLimits();
});

let made = 0;
async function synced(account: TestAccount, invoices = 1200): Promise<SyncedCompany & { name: string }> {
  const name = `failing${++made}-${invoices}`;
  const company = await linkCompany(account, name);
  assert.equal((await company.sync('invoices')).status, 'Complete');
  return { ...company, name };
}

async function dataSetOf(companyId: string) {
  const { rows } = await sql<{
    g: number;
    total: number;
    deleted: number;
  }>`select published_generation as g, total, deleted
    from data_set where company_id = ${companyId}`.execute(app.ctx.db.system);
  return rows[0];
}

test('a full pass finds records that have disappeared, and writes a deleted version of each', async () => {
  const company = await synced(await app.account());
  await control.fault({ match: { company: company.name, type: 'invoices' }, fault: { kind: 'vanish', share: 0.1 } });
  const done = await company.sync('invoices', '?full=true');
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  const { deleted, unchanged } = done.counts;
  assert.ok(deleted > 50 && deleted < 200 && deleted + unchanged === 1200, JSON.stringify(done.counts));
  assert.deepEqual(await dataSetOf(company.companyId), { g: 1 + roomForPushes, total: 1200, deleted });
  const { rows } = await sql<{ n: number }>`select count(*) as n from record where company_id = ${company.companyId}
    and gen_to is null and change = 'd' and (payload -> 'metadata' ->> 'isDeleted')::boolean`.execute(
    app.ctx.db.system,
  );
  assert.equal(rows[0]?.n, deleted);
  await control.clearFaults();
  const back = await company.sync('invoices', '?full=true');
  assert.deepEqual(back.counts, { added: 0, updated: deleted, unchanged: 1200 - deleted, deleted: 0 });
  assert.deepEqual(await dataSetOf(company.companyId), { g: 1 + 2 * roomForPushes, total: 1200, deleted: 0 });
});

test('a full pass that would delete more than 30 % waits for a person; until then none of it is visible', async () => {
  const account = await app.account();
  const company = await synced(account);
  await control.fault({ match: { company: company.name, type: 'invoices' }, fault: { kind: 'vanish', share: 0.6 } });
  const held = await company.sync('invoices', '?full=true');
  assert.deepEqual([held.status, held.error.code, held.error.retryAt], ['Waiting', 'massDeletion', undefined]);
  assert.match(held.error.message, /^A full sync did not find \d+ of 1200 records\./);
  assert.deepEqual(await dataSetOf(company.companyId), { g: 1, total: 1200, deleted: 0 });
  clock.set(new Date(clock.nowMs() + 24 * 3_600_000));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal((await company.read(held.syncId)).status, 'Waiting', 'it does not continue after a time');
  const confirmed = await account.send(`POST ${company.path}/data/history/${held.syncId}/confirm`);
  assert.equal(confirmed.status, 202, confirmed.text);
  await waitFor(async () => (await company.read(held.syncId)).status === 'Complete');
  const now = await dataSetOf(company.companyId);
  assert.ok(now?.g === 1 + roomForPushes && now.deleted > 500, JSON.stringify(now));
  const again = await account.send(`POST ${company.path}/data/history/${held.syncId}/confirm`);
  assert.equal(again.status, 409);
});

test('a sync that waits for confirmation can be cancelled, and the next one finds the data set unchanged', async () => {
  const account = await app.account();
  const company = await synced(account);
  await control.fault({ match: { company: company.name, type: 'invoices' }, fault: { kind: 'vanish', share: 0.6 } });
  const held = await company.sync('invoices', '?full=true');
  const cancelled = await account.send(`POST ${company.path}/data/history/${held.syncId}/cancel`);
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'Cancelled']);
  await control.clearFaults();
  const done = await company.sync('invoices', '?full=true');
  assert.deepEqual(done.counts, { added: 0, updated: 0, unchanged: 1200, deleted: 0 });
});

test('a cursor that the provider no longer accepts causes a full pass', async () => {
  const company = await synced(await app.account());
  await control.change(company.name, { type: 'invoices', update: 7, delete: 2 });
  await control.forget(company.name);
  const done = await company.sync('invoices');
  assert.deepEqual([done.status, done.isFull], ['Complete', true]);
  assert.deepEqual(done.counts, { added: 0, updated: 7, unchanged: 1191, deleted: 2 });
});

test('a rate limit makes the sync wait until the provider allows requests, then it resumes where it stopped', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'limited-3500');
  const match = { company: 'limited-3500', type: 'invoices' };
  await control.fault({ match, fault: { kind: 'status', status: 429, retryAfter: 90 }, skip: 2, times: 1 });
  const waiting = await company.sync('invoices');
  assert.deepEqual([waiting.status, waiting.error.code], ['Waiting', 'rateLimited'], JSON.stringify(waiting));
  assert.equal(waiting.progress.pages, 2);
  const waitMs = Date.parse(waiting.error.retryAt) - clock.nowMs();
  assert.ok(waitMs > 80_000 && waitMs <= 91_000, `${waitMs}`);
  assert.equal(waiting.timeline.at(-1).until, waiting.error.retryAt);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  assert.match(metrics, /^daybook_syncs\{platform="sandbox",status="Waiting"\} [1-9]/m);
  const requests = (await control.stats()).companies['limited-3500']?.types.invoices ?? 0;
  clock.set(new Date(clock.nowMs() + 91_000));
  await waitFor(async () => (await company.read(waiting.syncId)).status === 'Complete', 60_000);
  const done = await company.read(waiting.syncId);
  assert.deepEqual([done.counts.added, done.progress.pages], [3500, 4]);
  assert.equal(
    ((await control.stats()).companies['limited-3500']?.types.invoices ?? 0) - requests,
    2,
    'two pages left',
  );
});

test('during an outage the sync waits longer after each attempt, and fails after the last one', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'outage-1500');
  await control.fault({ match: { company: 'outage-1500', type: 'invoices' }, fault: { kind: 'status', status: 500 } });
  const { syncId } = await company.request('invoices');
  const waits: number[] = [];
  for (let attempt = 1; attempt < 3; attempt++) {
    await waitFor(async () => {
      const { status, error } = await company.read(syncId);
      return status === 'Waiting' && Date.parse(error.retryAt) > clock.nowMs();
    });
    const { error } = await company.read(syncId);
    assert.equal(error.code, 'unavailable');
    waits.push(Date.parse(error.retryAt) - clock.nowMs());
    clock.set(new Date(Date.parse(error.retryAt) + 1));
  }
  await waitFor(async () => (await company.read(syncId)).completed !== undefined);
  const failed = await company.read(syncId);
  assert.deepEqual([failed.status, failed.error.code], ['FetchError', 'unavailable']);
  assert.ok((waits[1] ?? 0) > (waits[0] ?? 0), `${waits}`);
});

test('rejected credentials end the sync and deauthorize the connection; the data stays', async () => {
  const account = await app.account();
  const company = await synced(account);
  await control.fault({ match: { company: company.name }, fault: { kind: 'status', status: 401 } });
  const failed = await company.sync('invoices');
  assert.deepEqual([failed.status, failed.error.code], ['AuthError', 'authRejected']);
  const connection = (await account.send(`GET ${company.path}/connections/${company.connectionId}`)).body;
  assert.deepEqual([connection.status, connection.errors[0].code], ['Deauthorized', 'authRejected']);
  assert.deepEqual(await dataSetOf(company.companyId), { g: 1, total: 1200, deleted: 0 });
  const refused = await account.send(`POST ${company.path}/data/queue/invoices`);
  assert.equal(refused.status, 403, refused.text);
});

test('R-EP-14: 50 concurrent requests start one sync, and all return it', async () => {
  const account = await app.account();
  const company = await synced(account);
  // Long enough for all requests to arrive: the next sync can start only when this one has ended.
  await control.fault({ match: { company: company.name }, fault: { kind: 'slow', ms: 4000 }, times: 1 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => account.send(`POST ${company.path}/data/queue/invoices`)),
  );
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [202]);
  const ids = new Set(answers.map((answer) => answer.body.syncId));
  for (const id of ids) await company.settled(id);
  const { rows } = await sql<{ n: number }>`select count(*) as n from sync where company_id = ${company.companyId}
    and trigger = 'manual'`.execute(app.ctx.db.system);
  assert.equal(rows[0]?.n, ids.size + 1, 'the first sync, and those that were returned');
  assert.ok(ids.size <= 3, `${ids.size} syncs for 50 requests: the next starts only when one has ended`);
});

test('the database itself rejects a second unfinished sync of a data set', async () => {
  const company = await synced(await app.account());
  const copy = (state: string) =>
    sql`insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger,
        status, requested_at) select account_id, company_id, gen_random_uuid(), data_set_id, connection_id, platform_key,
        data_type, trigger, ${state}, requested_at from sync where company_id = ${company.companyId} limit 1`.execute(
      app.ctx.db.system,
    );
  await copy('Waiting');
  for (const state of ['Queued', 'Fetching', 'Waiting', 'Publishing'])
    await assert.rejects(copy(state), /sync_one_unfinished/, state);
});

test('of two runs of the same sync, the later one takes over and the earlier one writes nothing more', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'twice-4000');
  const match = { company: 'twice-4000', type: 'invoices' };
  await control.fault({ match, fault: { kind: 'slow', ms: 1500 }, skip: 1, times: 1 });
  const { syncId } = await company.request('invoices');
  await waitFor(async () => (await company.read(syncId)).progress.pages >= 1);
  await runSync(
    app.ctx,
    { accountId: account.accountId, companyId: company.companyId, syncId },
    { isStopping: () => false },
  );
  const done = await company.read(syncId);
  assert.deepEqual([done.status, done.counts.added, done.progress.records], ['Complete', 4000, 4000]);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.deepEqual(await company.read(syncId), done);
  assert.deepEqual(await dataSetOf(company.companyId), { g: 1, total: 4000, deleted: 0 });
});

test('a sync whose job is lost is resumed automatically', async () => {
  const account = await app.account();
  const company = await synced(account);
  await app.ctx.jobs.pause();
  const { syncId } = await company.request('invoices');
  await sql`delete from pgboss.job where data ->> 'syncId' = ${syncId}`.execute(app.ctx.db.system);
  await app.ctx.jobs.resume();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.equal((await company.read(syncId)).status, 'Queued');
  clock.set(new Date(clock.nowMs() + 61_000));
  assert.equal((await company.settled(syncId)).status, 'Complete');
});

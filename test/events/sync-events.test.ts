import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { roomForPushes } from '../../src/data/write/open-generation.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import { readEvents } from './read-events.ts';

const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url, syncAttemptsMax: 1, syncsAtOncePerPlatform: 8 } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());
beforeEach(() => control.clearFaults());

const unchanged = { added: 0, updated: 0, unchanged: 0, deleted: 0 };

test('a sync is reported with its counts; its data set is reported as changed only if it has changed', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'told-120');
  const first = await company.sync('invoices');
  await control.change('told-120', { type: 'invoices', update: 3, create: 2, delete: 1 });
  const second = await company.sync('invoices');
  const third = await company.sync('invoices');
  const told = await readEvents(app, account.accountId);
  const syncs = told.filter(({ type }) => type === 'sync.completed');
  const base = { dataType: 'invoices', trigger: 'manual' };
  assert.deepEqual(
    syncs.map(({ data }) => data),
    [
      {
        ...base,
        syncId: first.syncId,
        isFull: true,
        counts: { ...unchanged, added: 120 },
        generation: 1,
        totalRecords: 120,
      },
      {
        ...base,
        syncId: second.syncId,
        isFull: false,
        counts: { added: 2, updated: 3, unchanged: 0, deleted: 1 },
        generation: 1 + roomForPushes,
        totalRecords: 122,
      },
      {
        ...base,
        syncId: third.syncId,
        isFull: false,
        counts: unchanged,
        generation: 1 + roomForPushes,
        totalRecords: 122,
      },
    ],
  );
  assert.deepEqual(
    told.filter(({ type }) => type === 'dataset.changed').map(({ data }) => data),
    [
      {
        syncId: first.syncId,
        dataType: 'invoices',
        added: 120,
        updated: 0,
        deleted: 0,
        generation: 1,
        totalRecords: 120,
      },
      {
        syncId: second.syncId,
        dataType: 'invoices',
        added: 2,
        updated: 3,
        deleted: 1,
        generation: 1 + roomForPushes,
        totalRecords: 122,
      },
    ],
  );
  const events = told.filter(({ type }) => /^(sync|dataset)/.test(type));
  for (const event of events)
    assert.deepEqual([event.companyId, event.connectionId], [company.companyId, company.connectionId]);
});

test('a failed sync is reported with its error code and message', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'failing-150');
  await control.fault({ match: { company: 'failing-150', type: 'invoices' }, fault: { kind: 'status', status: 500 } });
  const failed = await company.sync('invoices');
  assert.equal(failed.status, 'FetchError', JSON.stringify(failed));
  const [told, ...more] = await readEvents(app, account.accountId, 'sync.');
  assert.deepEqual(more, []);
  assert.equal(told?.type, 'sync.failed');
  assert.deepEqual(told?.data, {
    syncId: failed.syncId,
    dataType: 'invoices',
    trigger: 'manual',
    status: 'FetchError',
    error: { code: failed.error.code, message: failed.error.message },
  });
});

test('the end of the first syncs is reported exactly once, even if many of them end at the same time', async () => {
  const account = await app.account();
  const names = Array.from({ length: 6 }, (_, n) => `many${n}-100`);
  await control.fault({ match: { company: 'many1-100', type: 'bills' }, fault: { kind: 'status', status: 500 } });
  const companies = await Promise.all(names.map((name) => linkAll(account, name)));
  const synced = async () => readEvents(app, account.accountId, 'company.synced');
  await waitFor(async () => (await synced()).length >= companies.length, 90_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const told = await synced();
  assert.deepEqual(told.map(({ companyId }) => companyId).sort(), [...companies].sort());
  const all = await readEvents(app, account.accountId);
  for (const { companyId, data } of told) {
    const isFailing = companyId === companies[1];
    assert.deepEqual(data.failed, isFailing ? ['bills'] : []);
    const own = all.filter((event) => event.companyId === companyId);
    assert.equal(own.filter(({ type }) => type === 'sync.completed').length, data.completed.length);
    assert.ok(data.completed.length >= 20);
    // Data sets are compared with one another once the last of them is published.
    const last = own.findLast(({ type }) => type !== 'quality.changed');
    assert.equal(last?.type, 'company.synced', 'after all other events of the company');
  }
});

test('a later sync does not report the end of the first syncs again', async () => {
  const account = await app.account();
  const companyId = await linkAll(account, 'later-100');
  const synced = async () => (await readEvents(app, account.accountId, 'company.synced')).length;
  await waitFor(async () => (await synced()) === 1, 60_000);
  const { body } = await account.send(`POST /companies/${companyId}/data/queue/invoices`);
  await waitFor(async () => {
    const sync = await account.send(`GET /companies/${companyId}/data/history/${body.syncId}`);
    return sync.body.completed !== undefined;
  });
  assert.equal(await synced(), 1);
});

test('if a client cancels the last of the first syncs, their end is reported, with the cancelled one as failed', async () => {
  const account = await app.account();
  await control.fault({ match: { company: 'cancelled-100', type: 'bills' }, fault: { kind: 'slow', ms: 60_000 } });
  const companyId = await linkAll(account, 'cancelled-100');
  const events = async () => readEvents(app, account.accountId);
  const count = async (type: string) => (await events()).filter((event) => event.type === type).length;
  const others = dataTypes.length - 1;
  await waitFor(async () => (await count('sync.completed')) === others, 60_000);
  assert.equal(await count('company.synced'), 0);
  const { results } = (await account.send(`GET /companies/${companyId}/data/history?query=dataType=bills`)).body;
  const cancelled = await account.send(`POST /companies/${companyId}/data/history/${results[0].syncId}/cancel`);
  assert.equal(cancelled.status, 200, cancelled.text);
  const last = (await events()).at(-1);
  assert.deepEqual([last?.type, last?.data.failed], ['company.synced', ['bills']]);
  assert.equal(await count('sync.failed'), 0, 'a cancelled sync is not reported as failed');
});

/** Links a company that has the default settings: every data type is synced when it is linked. */
async function linkAll(account: TestAccount, company: string): Promise<string> {
  const { companyId } = (await account.send('POST /companies', { body: { name: company } })).body;
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'sandbox' } });
  const credentials = { company, secret: `sandbox-${company}` };
  const path = `/companies/${companyId}/connections/${made.body.connectionId}/authorization`;
  assert.equal((await account.send(`PUT ${path}`, { body: { credentials } })).status, 200);
  return companyId;
}

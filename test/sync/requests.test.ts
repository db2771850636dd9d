import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { unfinishedStates } from '../../src/db/sync-states.ts';
import { statesBefore, syncStates, transitions } from '../../src/sync/states.ts';
import { enterState } from '../../src/sync/store.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany, type SyncBody } from './synced-company.ts';

/** Requesting data, and the outcome of the requests. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

test('A-10 A-13 R-EP-14 R-ERR-03: requesting data answers 202; requesting all of it returns a page with a sync for each data type', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'all-100');
  const accepted = await account.send(`POST ${company.path}/data/all`);
  assert.equal(accepted.status, 202, accepted.text);
  const types = accepted.body.results.map((sync: SyncBody) => sync.dataType).sort();
  assert.deepEqual(types, dataTypes.map((dataType) => dataType.name).sort());
  const again = await account.send(`POST ${company.path}/data/all`);
  assert.equal(again.status, 202);
  const { pageNumber, pageSize, totalResults, _links } = accepted.body;
  assert.deepEqual([pageNumber, pageSize, totalResults], [1, 100, types.length]);
  assert.equal(_links.self.href, `http://api.test${company.path}/data/all`);
  const one = await account.send(`POST ${company.path}/data/queue/invoices`);
  assert.equal(one.status, 202, one.text);
  for (const { syncId } of accepted.body.results) assert.equal((await company.settled(syncId)).status, 'Complete');
  for (const { name } of dataTypes) {
    const page = await account.send(`GET ${company.path}/data/${name}?pageSize=2`);
    assert.equal(page.status, 200, `${name}: ${page.text}`);
    assert.ok(page.body.totalResults > 0, name);
  }
});

test('linking a connection fetches the data types that the settings select, and nothing else', async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'first' } })).body;
  const path = `/companies/${companyId}`;
  const { settings } = (await account.send(`GET ${path}/syncSettings`)).body;
  for (const setting of settings) setting.fetchOnFirstLink = ['customers', 'taxRates'].includes(setting.dataType);
  await account.send(`PUT ${path}/syncSettings`, { body: { settings } });
  const { connectionId } = (await account.send(`POST ${path}/connections`, { body: { platformKey: 'sandbox' } })).body;
  const credentials = { company: 'first-100', secret: 'sandbox-first-100' };
  await account.send(`PUT ${path}/connections/${connectionId}/authorization`, { body: { credentials } });
  const syncs = async (): Promise<SyncBody[]> => (await account.send(`GET ${path}/data/history`)).body.results;
  await waitFor(async () => (await syncs()).every((sync) => sync.status === 'Complete'));
  assert.deepEqual((await syncs()).map((sync) => [sync.dataType, sync.trigger]).sort(), [
    ['customers', 'first'],
    ['taxRates', 'first'],
  ]);
});

test('R-SVC-07 R-EP-15: the history is a paged list with filter and order; the data status shows each data type', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'history-100');
  const first = await company.sync('invoices');
  const second = await company.sync('customers');
  const third = await company.sync('invoices');
  const page = (await account.send(`GET ${company.path}/data/history?pageSize=2`)).body;
  assert.deepEqual(
    page.results.map((sync: SyncBody) => sync.syncId),
    [third.syncId, second.syncId],
    'newest first',
  );
  assert.equal(page.totalResults, 3);
  const next = (await account.send(`GET ${page._links.next.href}`)).body;
  assert.deepEqual(next.results, [first]);
  const filtered = (await account.send(`GET ${company.path}/data/history?query=dataType=customers`)).body;
  assert.deepEqual([filtered.totalResults, filtered.results[0].syncId], [1, second.syncId]);
  assert.deepEqual(await company.read(first.syncId), first);
  assert.equal((await account.send(`GET ${company.path}/data/history/${company.companyId}`)).status, 404);
  const status = (await account.send(`GET ${company.path}/dataStatus`)).body;
  const { invoices } = status;
  assert.deepEqual(
    [invoices.status, invoices.latestSyncId, invoices.latestSuccessfulSyncId, invoices.totalRecords],
    ['Complete', third.syncId, third.syncId, 100],
  );
  assert.equal(invoices.lastSuccessfulSync, third.completed);
  assert.equal(Object.keys(status).length, 23);
});

test('R-ERR-11: a sync on a connection that is not linked answers 403', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'unlinked-100');
  assert.equal((await company.sync('invoices')).status, 'Complete');
  const path = `${company.path}/connections/${company.connectionId}`;
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  for (const request of [`POST ${company.path}/data/queue/invoices`, `POST ${company.path}/data/all`]) {
    const refused = await account.send(request);
    assert.deepEqual([refused.status, refused.body.code], [403, 'connectionNotLinked'], request);
  }
  const { companyId } = (await account.send('POST /companies', { body: { name: 'none' } })).body;
  assert.equal((await account.send(`POST /companies/${companyId}/data/queue/invoices`)).status, 403);
});

test('A-3 R-ERR-11: a data set whose first sync was rejected by the platform answers 403 and says who must do what', async () => {
  const account = await app.account();
  const refused = async (at: string) => {
    const answers = [];
    for (const suffix of ['', '?query=status=paid', '?asOf=2026-01-01', '/inv-1', '/inv-1/versions']) {
      answers.push(await account.send(`GET ${at}/data/invoices${suffix}`));
    }
    for (const answer of answers) {
      assert.deepEqual(
        [answer.status, answer.body.retryable, answer.body.service],
        [403, false, 'Sandbox'],
        answer.text,
      );
      assert.equal(answer.headers.get('retry-after'), null);
    }
    return answers[0]?.body ?? {};
  };

  const withdrawn = await linkCompany(account, 'withdrawn-100');
  await control.fault({ match: { company: 'withdrawn-100' }, fault: { kind: 'status', status: 401 } });
  assert.equal((await withdrawn.sync('invoices')).status, 'AuthError');
  const noAccess = await refused(withdrawn.path);
  assert.equal(noAccess.code, 'dataSetAuthorizationLost');
  assert.match(noAccess.error, /company's owner.*authorize.*again.*link.*POST …\/data\/queue\/invoices/);
  await refused(`${withdrawn.path}/connections/${withdrawn.connectionId}`);
  const again = await account.send(`POST ${withdrawn.path}/data/queue/invoices`);
  assert.deepEqual([again.status, again.body.code], [403, 'connectionNotLinked'], 'it cannot be requested either');

  const narrow = await linkCompany(account, 'narrow-100');
  await control.fault({ match: { company: 'narrow-100', type: 'invoices' }, fault: { kind: 'status', status: 403 } });
  assert.equal((await narrow.sync('invoices')).status, 'PermissionsError');
  const noRight = await refused(narrow.path);
  assert.equal(noRight.code, 'dataSetPermissionMissing');
  assert.match(noRight.error, /permission.*Sandbox.*POST …\/data\/queue\/invoices/);
  const other = await account.send(`GET ${narrow.path}/data/bills`);
  assert.deepEqual([other.status, other.body.code], [409, 'dataSetNotRequested'], 'bills have not been requested');

  await control.clearFaults();
  const credentials = { company: 'withdrawn-100', secret: 'sandbox-withdrawn-100' };
  await account.send(`PUT ${withdrawn.path}/connections/${withdrawn.connectionId}/authorization`, {
    body: { credentials },
  });
  const linkedAgain = await account.send(`GET ${withdrawn.path}/data/invoices`);
  assert.deepEqual(
    [linkedAgain.status, linkedAgain.body.code],
    [409, 'dataSetNotRequested'],
    'not requested since it was linked again',
  );
  for (const company of [withdrawn, narrow]) {
    assert.equal((await company.sync('invoices')).status, 'Complete');
    assert.equal((await account.send(`GET ${company.path}/data/invoices`)).status, 200);
  }
});

test('A-3 R-ERR-11: a data set that waits for its platform answers 409; if its connection is unlinked meanwhile, 403', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'unlinked-early-100');
  const match = { company: 'unlinked-early-100', type: 'invoices' };
  await control.fault({ match, fault: { kind: 'status', status: 429, retryAfter: 600 } });
  assert.equal((await company.sync('invoices')).status, 'Waiting');
  const read = () => account.send(`GET ${company.path}/data/invoices`);
  const waiting = await read();
  assert.deepEqual([waiting.status, waiting.body.code, waiting.body.retryable], [409, 'dataSetNotReady', true]);
  const path = `${company.path}/connections/${company.connectionId}`;
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  const unlinked = await read();
  assert.deepEqual([unlinked.status, unlinked.body.code, unlinked.body.retryable], [403, 'connectionNotLinked', false]);
  await control.clearFaults();
});

test('R-READY-04 R-COMPANY-08: fetched data stays readable when the connection is unlinked or the platform rejects it', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'stays-100');
  const done = await company.sync('invoices');
  const path = `${company.path}/connections/${company.connectionId}`;
  const readable = async () => (await account.send(`GET ${company.path}/data/invoices?pageSize=1`)).body.totalResults;
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  assert.equal(await readable(), 100);
  const credentials = { company: 'stays-100', secret: 'sandbox-stays-100' };
  await account.send(`PUT ${path}/authorization`, { body: { credentials } });
  await control.fault({ match: { company: 'stays-100' }, fault: { kind: 'status', status: 401 } });
  assert.equal((await company.sync('invoices')).status, 'AuthError');
  await control.clearFaults();
  assert.equal(await readable(), 100);
  const { dataConnections, lastSync } = (await account.send(`GET ${company.path}`)).body;
  assert.deepEqual([dataConnections[0].status, lastSync], ['Deauthorized', done.completed]);
  await account.send(`PUT ${path}/authorization`, { body: { credentials } });
  assert.equal((await company.sync('invoices')).status, 'Complete', 'linked again');
});

test('R-READY-01 R-READY-02 R-READY-03: a data set is first not requested, then not ready, then ready, and stays ready', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'ready-1500');
  const read = () => account.send(`GET ${company.path}/data/invoices?pageSize=1`);
  assert.deepEqual([(await read()).status, (await read()).body.code], [409, 'dataSetNotRequested']);
  const match = { company: 'ready-1500', type: 'invoices' };
  await control.fault({ match, fault: { kind: 'slow', ms: 6000 }, skip: 1, times: 1 });
  const { syncId } = await company.request('invoices');
  await waitFor(async () => (await company.read(syncId)).progress.pages > 0);
  assert.deepEqual([(await read()).status, (await read()).body.code], [409, 'dataSetNotReady'], 'not readable halfway');
  assert.equal((await company.settled(syncId)).status, 'Complete');
  assert.equal((await read()).body.totalResults, 1500);
  await control.fault({ match, fault: { kind: 'status', status: 403 } });
  assert.equal((await company.sync('invoices')).status, 'PermissionsError');
  assert.equal((await read()).body.totalResults, 1500, 'a failed sync hides nothing');
  await control.clearFaults();
  await control.fault({ match, fault: { kind: 'slow', ms: 5000 }, times: 1 });
  const running = await company.request('invoices');
  await waitFor(async () => (await company.read(running.syncId)).status === 'Fetching');
  assert.equal((await read()).body.totalResults, 1500, 'a running sync hides nothing');
  await company.settled(running.syncId);
});

test('R-READY-05: a sync makes only the allowed state transitions', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'ways-100');
  const { syncId } = await company.sync('invoices');
  const place = { companyId: company.companyId, syncId };
  for (const from of syncStates) {
    for (const to of syncStates) {
      await app.ctx.db.system.updateTable('sync').set({ status: from }).where('sync_id', '=', syncId).execute();
      const isEntered = await app.ctx.db.transaction(account.accountId, (tx) =>
        enterState(tx, place, { entry: { state: to, message: 'test' }, at: app.ctx.clock.now() }),
      );
      assert.equal(isEntered, transitions[from].includes(to), `${from} → ${to}`);
    }
  }
  assert.deepEqual(
    syncStates.filter((state) => transitions[state].length > 0),
    unfinishedStates,
  );
  assert.deepEqual(statesBefore('Complete'), ['Publishing']);
});

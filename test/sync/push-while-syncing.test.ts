import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { roomForPushes } from '../../src/data/write/open-generation.ts';
import { findWrongs, push } from '../data/pushed-data-set.ts';
import type { Seeded } from '../data/seed-publication.ts';
import { readEvents } from '../events/read-events.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany, type SyncedCompany } from './synced-company.ts';

/** Pushes while a real sync is fetching or has failed. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());
afterEach(() => control.clearFaults());

async function dataSetOf(account: TestAccount, { companyId, connectionId }: SyncedCompany): Promise<Seeded> {
  const { rows } = await sql<{ dataSetId: number }>`select data_set_id as "dataSetId" from data_set
    where company_id = ${companyId}`.execute(app.ctx.db.system);
  const dataSetId = rows[0]?.dataSetId ?? 0;
  return { accountId: account.accountId, companyId, connectionId, dataSetId, dataType: 'invoices', generation: 1 };
}

test('a record pushed between two pages of a full pass is readable at once and not deleted, and the counts stay exact', async () => {
  const account = await app.account();
  const name = 'pushed-2500';
  const company = await linkCompany(account, name);
  assert.equal((await company.sync('invoices')).status, 'Complete');
  const to = await dataSetOf(account, company);
  const list = `${company.path}/data/invoices`;
  const ids = (await account.send(`GET ${list}?pageSize=5000`)).body.results.map((one: { id: string }) => one.id);
  await control.fault({
    match: { company: name, type: 'invoices' },
    fault: { kind: 'slow', ms: 6000 },
    skip: 1,
    times: 1,
  });
  const { syncId } = await company.request('invoices', '?full=true');
  await waitFor(async () => (await company.read(syncId)).progress.pages === 1);

  const pushId = randomUUID();
  await push(app.ctx.db, to, { id: '!new', amount: 42 }, { pushId });
  await push(app.ctx.db, to, { id: ids[0], amount: 43 });
  await push(app.ctx.db, to, { id: ids.at(-1), amount: 44 });
  assert.equal((await company.read(syncId)).status, 'Fetching');
  const now = await account.send(`GET ${list}/!new`);
  assert.deepEqual([now.body.totalAmount, now.body.metadata], [42, { isDeleted: false, pushId }]);
  assert.equal((await account.send(`GET ${list}`)).body.totalResults, 2501);

  const done = await company.settled(syncId);
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  const { updated, unchanged, deleted, added } = done.counts;
  assert.ok(updated >= 1 && updated <= 2 && updated + unchanged === 2500, 'records fetched after their push change');
  assert.deepEqual([added, deleted], [0, 0]);
  assert.equal((await account.send(`GET ${list}/!new`)).body.metadata.isDeleted, false);
  assert.deepEqual(await findWrongs(app.ctx.db, to), []);
  const told = await readEvents(app, account.accountId);
  const { data } = told.findLast(({ type }) => type === 'sync.completed') ?? {};
  assert.deepEqual([data?.generation, data?.totalRecords], [1 + roomForPushes, 2501]);

  const next = await company.sync('invoices', '?full=true');
  assert.equal(next.counts.deleted, 1, 'the record does not exist on the platform');
  const { rows } = await sql<{ n: number }>`select count(*) as n from record where company_id = ${company.companyId}
    and gen_to is null and change <> 'd' and payload #> '{metadata,pushId}' is not null`.execute(app.ctx.db.system);
  assert.equal(rows[0]?.n, 0, 'no push id is left after a full pass');
  assert.deepEqual(await findWrongs(app.ctx.db, to), []);
});

test('after a sync failed halfway, pushes are visible, and the next sync completes the same generation exactly', async () => {
  const account = await app.account();
  const name = 'half-2500';
  const company = await linkCompany(account, name);
  assert.equal((await company.sync('invoices')).status, 'Complete');
  const to = await dataSetOf(account, company);
  const made = await control.change(name, { type: 'invoices', update: 700, create: 600, delete: 5 });
  const match = { company: name, type: 'invoices' };
  await control.fault({ match, fault: { kind: 'status', status: 403 }, skip: 1 });
  const failed = await company.sync('invoices');
  assert.equal(failed.status, 'PermissionsError', JSON.stringify(failed));
  const { rows } = await sql<{ id: string; change: string }>`select record_id as id, change from record
    where company_id = ${company.companyId} and gen_from = ${1 + roomForPushes} order by record_id`.execute(
    app.ctx.db.system,
  );
  const added = rows.filter(({ change }) => change === 'a').map(({ id }) => id);
  const updated = rows.filter(({ change }) => change === 'u').map(({ id }) => id);
  assert.ok(added.length + updated.length > 500, 'one page has been written');
  for (const id of [...added.slice(0, 3), ...updated.slice(0, 3)]) await push(app.ctx.db, to, { id, amount: 1 });
  const before = (await account.send(`GET ${company.path}/dataStatus`)).body.invoices;
  assert.equal(before.totalRecords, 2500 + Math.min(3, added.length));

  await control.clearFaults();
  const done = await company.sync('invoices');
  assert.equal(done.status, 'Complete', JSON.stringify(done));
  assert.deepEqual(await findWrongs(app.ctx.db, to), []);
  const status = (await account.send(`GET ${company.path}/dataStatus`)).body.invoices;
  assert.deepEqual([status.totalRecords, status.generation], [2500 + made.created.length, 1 + roomForPushes]);
  const told = (await readEvents(app, account.accountId)).findLast(({ type }) => type === 'dataset.changed');
  assert.equal(told?.data.added, made.created.length - Math.min(3, added.length), 'pushed records count as updates');
});

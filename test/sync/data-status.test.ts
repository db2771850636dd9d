import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { publish, type Seeded, seedConnection, seedDataSet } from '../data/seed-publication.ts';
import { useApp } from '../harness.ts';

// Only provides the platform's list of data types; nothing is fetched in this file.
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

async function latestSync(set: Seeded, status: string, times: { at?: string } = {}): Promise<string> {
  const syncId = randomUUID();
  await sql`insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger, status, requested_at)
    values (${set.accountId}, ${set.companyId}, ${syncId}, ${set.dataSetId}, ${set.connectionId}, 'sandbox', ${set.dataType}, 'manual', ${status}, now())`.execute(
    app.ctx.db.system,
  );
  await app.ctx.db.system
    .updateTable('data_set')
    .set({
      latest_sync_id: syncId,
      ...(times.at && { latest_successful_sync_id: syncId, last_successful_at: new Date(times.at) }),
    })
    .where('data_set_id', '=', set.dataSetId)
    .execute();
  return syncId;
}

test("the data status lists every data type that the company's platforms support, from NotRequested to the latest sync", async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  const path = `/companies/${companyId}/dataStatus`;
  assert.deepEqual((await account.send(`GET ${path}`)).body, {}, 'no connection, nothing supported');
  const place = { accountId: account.accountId, companyId };
  const connectionId = await seedConnection(app.ctx.db, place);
  const before = await account.send(`GET ${path}`);
  assert.equal(Object.keys(before.body).length, 23);
  assert.deepEqual(before.body.invoices, {
    dataType: 'invoices',
    status: 'NotRequested',
    totalRecords: 0,
    generation: 0,
  });

  const invoices = await seedDataSet(app.ctx.db, { ...place, connectionId });
  const origin = { connectionId, platformKey: 'sandbox', sourceType: 'Other' };
  const first = await latestSync(invoices, 'Fetching');
  const fetching = await account.send(`GET ${path}`, {
    headers: { 'if-none-match': before.headers.get('etag') ?? '' },
  });
  assert.equal(fetching.status, 200);
  assert.deepEqual(fetching.body.invoices, {
    dataType: 'invoices',
    status: 'Fetching',
    latestSyncId: first,
    totalRecords: 0,
    generation: 0,
    ...origin,
  });

  await publish(app.ctx.db, invoices, [{ id: 'a' }, { id: 'b' }]);
  await publish(app.ctx.db, invoices, [{ id: 'b', change: 'd' }]);
  const good = await latestSync(invoices, 'Complete', { at: '2026-01-02T03:04:05.678Z' });
  await sql`update sync set status = 'Cancelled' where sync_id = ${first}`.execute(app.ctx.db.system);
  const failed = await latestSync(invoices, 'FetchError');
  await app.ctx.db.system
    .insertInto('sync_schedule')
    .values({
      account_id: account.accountId,
      company_id: companyId,
      data_type: 'invoices',
      schedule: 'daily',
      next_at: new Date('2999-01-01T00:00:00Z'),
    })
    .execute();
  const now = await account.send(`GET ${path}`);
  assert.deepEqual(now.body.invoices, {
    dataType: 'invoices',
    status: 'FetchError',
    lastSuccessfulSync: '2026-01-02T03:04:05.678Z',
    latestSyncId: failed,
    latestSuccessfulSyncId: good,
    nextSync: '2999-01-01T00:00:00.000Z',
    totalRecords: 2,
    generation: 2,
    ...origin,
  });
  assert.deepEqual(now.body.bills, { ...before.body.invoices, dataType: 'bills' });
  const again = await account.send(`GET ${path}`, { headers: { 'if-none-match': now.headers.get('etag') ?? '' } });
  assert.equal(again.status, 304);
});

test("with several connections, the status is that of the data set that the company's lists return", async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  const place = { accountId: account.accountId, companyId };
  const unlinked = await seedDataSet(app.ctx.db, {
    ...place,
    connectionId: await seedConnection(app.ctx.db, place, 'Unlinked'),
  });
  await publish(app.ctx.db, unlinked, [{ id: 'a' }]);
  const fresh = await seedDataSet(app.ctx.db, place);
  const status = async () => (await account.send(`GET /companies/${companyId}/dataStatus`)).body.invoices;
  assert.equal((await status()).totalRecords, 1, 'a readable data set comes first');
  await publish(app.ctx.db, fresh, [{ id: 'a' }, { id: 'b' }]);
  assert.equal((await status()).totalRecords, 2, 'then one that is linked');
  await account.send(`DELETE /companies/${companyId}/connections/${fresh.connectionId}`);
  assert.equal((await status()).totalRecords, 1, 'a deleted connection no longer counts');
});

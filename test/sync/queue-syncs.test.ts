import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { queueSyncs, type SyncToQueue } from '../../src/sync/schedule/queue-syncs.ts';
import { useApp } from '../harness.ts';

// No worker runs: queued syncs stay queued.
const app = useApp({ config: { role: 'api', sandboxUrl: 'http://127.0.0.1:9' } });

function toQueue(accountId: string, companies: number, dataTypes: string[]): SyncToQueue[] {
  return Array.from({ length: companies }, () => ({ companyId: randomUUID(), connectionId: randomUUID() })).flatMap(
    (place) =>
      dataTypes.map((dataType) => ({ accountId, ...place, platformKey: 'sandbox', dataType, trigger: 'manual' })),
  );
}

async function jobsOf(accountId: string): Promise<{ syncId: string; companyId: string }[]> {
  const { rows } = await sql<{ data: { syncId: string; companyId: string } }>`select data from pgboss.job
    where name = 'run-sync-sandbox' and data ->> 'accountId' = ${accountId}`.execute(app.ctx.db.system);
  return rows.map((row) => row.data);
}

test("each queued sync gets a data set, a row and a job, in the account's transaction", async () => {
  const { accountId } = await app.account();
  const items = toQueue(accountId, 2, ['invoices', 'bills']);
  const queued = await app.ctx.db.transaction(accountId, (tx) => queueSyncs(app.ctx, tx, items));
  assert.equal(queued.length, 4);
  const { system } = app.ctx.db;
  const syncs = await system.selectFrom('sync').selectAll().where('account_id', '=', accountId).execute();
  const dataSets = await system.selectFrom('data_set').selectAll().where('account_id', '=', accountId).execute();
  assert.equal(dataSets.length, 4);
  for (const sync of syncs) {
    assert.deepEqual([sync.status, sync.trigger, sync.platform_key], ['Queued', 'manual', 'sandbox']);
    assert.equal((sync.lease_until?.getTime() ?? 0) - sync.requested_at.getTime(), 60_000);
    const dataSet = dataSets.find((row) => row.data_set_id === sync.data_set_id);
    assert.deepEqual(
      [dataSet?.latest_sync_id, dataSet?.data_type, dataSet?.connection_id, dataSet?.published_generation],
      [sync.sync_id, sync.data_type, sync.connection_id, 0],
    );
  }
  assert.deepEqual(
    (await jobsOf(accountId)).map((job) => job.syncId).sort(),
    queued.map((sync) => sync.syncId).sort(),
    'one job each',
  );
});

test('a transaction that is rolled back leaves neither syncs nor jobs', async () => {
  const { accountId } = await app.account();
  const failing = app.ctx.db.transaction(accountId, async (tx) => {
    await queueSyncs(app.ctx, tx, toQueue(accountId, 1, ['invoices']));
    throw new Error('changed my mind');
  });
  await assert.rejects(failing, /changed my mind/);
  assert.deepEqual(await jobsOf(accountId), []);
  assert.deepEqual(await app.ctx.db.read(accountId, sql`select from sync`), []);
});

test('a data set with an unfinished sync gets no second one; after it has ended, the next one is queued', async () => {
  const { accountId } = await app.account();
  const items = toQueue(accountId, 1, ['invoices', 'bills']);
  const queue = () => app.ctx.db.transaction(accountId, (tx) => queueSyncs(app.ctx, tx, items));
  const first = await queue();
  assert.deepEqual(await queue(), []);
  for (const status of ['Fetching', 'Waiting', 'Publishing']) {
    await app.ctx.db.write(accountId, sql`update sync set status = ${status}`);
    assert.deepEqual(await queue(), [], status);
  }
  await app.ctx.db.write(accountId, sql`update sync set status = 'Complete' where data_type = 'bills'`);
  const second = await queue();
  assert.deepEqual(
    second.map((sync) => sync.dataType),
    ['bills'],
  );
  assert.equal((await jobsOf(accountId)).length, first.length + second.length);
});

test('eight concurrent calls that queue the same syncs of many accounts create each once, without deadlocks', async () => {
  const accounts = await Promise.all([app.account(), app.account()]);
  const items = accounts.flatMap(({ accountId }) => toQueue(accountId, 100, ['invoices', 'customers']));
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      app.ctx.db.system.transaction().execute((tx) => queueSyncs(app.ctx, tx, i % 2 ? items : items.toReversed())),
    ),
  );
  assert.equal(made.flat().length, items.length);
  for (const { accountId } of accounts) assert.equal((await jobsOf(accountId)).length, 200);
});

test('jobs are enqueued in the order in which the syncs were requested', async () => {
  const { accountId } = await app.account();
  const items = toQueue(accountId, 1, ['payments', 'bills', 'invoices', 'accounts']);
  const enqueued: object[] = [];
  const jobs = {
    ...app.ctx.jobs,
    enqueueAll: ((executor, job, datas) => {
      enqueued.push(...datas);
      return app.ctx.jobs.enqueueAll(executor, job, datas);
    }) as typeof app.ctx.jobs.enqueueAll,
  };
  const queued = await app.ctx.db.transaction(accountId, (tx) => queueSyncs({ ...app.ctx, jobs }, tx, items));
  const typeOf = (syncId: string) => queued.find((sync) => sync.syncId === syncId)?.dataType;
  assert.deepEqual(
    (enqueued as { syncId: string }[]).map((data) => typeOf(data.syncId)),
    ['payments', 'bills', 'invoices', 'accounts'],
  );
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { useApp } from '../harness.ts';
import { findWrongs, push, startSync } from './pushed-data-set.ts';
import { companyWith, numberedId, someInvoices } from './seed-data-set.ts';
import { seedDataSet } from './seed-publication.ts';

/** What readers see of a successful push. */
const app = useApp();

async function prepared(invoices = 3) {
  const account = await app.account();
  const dataSet = await companyWith(app.ctx.db, account, someInvoices(invoices), {
    at: new Date('2026-01-01T12:00:00Z'),
  });
  const get = async (target: string) => (await account.send(`GET ${target}`)).body;
  return { account, dataSet, get, list: () => get(dataSet.path) };
}

type Listed = { id: string; totalAmount: number; metadata: { isDeleted: boolean; pushId?: string } };
const brief = (results: Listed[]) =>
  results.map((one) => [one.id, one.totalAmount, one.metadata.isDeleted, one.metadata.pushId]);

test('a push is visible at once in the list, by its id, in the feed and in the versions, each with its push id', async () => {
  const { account, dataSet, get, list } = await prepared();
  const [created, updated, deleted] = [randomUUID(), randomUUID(), randomUUID()];
  const { path, companyId } = dataSet;
  const tag = (await account.send(`GET ${path}`)).headers.get('etag') ?? '';
  const next = (await get(`${path}?pageSize=2`))._links.next.href;
  const at = (text: string) => new Date(text);
  const first = await push(
    app.ctx.db,
    dataSet,
    { id: 'new', amount: 77 },
    { pushId: created, at: at('2026-02-01T12:00:00Z') },
  );
  assert.deepEqual(first, { generation: 2, added: 1, updated: 0, deleted: 0, totalRecords: 4 });
  await push(
    app.ctx.db,
    dataSet,
    { id: numberedId(1), amount: 11 },
    { pushId: updated, at: at('2026-03-01T12:00:00Z') },
  );
  const last = await push(
    app.ctx.db,
    dataSet,
    { id: numberedId(2), isDeleted: true },
    { pushId: deleted, at: at('2026-04-01T12:00:00Z') },
  );
  assert.deepEqual(last, { generation: 4, added: 0, updated: 0, deleted: 1, totalRecords: 4 });
  const now = await list();
  assert.deepEqual(brief(now.results), [
    [numberedId(1), 11, false, updated],
    [numberedId(2), 2, true, deleted],
    [numberedId(3), 3, false, undefined],
    ['new', 77, false, created],
  ]);
  assert.equal(now.totalResults, 4);
  assert.deepEqual(brief([await get(`${path}/new`)]), [['new', 77, false, created]]);
  assert.equal((await get(`${path}?query=${encodeURIComponent(`metadata.pushId=${created}`)}`)).totalResults, 1);
  assert.equal((await get(`${path}?query=totalAmount=77`)).totalResults, 1, 'also through typed columns');
  const unchanged = await account.send(`GET ${path}`, { headers: { 'if-none-match': tag } });
  assert.equal(unchanged.status, 200, 'the ETag has changed');
  assert.deepEqual(
    brief((await get(next)).results),
    [[numberedId(3), 3, false, undefined]],
    'paging that had started continues in its state',
  );
  assert.deepEqual(brief((await get(`${path}?asOf=2026-02-15`)).results).at(-1), ['new', 77, false, created]);
  assert.equal((await get(`${path}?asOf=2026-02-15`)).results[0].totalAmount, 1);
  const versions = (await get(`${path}/${numberedId(1)}/versions`)).results;
  assert.deepEqual(
    versions.map((one: { change: string; validFrom: string; validTo?: string }) => [
      one.change,
      one.validFrom,
      one.validTo,
    ]),
    [
      ['updated', '2026-03-01T12:00:00.000Z', undefined],
      ['added', '2026-01-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    ],
  );
  const feed = (await get(`/companies/${companyId}/changes?after=1`)).results;
  assert.deepEqual(
    feed.map((one: { change: string; id: string; generation: number; pushId?: string; syncId?: string }) => [
      one.change,
      one.id,
      one.generation,
      one.pushId,
      one.syncId,
    ]),
    [
      ['added', 'new', 2, created, undefined],
      ['updated', numberedId(1), 3, updated, undefined],
      ['deleted', numberedId(2), 4, deleted, undefined],
    ],
  );
  const status = (await get(`/companies/${companyId}/dataStatus`)).invoices;
  assert.deepEqual([status.generation, status.totalRecords], [4, 4]);
});

test('the next sync that fetches the record removes its push id, even if the record is the same', async () => {
  const { dataSet, list } = await prepared(2);
  await push(app.ctx.db, dataSet, { id: 'new', amount: 5 });
  const sync = await startSync(app.ctx.db, dataSet);
  await sync.page([{ id: 'new', amount: 5 }]);
  assert.ok((await list()).results.at(-1).metadata.pushId, 'still present before the sync is published');
  const done = await sync.finish();
  assert.deepEqual([done.added, done.updated, done.total], [0, 1, 3]);
  assert.deepEqual(brief((await list()).results).at(-1), ['new', 5, false, undefined]);
  const again = await startSync(app.ctx.db, dataSet);
  await again.page([{ id: 'new', amount: 5 }]);
  assert.equal((await again.finish()).isNew, false, 'only once');
});

test("a push during a sync is visible at once; the sync's version of the record follows when the sync is published", async () => {
  const { dataSet, list } = await prepared(2);
  const sync = await startSync(app.ctx.db, dataSet);
  await sync.page([
    { id: 'new', amount: 1 },
    { id: numberedId(1), amount: 1000 },
  ]);
  const published = await push(app.ctx.db, dataSet, { id: 'new', amount: 2 });
  assert.deepEqual(published, { generation: 2, added: 1, updated: 0, deleted: 0, totalRecords: 3 });
  await push(app.ctx.db, dataSet, { id: numberedId(2), amount: 2000 });
  const amounts = async () => (await list()).results.map((one: Listed) => one.totalAmount);
  assert.deepEqual(await amounts(), [1, 2000, 2], 'the pushed records, and nothing of the sync');
  const done = await sync.finish();
  assert.deepEqual([done.added, done.updated, done.deleted, done.total], [0, 2, 0, 3]);
  assert.deepEqual(await amounts(), [1000, 2000, 1]);
  assert.deepEqual(await findWrongs(app.ctx.db, dataSet), []);
});

test('a full pass does not delete records that were pushed after it began or after it looked for missing ones; the next one does', async () => {
  const { dataSet, list } = await prepared(2);
  const readings = [1, 2].map((n) => ({ id: numberedId(n), amount: n }));
  await push(app.ctx.db, dataSet, { id: 'before', amount: 5 });
  await push(app.ctx.db, dataSet, { id: 'late', amount: 5 });
  const sync = await startSync(app.ctx.db, dataSet, { isFull: true });
  await sync.page(readings);
  await push(app.ctx.db, dataSet, { id: 'since', amount: 6 });
  const missing = await sync.missing();
  assert.deepEqual(missing, ['before', 'late'], 'the records that a person would have to confirm');
  await push(app.ctx.db, dataSet, { id: 'late', amount: 7 });
  assert.equal((await sync.finish(missing)).deleted, 1);
  const deleted = async () => {
    const { results } = await list();
    return results.filter((one: Listed) => one.metadata.isDeleted).map((one: Listed) => one.id);
  };
  assert.deepEqual(await deleted(), ['before']);
  const next = await startSync(app.ctx.db, dataSet, { isFull: true });
  await next.page(readings);
  assert.equal((await next.finish()).deleted, 2);
  assert.deepEqual(await deleted(), ['before', 'late', 'since']);
});

test('nothing is written for a push that cannot be published: not ready, no free generation, invalid record, nothing to delete', async () => {
  const { account, dataSet } = await prepared(1);
  const rows = async (dataSetId: number) => {
    const { rows: found } =
      await sql`select (select count(*) from record r where r.data_set_id = d.data_set_id) as versions,
        (select count(*) from publication p where p.data_set_id = d.data_set_id) as publications, d.published_generation
      from data_set d where data_set_id = ${dataSetId}`.execute(app.ctx.db.system);
    return found[0];
  };
  const empty = await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId: dataSet.companyId });
  assert.equal(await push(app.ctx.db, empty, { id: 'x', amount: 1 }), undefined, 'before the first sync');
  assert.deepEqual(await rows(empty.dataSetId), { versions: 0, publications: 0, published_generation: 0 });
  const unasked = { ...empty, dataType: 'bills' };
  assert.equal(await push(app.ctx.db, unasked, { id: 'x', isDeleted: true }), undefined, 'never requested');

  const state = await rows(dataSet.dataSetId);
  assert.equal(await push(app.ctx.db, dataSet, { id: 'nobody', isDeleted: true }), undefined);
  assert.equal(await push(app.ctx.db, dataSet, { id: 'x', amount: 'much' as unknown as number }), undefined);
  const room = (left: number) =>
    sql`update data_set set writing_generation = published_generation + ${left} where data_set_id = ${dataSet.dataSetId}`.execute(
      app.ctx.db.system,
    );
  await room(1);
  assert.equal(await push(app.ctx.db, dataSet, { id: 'x', amount: 1 }), undefined);
  assert.deepEqual(await rows(dataSet.dataSetId), state);
  await room(2);
  assert.equal((await push(app.ctx.db, dataSet, { id: 'x', amount: 1 }))?.generation, 2);
  assert.equal(await push(app.ctx.db, dataSet, { id: 'y', amount: 1 }), undefined);
});

test('a publication never has an earlier time than the previous one, so that asOf finds what was visible', async () => {
  const { dataSet, get } = await prepared(1);
  await push(app.ctx.db, dataSet, { id: 'x', amount: 1 }, { at: new Date('2026-05-01T12:00:00Z') });
  // Took its time earlier, but waited for the lock of the other.
  await push(app.ctx.db, dataSet, { id: 'y', amount: 2 }, { at: new Date('2026-05-01T11:59:59Z') });
  assert.equal((await get(`${dataSet.path}?asOf=2026-05-01T11:59:59.500Z`)).totalResults, 1);
  assert.equal((await get(`${dataSet.path}?asOf=2026-05-01T12:00:00Z`)).totalResults, 3);
});

test('concurrent pushes, pages and publications of one data set cause no deadlock and lose nothing', async () => {
  const { account, dataSet } = await prepared(10);
  const deadlocks = async () => {
    const { rows } = await sql<{
      n: number;
    }>`select deadlocks as n from pg_stat_database where datname = current_database()`.execute(app.ctx.db.system);
    return rows[0]?.n;
  };
  const before = await deadlocks();
  const ids = Array.from({ length: 12 }, (_, n) => numberedId(n + 1));
  const shown: string[] = [];
  const pusher = async (own: number) => {
    for (let n = 0; n < 25; n++) {
      const id = ids[(own * 7 + n * 5) % ids.length] ?? '';
      const pushId = randomUUID();
      const reading = n % 5 === 4 ? ({ id, isDeleted: true } as const) : { id, amount: own * 100 + n };
      if (await push(app.ctx.db, dataSet, reading, { pushId })) shown.push(pushId);
    }
  };
  let syncs = 0;
  const syncer = async () => {
    for (let n = 0; n < 12; n++) {
      const sync = await startSync(app.ctx.db, dataSet, { isFull: n % 3 === 0 });
      for (let page = 0; page < 3; page++)
        await sync.page(ids.slice(page * 4, page * 4 + 3).map((id) => ({ id, amount: n * 10 + page })));
      if ((await sync.finish()).isNew) syncs++;
    }
  };
  await Promise.all([pusher(1), pusher(2), pusher(3), pusher(4), syncer()]);
  assert.ok(shown.length > 70 && syncs === 12, `${shown.length} pushes and ${syncs} syncs`);
  assert.deepEqual(await findWrongs(app.ctx.db, dataSet), []);
  const feed = (await account.send(`GET /companies/${dataSet.companyId}/changes?limit=5000`)).body.results;
  const told = feed.flatMap((one: { pushId?: string }) => one.pushId ?? []);
  assert.deepEqual(told.toSorted(), shown.toSorted(), 'each push once');
  assert.equal(await deadlocks(), before);
});

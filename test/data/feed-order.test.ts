import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/db/tables.ts';
import { startOn, type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { publish, type Seeded, seedDataSet } from './seed-publication.ts';

/** The order of the change feed: assigned after the commit, the same for every reader, and preserved by a restore. */
const app = useApp();

type Change = { cursor: string; companyId: string; dataType: string; id: string; generation: number };

async function dataSet(account: TestAccount, dataType = 'invoices'): Promise<Seeded> {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  return seedDataSet(app.ctx.db, { accountId: account.accountId, companyId, dataType });
}

const brief = (change: Change) => `${change.companyId} ${change.dataType} ${change.generation} ${change.id}`;

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(app.ctx.db.system);
  return rows[0]?.n ?? 0;
}

test('A-1: two publications of one account do not wait for each other', async () => {
  const account = await app.account();
  const [held, free] = [await dataSet(account), await dataSet(account)];
  await publish(app.ctx.db, held, [{ id: 'before' }]);
  let commit = () => {};
  const holding = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const first = publish(app.ctx.db, held, [{ id: 'held' }], { hold: () => holding });
  try {
    let isPublished = false;
    const second = publish(app.ctx.db, free, [{ id: 'free' }]).then(() => {
      isPublished = true;
    });
    let isWaiting = false;
    await waitFor(async () => {
      isWaiting = !isPublished && (await countWaiting()) > 0;
      return isPublished || isWaiting;
    });
    assert.ok(!isWaiting, 'the second publication waits for the commit of the first');
    await second;
    const { body } = await account.send('GET /changes');
    assert.deepEqual(
      body.results.map((change: Change) => change.id),
      ['before', 'free'],
      'readers do not wait for it either',
    );
    commit();
    await first;
    const more = await account.send(`GET /changes?after=${body.next}`);
    assert.deepEqual(
      more.body.results.map((change: Change) => change.id),
      ['held'],
      'a later commit comes later in the feed',
    );
  } finally {
    commit();
    await first;
  }
});

test('A-1: during concurrent publications, every reader sees each change once and in the same order, in two processes', async (t) => {
  const { app: other, stop } = await startOn(app.databaseUrl, { config: { role: 'api' } });
  t.after(stop);
  const account = await app.account();
  const sets: Seeded[] = [];
  for (let i = 0; i < 6; i++) sets.push(await dataSet(account));
  const published: string[] = [];
  let isPublishing = true;
  // Held for different times, so that a transaction that starts first often commits last.
  const publishers = sets.map(async (set, n) => {
    for (let i = 0; i < 25; i++) {
      const rollBack = i % 9 === 5;
      const done = publish(app.ctx.db, set, [{ id: `a${i}` }, { id: `b${i}` }], {
        holdMs: ((n * 7 + i * 13) % 5) * 4,
        rollBack,
      });
      if (rollBack) await assert.rejects(done, /on purpose/);
      else {
        await done;
        for (const id of [`a${i}`, `b${i}`])
          published.push(brief({ ...set, id, generation: set.generation } as unknown as Change));
      }
    }
  });
  async function follow(send: TestAccount['send'], search: string): Promise<string[]> {
    const seen: string[] = [];
    for (let [after, isLast] = ['0', false]; ; ) {
      const { body, text } = await send(`GET /changes?after=${after}${search}`);
      assert.ok(body.results, text);
      after = body.next;
      seen.push(...body.results.map(brief));
      if (isLast && !body.hasMore && body.results.length === 0) return seen;
      isLast = !isPublishing;
    }
  }
  const elsewhere: TestAccount['send'] = (request, options) => other.send(request, { key: account.key, ...options });
  const readers = [
    follow(account.send, '&limit=3'),
    follow(elsewhere, '&limit=7'),
    follow(account.send, '&wait=1'),
    follow(elsewhere, '&wait=1&limit=1'),
  ];
  await Promise.all(publishers);
  isPublishing = false;
  const [first = [], ...others] = await Promise.all(readers);
  assert.deepEqual(first.toSorted(), published.toSorted(), 'nothing is missed or repeated');
  for (const seen of others) assert.deepEqual(seen, first, 'the same order for all');
  assert.deepEqual(await follow(elsewhere, '&limit=5000'), first, 'and for a later reader');
  for (const set of sets) {
    const own = first.filter((line) => line.startsWith(set.companyId)).map((line) => Number(line.split(' ')[2]));
    assert.deepEqual(
      own,
      own.toSorted((a, b) => a - b),
      'generations of a data set are in order',
    );
  }
});

test('after a restore, bookmarks newer than the backup answer 410, and older ones continue without a gap', async () => {
  const account = await app.account();
  const set = await dataSet(account);
  const read = (after: string) => account.send(`GET /changes?after=${after}`);
  const idsOf = (answer: { body: { results: Change[] } }) => answer.body.results.map((change) => change.id);
  for (const id of ['1', '2', '3', '4', '5']) await publish(app.ctx.db, set, [{ id }]);
  const before: Change[] = (await read('0')).body.results;
  const cursor = (n: number) => before[n - 1]?.cursor ?? '';
  // The backup has three publications, the last of them not yet numbered, and is restored into another cluster.
  const original = (
    await sql<{ text: string }>`select pg_get_functiondef('database_identity'::regproc) as text`.execute(
      app.ctx.db.system,
    )
  ).rows[0]?.text as string;
  await app.ctx.db.system.transaction().execute(async (tx) => {
    await becomeDatabase(tx, 'restored');
    await sql`delete from publication where account_id = ${set.accountId} and generation > 3`.execute(tx);
    await sql`update publication set position = -nextval('publication_entry')
      where account_id = ${set.accountId} and generation = 3`.execute(tx);
    await sql`update change_position set position = 2 where account_id = ${set.accountId}`.execute(tx);
    await sql`delete from record where data_set_id = ${set.dataSetId} and gen_from > 3`.execute(tx);
  });
  try {
    set.generation = 3;
    for (const id of ['4 again', '5 again', '6', '7']) await publish(app.ctx.db, set, [{ id }]);
    assert.deepEqual(idsOf(await read(cursor(2))), ['3', '4 again', '5 again', '6', '7']);
    for (const lost of [cursor(3), cursor(4), cursor(5), cursor(5).replace(/-.*/, '')]) {
      const gone = await read(lost);
      assert.deepEqual([gone.status, gone.body.code], [410, 'bookmarkGone'], lost);
      assert.match(gone.body.error, /from the beginning/);
    }
    assert.deepEqual(idsOf(await read('1')), ['2', '3', '4 again', '5 again', '6', '7'], 'a bookmark without an era');
    assert.equal((await read('3')).status, 410, 'one without an era that is newer than the backup');
    const now = await read('0');
    assert.deepEqual(idsOf(now), ['1', '2', '3', '4 again', '5 again', '6', '7']);
    assert.deepEqual(idsOf(await read(now.body.results[3].cursor)), ['5 again', '6', '7']);
    assert.equal((await read('3_nowhere')).status, 410);
    const { next } = (await account.send('GET /changes?after=latest')).body;
    assert.match(next, /^7_[0-9a-f]{8}$/);
    // A dump of the restored database is restored into the original cluster.
    await sql.raw(original).execute(app.ctx.db.system);
    await publish(app.ctx.db, set, [{ id: '8' }]);
    const back = await read(next);
    assert.deepEqual(idsOf(back), ['8']);
    assert.notEqual(back.body.next.slice(2), next.slice(2), 'a new era');
    assert.notEqual(back.body.next.slice(2), cursor(1).replace(/^1_|-.*/g, ''), 'not the first era again');
    assert.equal((await read(back.body.next)).status, 200);
    assert.equal((await read(cursor(5))).status, 410, 'bookmarks lost in the first era stay lost');
  } finally {
    await sql.raw(original).execute(app.ctx.db.system);
  }
});

const becomeDatabase = (tx: Kysely<Tables>, identity: string) =>
  sql`create or replace function database_identity() returns text language sql stable as ${sql.raw(`$$ select '${identity}' $$`)}`.execute(
    tx,
  );

test("a database is identified by its own and its tables' ids, even where a hosting provider hides the cluster id", async () => {
  const read = async (db: Kysely<Tables>) =>
    (await sql<{ identity: string }>`select database_identity() as identity`.execute(db)).rows[0]?.identity ?? '';
  const whole = await read(app.ctx.db.system);
  assert.match(whole, /^\d{15,}\/[0-9A-F]{8}\/\d+\/\d+$/);
  const rolledBack = app.ctx.db.system.transaction().execute(async (tx) => {
    await sql`revoke execute on function pg_control_system() from public`.execute(tx);
    await sql`grant create on schema public to daybook_program`.execute(tx);
    await sql`alter function database_identity() owner to daybook_program`.execute(tx);
    throw new Error(await read(tx));
  });
  await assert.rejects(rolledBack, { message: whole.replace(/^\d+\//, '') });
});

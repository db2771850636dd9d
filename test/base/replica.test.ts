import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ApiError } from '../../src/base/errors.ts';
import { createLog } from '../../src/base/log.ts';
import type { Db } from '../../src/db/db.ts';
import { createReplica, notReplayed, StandbyUnready, shareRuns } from '../../src/db/replica.ts';
import { readFromStandby } from '../../src/http/read-from-standby.ts';
import type { Route } from '../../src/http/route.ts';
import { upgradeDatabase } from '../../src/upgrade-database.ts';
import { anInvoice, companyWith, publishRecords, someInvoices } from '../data/seed-data-set.ts';
import { findPrograms, startCluster } from '../debian-cluster.ts';
import { startOn, type TestAccount, type TestApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

/** Reads from a real standby. Its replay is paused to make it fall behind. */
const bin = findPrograms();
const skip = bin ? false : 'PostgreSQL has to be installed on this machine, for a standby';
let cluster: Awaited<ReturnType<typeof startCluster>>;
let standby: Awaited<ReturnType<typeof cluster.addStandby>>;
let [first, second]: { app: TestApp; stop: () => Promise<void> }[] = [];

before(async () => {
  if (!bin) return;
  cluster = await startCluster(bin);
  await upgradeDatabase({ url: cluster.url, log: createLog({ level: 'error' }) });
  standby = await cluster.addStandby();
  const config = { readDatabaseUrl: standby.url };
  [first, second] = [await startOn(cluster.url, { config }), await startOn(cluster.url, { config })];
});

after(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await cluster?.stop();
});

/** Runs a statement on the standby as a superuser. */
async function onStandby(statement: string): Promise<void> {
  const client = new pg.Client(standby.superuserUrl);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const counts = ({ app }: { app: TestApp } = first as { app: TestApp }) => {
  const { replica } = app.ctx.db;
  assert.ok(replica);
  return { ...replica.counts() };
};

/** The statements that ran on the standby and on the primary during `work`. */
async function served(work: () => Promise<unknown>): Promise<{ replica: number; primary: number }> {
  const before = counts();
  await work();
  const now = counts();
  return { replica: now.replica - before.replica, primary: now.primary - before.primary };
}

const isUsed = () =>
  waitFor(() =>
    (first as { app: TestApp }).app.ctx.db.withReplica.read(anyone, one).then(
      () => true,
      () => false,
    ),
  );
const anyone = '00000000-0000-0000-0000-000000000000';
const one = { sql: 'select 1', parameters: [], query: { kind: 'RawNode' } } as never;

async function read(account: TestAccount, path: string) {
  const { status, body } = await account.send(`GET ${path}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

test('pages, changes and messages come from the standby, and are those of the primary', { skip }, async () => {
  const { app } = first as { app: TestApp };
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(150));
  await isUsed();
  const paths = [
    `${books.path}?pageSize=100`,
    `${books.path}?query=status=Draft`,
    `${books.path}/inv-0003`,
    `${books.path}/inv-0003/versions`,
    '/changes?limit=10',
    '/webhooks/messages',
  ];
  for (const path of paths) {
    let body: unknown;
    // On a busy machine the standby can need more than the 20 ms that a read waits.
    await waitFor(async () => {
      const by = await served(async () => {
        body = await read(account, path);
      });
      return by.replica > 0 && by.primary === 0;
    });
    const { db } = app.ctx;
    const { withReplica } = db;
    // The routes hold `withReplica`, so its read is replaced.
    const { read: fromStandby } = withReplica;
    withReplica.read = db.read;
    try {
      assert.deepEqual(await read(account, path), body, path);
    } finally {
      withReplica.read = fromStandby;
    }
  }
});

test('lists with transaction ids are read from the primary', { skip }, async () => {
  const { app } = first as { app: TestApp };
  const account = await app.account();
  await account.send('POST /companies', { body: { name: 'one' } });
  const { results } = await read(account, '/webhooks/messages');
  const by = await served(() => read(account, `/webhooks/messages/${results[0].messageId}/attempts`));
  assert.equal(by.replica, 0);
});

test('a client sees its own writes although the standby is far behind, in every process', { skip }, async () => {
  const { app } = first as { app: TestApp };
  const other = (second as { app: TestApp }).app;
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(3));
  await isUsed();
  await onStandby('select pg_wal_replay_pause()');
  try {
    await account.send('POST /companies', { body: { name: 'later' } });
    await publishRecords(app.ctx.db, books, [{ id: 'inv-0009', record: anInvoice() }]);
    for (const send of [app.send, other.send]) {
      const get = async (path: string) => (await send(`GET ${path}`, { key: account.key })).body;
      assert.equal((await get('/webhooks/messages')).totalResults, 2);
      assert.equal((await get(books.path)).totalResults, 4);
      const { results } = await get('/changes?limit=100');
      assert.ok(results.some(({ id }: { id: string }) => id === 'inv-0009'));
    }
  } finally {
    await onStandby('select pg_wal_replay_resume()');
  }
  await isUsed();
});

test('while the standby lags and catches up, no page is older than one seen before', { skip }, async () => {
  const apps = [first, second].map((started) => (started as { app: TestApp }).app);
  const [app] = apps as [TestApp];
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(1));
  let published = 1;
  let isOver = false;
  const writer = (async () => {
    while (!isOver) {
      await publishRecords(app.ctx.db, books, [{ id: `new-${published}`, record: anInvoice() }]);
      published++;
      await sleep(3);
    }
  })();
  const pauser = (async () => {
    for (let round = 0; !isOver; round++) {
      await onStandby('select pg_wal_replay_pause()');
      await sleep([0, 5, 30, 400][round % 4]);
      await onStandby('select pg_wal_replay_resume()');
      await sleep(150);
    }
  })();
  const before = counts();
  let reads = 0;
  const readers = apps.map(async ({ send }) => {
    while (!isOver) {
      const atLeast = published;
      const { status, body } = await send(`GET ${books.path}?pageSize=1`, { key: account.key });
      assert.equal(status, 200, JSON.stringify(body));
      reads++;
      assert.ok(body.totalResults >= atLeast, `${body.totalResults} records after ${atLeast} were published`);
    }
  });
  const end = async () => {
    isOver = true;
    await Promise.all([writer, pauser, ...readers]);
  };
  try {
    await sleep(3000);
    // Both servers have to answer some, however slow the machine is.
    await waitFor(() => isOver || (counts().replica > before.replica + 20 && counts().primary > before.primary));
  } finally {
    await end();
  }
  assert.ok(reads > 20);
});

test('if the standby is stopped, the primary serves all reads; when it is back, it is used again', {
  skip,
}, async () => {
  const { app } = first as { app: TestApp };
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(3));
  await isUsed();
  await standby.stop();
  try {
    const told = () => app.logLines.filter(({ msg }) => /primary serves all reads/.test(String(msg))).length;
    const before = told();
    for (let n = 0; n < 10; n++) assert.equal((await read(account, books.path)).totalResults, 3);
    assert.equal(told() - before, 1);
  } finally {
    await standby.start();
  }
  await isUsed();
  assert.ok(app.logLines.some(({ msg }) => /from the standby again/.test(String(msg))));
});

test('if the standby hangs, reads take a second at most, and soon no longer', { skip }, async () => {
  const { app } = first as { app: TestApp };
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(3));
  await isUsed();
  const processes = await standby.pids();
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  try {
    const startedAt = performance.now();
    const bodies = await Promise.all(Array.from({ length: 12 }, () => read(account, books.path)));
    assert.ok(bodies.every(({ totalResults }) => totalResults === 3));
    const write = await account.send('POST /companies', { body: { name: 'meanwhile' } });
    assert.equal(write.status, 200);
    assert.ok(performance.now() - startedAt < 8000, `${performance.now() - startedAt} ms`);
    const again = performance.now();
    for (let n = 0; n < 20; n++) await read(account, books.path);
    assert.ok(performance.now() - again < 6000, `${performance.now() - again} ms`);
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  }
  await isUsed();
});

test('if the standby fails in the middle of a request, the whole request is read from the primary', async () => {
  const read: string[] = [];
  const replica = { count: (server: string) => void read.push(`counted ${server}`) };
  const primary = { name: 'primary' };
  const db = { ...primary, replica, withReplica: { name: 'standby' } } as unknown as Db;
  const [route] = readFromStandby(db, (given) => [
    {
      async read() {
        const { name } = given as unknown as { name: string };
        read.push(`${name} state`);
        if (name === 'standby') throw new StandbyUnready();
        read.push(`${name} page`);
        return { json: '' };
      },
    } as unknown as Route,
  ]);
  await route?.read?.({ header: () => undefined } as never);
  assert.deepEqual(read, ['standby state', 'counted primary', 'primary state', 'primary page']);
});

test('a standby that was promoted is not read from: what it accepts is not in the database', { skip }, async () => {
  const { app } = first as { app: TestApp };
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(3));
  await isUsed();
  await onStandby('select pg_promote()');
  await onStandby('delete from record');
  for (let n = 0; n < 5; n++) assert.equal((await read(account, books.path)).results.length, 3);
  const by = await served(() => read(account, books.path));
  assert.equal(by.replica, 0);
});

test('calls during a run share the next run, which begins after them', async () => {
  let runs = 0;
  const open: (() => void)[] = [];
  const run = shareRuns(async () => {
    const own = ++runs;
    await new Promise<void>((resolve) => open.push(resolve));
    return own;
  });
  const early = run();
  const [late, later] = [run(), run()];
  assert.equal(runs, 1);
  open.shift()?.();
  assert.equal(await early, 1);
  await waitFor(() => open.length === 1);
  const last = run();
  open.shift()?.();
  assert.deepEqual(await Promise.all([late, later]), [2, 2]);
  await waitFor(() => open.length === 1);
  open.shift()?.();
  assert.equal(await last, 3);
});

test('after three failures in a row, the primary serves all reads for a second', async () => {
  let now = 0;
  const changes: boolean[] = [];
  const replica = createReplica({
    pool: {} as pg.Pool,
    readPosition: async () => ({ lsn: '0/1', server: 'here' }),
    onChange: ({ isUsed }) => void changes.push(isUsed),
    nowMs: () => now,
  });
  const behind = Object.assign(new Error('behind'), { code: notReplayed });
  const timeout = Object.assign(new Error('slow'), { code: '57014' });
  const refused = new ApiError({ statusCode: 429, code: 'tooManyRequests', error: 'too many' } as never);
  const wrong = Object.assign(new Error('wrong'), { code: '22P02' });
  for (const error of [timeout, refused, wrong]) assert.equal(replica.explain(error), error);
  for (let n = 0; n < 3; n++) {
    assert.ok(await replica.needed());
    assert.ok(replica.explain(behind) instanceof StandbyUnready);
  }
  const rests = () => assert.rejects(replica.needed(), StandbyUnready);
  await rests();
  now = 1001;
  assert.ok(await replica.needed(), 'one read tries');
  await rests();
  replica.explain(behind);
  now = 2002;
  await rests();
  now = 3003;
  assert.ok(await replica.needed(), 'after twice the time');
  replica.count('replica');
  assert.ok(await replica.needed());
  assert.ok(await replica.needed());
  assert.deepEqual(changes, [false, true]);
});

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { useApp } from '../harness.ts';
import { openServer, type RunningServer } from '../server-process.ts';
import { waitFor } from '../wait-for.ts';
import { type Received, useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

/** The counts of delivered and failed attempts on screens, compared with those of the receiver itself. */
const app = useApp();
const receive = useReceivers();
const servers: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
});

type Shown = { delivered: number; failed: number };
type Bucket = Shown & { failedAttempts: number };

const sum = (buckets: readonly Bucket[], name: keyof Bucket) => buckets.reduce((all, one) => all + (one[name] ?? 0), 0);

/** Counts per hour, per quarter, in total, and for the whole account: they must agree. */
async function shown(account: Awaited<ReturnType<typeof app.account>>, consumerId: string): Promise<Shown> {
  const read = async (path: string) => (await account.send(`GET ${path}`)).body;
  // In this order, a later response may have higher counts, but never lower ones.
  const hours = await read(`/webhooks/consumers/${consumerId}/stats?hours=2`);
  const quarters = await read(`/webhooks/consumers/${consumerId}/stats?hours=2&every=quarter`);
  const overview = await read('/overview?hours=2');
  const { delivered, failed } = hours.totals;
  assert.equal(sum(hours.buckets, 'delivered'), delivered);
  assert.equal(sum(hours.buckets, 'failed'), failed);
  assert.equal(quarters.buckets.length, 8);
  assert.ok(sum(quarters.buckets, 'delivered') >= delivered && sum(quarters.buckets, 'failed') >= failed);
  assert.ok(sum(overview.activity, 'delivered') >= quarters.totals.delivered);
  assert.ok(sum(overview.activity, 'failedAttempts') >= quarters.totals.failed);
  return { delivered, failed };
}

/** The first 217 of 347 are accepted, the others rejected: an audit found this shown as 51.3 %. */
const isTaken = ({ body }: Received) => Number(/Company (\d+)/.exec(body)?.[1]) < 217;

test('A-16: the shown counts of delivered and failed attempts match those of the receiver and never decrease', async () => {
  const account = await app.account();
  const receiver = await receive();
  const counted = { delivered: 0, failed: 0 };
  receiver.behave((received) => {
    counted[isTaken(received) ? 'delivered' : 'failed']++;
    return { kind: 'answer', status: isTaken(received) ? 200 : 500 };
  });
  const { consumerId } = await seedConsumer(app.ctx, { accountId: account.accountId, url: receiver.url });
  await emitEvents(app.ctx, { accountId: account.accountId, count: 347 });
  let last: Shown = { delivered: 0, failed: 0 };
  await waitFor(async () => {
    const now = await shown(account, consumerId);
    assert.ok(now.delivered >= last.delivered && now.failed >= last.failed, `${JSON.stringify(last)} decreased`);
    last = now;
    return receiver.requests.length >= 347 && app.lanes.stats().unrecorded === 0;
  }, 30_000);
  const before = { ...counted };
  const after = await shown(account, consumerId);
  // A retry between the two readings is counted by both or by one.
  assert.ok(after.delivered === 217 && counted.delivered === 217, JSON.stringify({ after, counted }));
  assert.ok(after.failed >= 130 && after.failed >= before.failed - 1 && after.failed <= counted.failed);
});

test('A-16: counts match those of the receiver even if a worker is killed and connections are cut', async () => {
  const account = await app.account();
  const { accountId } = account;
  const receiver = await receive();
  const ids = new Set<string>();
  let seen = 0;
  receiver.behave((received) => {
    seen++;
    ids.add(String(received.headers['webhook-id']));
    return { kind: 'answer', afterMs: 3 };
  });
  const consumers = await Promise.all(
    [1, 2, 3].map((at) => seedConsumer(app.ctx, { accountId, url: `${receiver.url}/${at}` })),
  );
  servers.push(
    await openServer({
      databaseUrl: app.databaseUrl,
      env: { DAYBOOK_ROLE: 'worker', DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8' },
    }),
  );
  for (let round = 0; round < 3; round++) {
    await emitEvents(app.ctx, { accountId, count: 400 });
    await waitFor(() => seen > (round + 0.3) * 1200, 60_000);
    if (round === 0) await servers.pop()?.kill();
    else
      await app.ctx.db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = $1`,
        [round === 1 ? 'daybook outcomes' : 'daybook lanes'],
      );
  }
  const { db } = app.ctx;
  await waitFor(async () => {
    const { rows } = await db.pool.query('select count(*)::int as n from delivery where account_id = $1', [accountId]);
    return rows[0].n === 0 && app.lanes.stats().unrecorded === 0;
  }, 60_000);
  assert.equal(ids.size, 1200);
  const overview = (await account.send('GET /overview?hours=2')).body;
  const delivered = sum(overview.activity, 'delivered');
  // If a worker dies between sending and recording, the receiver sees the message twice, but it is counted once.
  assert.ok(delivered >= 3600 && delivered <= seen, `${delivered} shown, ${seen} seen`);
  const logged = await db.pool.query(
    `select consumer_id, count(*)::int as n from attempt where account_id = $1 and outcome = 'd' group by 1`,
    [accountId],
  );
  for (const { consumerId } of consumers) {
    const row = logged.rows.find((one) => one.consumer_id === consumerId);
    assert.equal((await shown(account, consumerId)).delivered, row.n, 'every recorded attempt counts once');
  }
});

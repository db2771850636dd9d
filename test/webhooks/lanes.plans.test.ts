import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LaneConnection, openLaneConnection } from '../../src/webhooks/lanes/store/lane-connection.ts';
import { claimDue } from '../../src/webhooks/lanes/store/lane-store.ts';
import { type AttemptDone, recordDelivered, recordFailed } from '../../src/webhooks/lanes/store/outcome-store.ts';
import { newAttemptId } from '../../src/webhooks/sending/attempt-id.ts';
import { useApp } from '../harness.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

/**
 * The table of deliveries is a queue. It is usually empty, also when PostgreSQL last collected statistics. A plan made
 * from these must not scan the table when it is full.
 */
const app = useApp({ config: { role: 'api' } });
const run = (text: string) => app.ctx.db.pool.query(text);

/** The number of index entries of the table `delivery` that the work reads. */
async function entriesRead(connection: LaneConnection, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    await connection.query({ name: 'flush', text: 'select pg_stat_force_next_flush()' });
    await connection.query({ name: 'nothing', text: 'select 1' });
    const text = "select sum(idx_tup_read)::int as n from pg_stat_user_indexes where relname = 'delivery'";
    return (await run(text)).rows[0].n as number;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

const states = {
  empty: 'delete from delivery',
  // A row in the last page remains, so that the table keeps its pages.
  'almost empty': 'delete from delivery where ctid <> (select max(ctid) from delivery)',
};

for (const [state, leave] of Object.entries(states)) {
  test(`with statistics from when the table was ${state}, claims and outcomes read only what they need`, async (t) => {
    const onLost = (error: Error) => assert.fail(error);
    const connection = await openLaneConnection({ url: app.databaseUrl, name: 'plans', onLost });
    t.after(() => connection.end());
    const { accountId } = await app.account();
    const { consumerId, lane } = await seedConsumer(app.ctx, { accountId, url: 'http://127.0.0.1:9/' });
    await emitEvents(app.ctx, { accountId, count: 3000 });
    await run(leave);
    await run('vacuum analyze delivery');
    await emitEvents(app.ctx, { accountId, count: 5000 });

    const claims = [{ lane, limit: 20, held: [], after: undefined, knownVersion: undefined }];
    const claim = () => claimDue(connection, { claims, nowMs: app.ctx.clock.nowMs() });
    const [claimed] = await claim();
    assert.equal(claimed?.deliveries.length, 20);
    const forClaim = await entriesRead(connection, claim);
    assert.ok(forClaim < 200, `a claim of 20 reads ${forClaim} entries`);

    const startedMs = app.ctx.clock.nowMs();
    const done = (claimed?.deliveries ?? []).map(
      ({ messageId }): AttemptDone => ({
        accountId,
        consumerId,
        consumerVersion: 1,
        messageId,
        attemptId: newAttemptId(startedMs),
        number: 1,
        cause: 'e',
        outcome: 'delivered',
        statusCode: 200,
        startedMs,
        durationMs: 1,
      }),
    );
    const [delivered, failed, gone] = [done.slice(0, 10), done.slice(10, 15), done.slice(15)];
    const forDelivered = await entriesRead(connection, () =>
      recordDelivered(connection, delivered, { isRepeated: false }),
    );
    assert.ok(forDelivered < 200, `10 successes read ${forDelivered} entries`);
    const forFailed = await entriesRead(connection, () =>
      recordFailed(connection, [
        ...failed.map((one) => ({
          ...one,
          ...refusal,
          firstMs: startedMs,
          outcome: 'failed' as const,
          nextMs: startedMs + 5000,
        })),
        ...gone.map((one) => ({ ...one, ...refusal, firstMs: startedMs, outcome: 'gone' as const, nextMs: undefined })),
      ]),
    );
    assert.ok(forFailed < 300, `10 failures read ${forFailed} entries`);
    const { rows } = await run(`select count(*)::int as n, count(*) filter (where attempts = 1)::int as failed
      from delivery where account_id = '${accountId}'`);
    const left = state === 'empty' ? 0 : 1;
    assert.deepEqual(rows[0], { n: left + 5000 - 15, failed: 5 });
  });
}

const refusal = { error: undefined, answer: undefined, isOrdered: false, url: 'http://127.0.0.1:9/' };

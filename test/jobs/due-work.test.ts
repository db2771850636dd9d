import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../src/db/tables.ts';
import { createLook, type DueWork } from '../../src/jobs/due-work.ts';
import { refreshSchedulesJob } from '../../src/sync/schedule/refresh-schedules.ts';
import { openApp, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

const app = useApp({ config: { role: 'api' } });
const never = () => false;

function counted(name: string, isDue: DueWork['isDue'], more: Partial<DueWork> = {}) {
  const work = { name, isDue, runs: 0, run: async () => void work.runs++, ...more };
  return work;
}

test('one look starts what is due and nothing else, and reports what is not due', async () => {
  const now = app.ctx.clock.nowMs();
  const notDue: Date[] = [];
  const due = counted('due', ({ now }) => sql<boolean>`${now} > timestamptz '2000-01-01'`);
  const rest = counted('not due', ({ now }) => sql<boolean>`${now} < timestamptz '2000-01-01'`, {
    notDue: (at) => notDue.push(at),
  });
  const look = createLook(app.ctx, [due, rest]);
  for (let nth = 0; nth < 3; nth++) {
    await look.start(never);
    await look.ended();
  }
  assert.deepEqual([due.runs, rest.runs, notDue.length], [3, 0, 3]);
  assert.ok(notDue.every((at) => at.getTime() >= now));
});

test('the pause after a look that has found nothing is longer, but with its jitter not longer than two seconds', async () => {
  let isDue = false;
  const gate = Promise.withResolvers<void>();
  const work = counted('some', () => sql<boolean>`true`, { run: () => gate.promise });
  const db = { look: async () => [{ 0: isDue }] } as unknown as typeof app.ctx.db;
  const look = createLook({ ...app.ctx, db }, [work]);
  assert.equal(look.restMs(), 1000);
  await look.start(never);
  assert.equal(look.restMs(), 1500);
  isDue = true;
  await look.start(never);
  isDue = false;
  await look.start(never);
  // The work still runs, so more of it may follow.
  assert.equal(look.restMs(), 1000);
  gate.resolve();
  await look.ended();
  assert.equal(look.restMs(), 1500);
});

test('`after` bounds what is looked for, and without it everything is', async () => {
  let from: Date | undefined;
  const work = counted('since', ({ after }) => sql<boolean>`timestamptz '2020-01-01' > ${after}`, {
    after: () => from,
  });
  const look = createLook(app.ctx, [counted('first', () => sql<boolean>`false`), work]);
  await look.start(never);
  from = new Date('2021-01-01');
  await look.start(never);
  from = new Date('2019-01-01');
  await look.start(never);
  await look.ended();
  assert.equal(work.runs, 2);
});

test('work that runs, rests or fails does not keep other work waiting', async () => {
  const always = () => sql<boolean>`true`;
  const gate = Promise.withResolvers<void>();
  let starts = 0;
  const slow = counted('slow', always, {
    run: () => {
      starts++;
      return gate.promise;
    },
  });
  const failing = counted('failing', always, { run: async () => assert.fail('on purpose') });
  const resting = counted('resting', always, { restMs: 60_000 });
  const other = counted('other', always);
  const look = createLook({ ...app.ctx, log: app.ctx.log.child({}, { level: 'silent' }) }, [
    slow,
    failing,
    resting,
    other,
  ]);
  for (let nth = 0; nth < 3; nth++) await look.start(never);
  gate.resolve();
  await look.ended();
  assert.deepEqual([starts, resting.runs, other.runs], [1, 1, 3]);
});

test('while a table is locked, each kind of work checks for itself what is due', async () => {
  const log = app.ctx.log.child({}, { level: 'silent' });
  const locked = counted('locked', () => sql<boolean>`exists (select from push_lane)`);
  const other = counted('other', () => sql<boolean>`false`);
  const look = createLook({ ...app.ctx, log }, [locked, other]);
  const tx = await app.ctx.db.system.startTransaction().execute();
  await sql`lock table push_lane in access exclusive mode`.execute(tx);
  await look.start(never);
  await look.ended();
  assert.deepEqual([locked.runs, other.runs], [1, 1]);
  await tx.rollback().execute();
  await look.start(never);
  await look.ended();
  assert.deepEqual([locked.runs, other.runs], [1, 1], 'and a look decides again afterwards');
});

const queue = 'refresh-sync-schedules';
const noAccount = '0198c5a0-0000-7000-8000-000000000001';

async function insertJob(system: Kysely<Tables>, more: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into pgboss.job_common
    (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit, policy, expire_seconds)
    select ${queue}, ${JSON.stringify({ accountId: noAccount })}::jsonb, ${more}, retry_limit, policy, expire_seconds
    from pgboss.queue where name = ${queue} returning id`.execute(system);
  return rows[0]?.id ?? assert.fail();
}

/** Milliseconds until the job is completed. */
async function completion(system: Kysely<Tables>, id: string, timeoutMs: number): Promise<number> {
  const startedAt = performance.now();
  await waitFor(async () => {
    const { rows } = await sql<{ state: string }>`select state from pgboss.job_common where id = ${id}`.execute(system);
    return rows[0]?.state === 'completed';
  }, timeoutMs);
  return performance.now() - startedAt;
}

test('a job without a notification starts within seconds, and the job of a dead worker when others look for jobs', async () => {
  const { app: worker, stop } = await openApp();
  try {
    const { system } = worker.ctx.db;
    // The workers have looked for jobs at their start. They look again by themselves five minutes later.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const lost = await insertJob(system, sql`'created', null, null, 10`);
    const ms = await completion(system, lost, 20_000);
    assert.ok(ms < 5000, `${ms} ms`);
    const dead = await insertJob(system, sql`'active', now() - interval '1 minute', now() - interval '1 minute', 10`);
    await worker.ctx.jobs.enqueueAll(system, refreshSchedulesJob, [{ accountId: noAccount }]);
    assert.ok((await completion(system, dead, 40_000)) < 25_000);
  } finally {
    await stop();
  }
});

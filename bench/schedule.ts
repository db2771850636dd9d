import os from 'node:os';
import { type SettableClock, settableClock } from '../src/base/clock.ts';
import { minuteMs } from '../src/base/durations.ts';
import { type Context, openContext } from '../src/context.ts';
import { createLook } from '../src/jobs/due-work.ts';
import { lockDue } from '../src/sync/schedule/schedule-store.ts';
import { dueSchedules } from '../src/sync/schedule/start-due-syncs.ts';
import { upgradeDatabase } from '../src/upgrade-database.ts';
import { withLongStatements } from './long-statements.ts';
import { type Figures, holdBar, median, percentile, type Report, round, say } from './report.ts';
import { seedSchedules } from './seed-schedules.ts';
import { type Cell, startCell } from './start-cell.ts';

const dayStart = Date.parse('2026-01-01T00:00:00Z');
const ticks = 24 * 60;
const companies = 1_000_000;
/** Number of parallel searches for due syncs, as by several worker processes. */
const lookers = 2;
/** Rows that the timed search finds: what becomes due between two searches of the program, two seconds apart. */
const foundEach = 20;
/** Fewer than become due in any minute of the large world. */
const foundInMinute = 500;
/** In the small world, `foundEach` companies are due at each of `smallMoments` moments of the day. */
const smallCompanies = 1000;
const smallMoments = smallCompanies / foundEach;

/**
 * A simulated day takes minutes, but autovacuum runs once per real minute. In real time it would run after every two
 * minutes of a million daily schedules; here VACUUM runs a little less often than that.
 */
const vacuumEvery = 5;

/** A database with companies, and its clock. */
type World = { ctx: Context; clock: SettableClock };

/**
 * A million companies with one daily schedule each, for one simulated day, minute by minute; and a thousand to compare.
 */
export async function benchSchedule(): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const cell = await startCell();
  const worlds: World[] = [];
  try {
    const small = await openWorld(cell, 'small');
    worlds.push(small);
    const large = await openWorld(cell, 'large');
    worlds.push(large);
    const seedStartedAt = performance.now();
    await seed(small, smallCompanies);
    await small.ctx.db.pool.query(fewMoments, [(dayStart + minuteMs) / 1000, smallMoments]);
    await seed(large, companies);
    const seedSeconds = round((performance.now() - seedStartedAt) / 1000);
    say(`seeded ${companies} companies in ${seedSeconds} s`);
    const loadBeforeMeasuring = os.loadavg().map(round);
    const day = await runDay({ small, large });
    const figures: Figures = {
      'machine.cores': os.availableParallelism(),
      'machine.node': process.version,
      'machine.loadBefore': loadBefore,
      'machine.loadBeforeMeasuring': loadBeforeMeasuring,
      'machine.loadAfter': os.loadavg().map(round),
      'seed.companies': companies,
      'seed.seconds': seedSeconds,
      ...(await readStarts(large, day)),
      'find.rows': foundEach,
      'find.samples': day.findMs.large.length,
      'find.ms1000': round(median(day.findMs.small)),
      'find.ms1000000': round(median(day.findMs.large)),
      'find.ms1000000FromTheBeginning': round(median(day.findMs.largeLong)),
      'find.ms1000000OfAMinute': round(median(day.findMs.largeMinute)),
      'find.ratio': round(median(day.findMs.large) / median(day.findMs.small)),
    };
    const bars = [
      holdBar(figures, 'start.exactlyOnce', 'true'),
      holdBar(figures, 'start.latestSeconds', '<= 60'),
      holdBar(figures, 'start.slowestTickSeconds', '<= 60'),
      holdBar(figures, 'find.ratio', '<= 1.5'),
    ];
    return { name: 'schedule', figures, bars };
  } finally {
    for (const { ctx } of worlds) await ctx.dispose();
    await cell.stop();
  }
}

async function openWorld(cell: Cell, name: string): Promise<World> {
  await cell.base.db.pool.query(`create database ${name}`);
  const databaseUrl = cell.databaseUrl.replace(/[^/]+$/, name);
  await upgradeDatabase({ url: databaseUrl, log: cell.base.log });
  const clock = settableClock(new Date(dayStart));
  // Nothing listens on this port: syncs are only started, nothing is fetched.
  const config = {
    ...cell.base.config,
    databaseUrl,
    databasePoolSize: 5,
    connectorSettings: { sandbox: { url: 'http://127.0.0.1:9' } },
  };
  return { ctx: await openContext(config, { clock, log: cell.base.log }), clock };
}

async function seed({ ctx }: World, count: number): Promise<void> {
  await withLongStatements(ctx.db, (client) =>
    seedSchedules(client, { companies: count, accounts: 100, afterMs: dayStart }),
  );
}

/** Times the search for due syncs, from the loop's last search time or from the beginning, and rolls it back. */
async function timeFind(
  { ctx, clock }: World,
  { lastLookMs, limit = foundEach }: { lastLookMs?: number; limit?: number },
): Promise<number> {
  const after = lastLookMs === undefined ? undefined : new Date(lastLookMs);
  const tx = await ctx.db.system.startTransaction().execute();
  const startedAt = performance.now();
  const due = await lockDue(tx, { after, at: clock.now(), limit });
  const ms = performance.now() - startedAt;
  await tx.rollback().execute();
  if (due.length !== limit) throw new Error(`${due.length} rows were due instead of ${limit}.`);
  return ms;
}

type Day = {
  started: number;
  tickMs: number[];
  findMs: { small: number[]; large: number[]; largeLong: number[]; largeMinute: number[] };
};

/** Returns a function that looks for due schedules once, as a worker does, and starts their syncs. */
function lookFor({ ctx }: World, onStarted: (count: number) => void): () => Promise<void> {
  const look = createLook(ctx, [dueSchedules(ctx, onStarted)]);
  return async () => {
    await look.start(() => false);
    await look.ended();
  };
}

async function runDay({ small, large }: { small: World; large: World }): Promise<Day> {
  const day: Day = { started: 0, tickMs: [], findMs: { small: [], large: [], largeLong: [], largeMinute: [] } };
  const looks = Array.from({ length: lookers }, () =>
    lookFor(large, (count) => {
      day.started += count;
    }),
  );
  const startSmall = lookFor(small, () => {});
  for (let tick = 1; tick <= ticks; tick++) {
    const tickAt = dayStart + tick * minuteMs;
    if (tick % 5 === 0) {
      const lastLookMs = tickAt - minuteMs;
      // After four seconds at least `foundEach` are certainly due.
      large.clock.set(new Date(lastLookMs + 4000));
      day.findMs.large.push(await timeFind(large, { lastLookMs }));
      if (tick % 20 === 0) day.findMs.largeLong.push(await timeFind(large, {}));
      // The small world advances to its next moment.
      const smallAt = dayStart + minuteMs + (tick / 5 - 1) * ((ticks * minuteMs) / smallMoments);
      small.clock.set(new Date(smallAt));
      day.findMs.small.push(await timeFind(small, { lastLookMs: smallAt - 4000 }));
      await startSmall();
      await small.ctx.db.pool.query("update sync set status = 'Complete' where status = 'Queued'");
    }
    large.clock.set(new Date(tickAt));
    if (tick % 20 === 0)
      day.findMs.largeMinute.push(await timeFind(large, { lastLookMs: tickAt - minuteMs, limit: foundInMinute }));
    const startedAt = performance.now();
    await Promise.all(looks.map((startDue) => startDue()));
    day.tickMs.push(performance.now() - startedAt);
    if (tick % vacuumEvery === 2) await large.ctx.db.pool.query('vacuum sync_schedule');
    if (tick % 144 === 0) say(`${tick} minutes: ${day.started} started`);
  }
  return day;
}

async function readStarts({ ctx }: World, { started, tickMs }: Day): Promise<Figures> {
  const { rows } = await withLongStatements(ctx.db, (client) => client.query<Outcome>(readOutcome));
  const [outcome] = rows;
  if (!outcome) throw new Error('The query for the outcome returned no row.');
  const counted = [started, outcome.syncs, outcome.companies, outcome.jobs, outcome.moved, outcome.queued];
  return {
    'start.lookers': lookers,
    'start.exactlyOnce': counted.every((count) => count === companies),
    'start.syncs': outcome.syncs,
    'start.jobs': outcome.jobs,
    'start.latestSeconds': outcome.latest_seconds,
    'start.perSecond': round(started / (tickMs.reduce((sum, ms) => sum + ms, 0) / 1000)),
    'start.busiestMinute': outcome.busiest,
    'start.tickMs': round(median(tickMs)),
    'start.tickMsP99': round(percentile(tickMs, 99)),
    'start.slowestTickSeconds': round(Math.max(...tickMs) / 1000),
  };
}

const fewMoments = `with numbered as (select company_id, row_number() over (order by company_id) as n from sync_schedule)
  update sync_schedule s set next_at = to_timestamp($1::float8) + n.n % $2::int * interval '1 day' / $2::int
  from numbered n where n.company_id = s.company_id`;

type Outcome = {
  syncs: number;
  companies: number;
  jobs: number;
  queued: number;
  moved: number;
  latest_seconds: number;
  busiest: number;
};

/** `moved`: schedules whose next run is exactly a day after their first. */
const readOutcome = `select
  (select count(*) from sync) as syncs,
  (select count(distinct company_id) from sync) as companies,
  (select count(distinct s.sync_id) from pgboss.job j join sync s on s.sync_id = (j.data ->> 'syncId')::uuid
    where j.name = 'run-sync-sandbox') as jobs,
  (select count(*) from sync where status = 'Queued' and trigger = 'schedule') as queued,
  (select count(*) from sync_schedule s join seeded f using (company_id) where s.next_at = f.next_at + interval '24 hours') as moved,
  (select max(extract(epoch from s.requested_at - f.next_at))::float8 from sync s join seeded f using (company_id)) as latest_seconds,
  (select max(n) from (select count(*) as n from sync group by requested_at) m) as busiest`;

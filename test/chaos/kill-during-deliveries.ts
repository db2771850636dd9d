import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figures, holdBar, median, type Report, round, say } from '../../bench/report.ts';
import { checkArrivals, takeOverMs } from './deliveries/check-arrivals.ts';
import { cutHost } from './deliveries/cut-host.ts';
import { type Emitting, emitUnderLoad } from './deliveries/emit-under-load.ts';
import { openStage, type Stage } from './deliveries/open-stage.ts';

/**
 * Emits events under load while workers, API processes and PostgreSQL are killed with -9 at random, the engine's tables
 * are emptied and connections are cut. Every committed event must arrive at every matching consumer.
 */
type Size = { events: number; perSecond: number; alone: number; worker: number; api: number; postgres: number };
const full: Size = { events: 100_000, perSecond: 350, alone: 12, worker: 66, api: 30, postgres: 8 };
const small: Size = { events: 5000, perSecond: 200, alone: 2, worker: 5, api: 2, postgres: 1 };
const emittedWithinMs = 9 * 60_000;
const drainedWithinMs = 3 * 60_000;
const struckWithinMs = 8 * 60_000;

type Kills = { worker: number; api: number; postgres: number };

export async function killDuringDeliveries({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const killsLeast = quick ? 6 : 100;
  const startedAt = Date.now();
  const stage = await openStage({ workers: 3, apis: 2 });
  try {
    await whenServing(stage);
    const kills: Kills = { worker: 0, api: 0, postgres: 0 };
    // If processes restart slowly, events continue until enough of them have been killed.
    const isStruck = () =>
      kills.worker + kills.api + kills.postgres >= killsLeast || Date.now() - startedAt > struckWithinMs;
    const emitting = emitUnderLoad(stage, { ...size, isStruck });
    await strike(stage, { emitting, size, done: kills });
    await within(emitting.done, emittedWithinMs);
    const emittedAt = Date.now();
    await whenDrained(stage);
    say(`drained ${Date.now() - emittedAt} ms after the last event`);
    const noted = await stage.noted();
    const checked = await checkArrivals(stage, emitting, noted);
    const takeOvers = takeOverMs(stage, noted);
    for (const kept of [...stage.workers, ...stage.apis]) await kept.stop();
    const hostSeconds = await cutHost(stage);
    const figures: Figures = {
      ...checked,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      kills: kills.worker + kills.api + kills.postgres,
      'kills.worker': kills.worker,
      'kills.api': kills.api,
      'kills.postgres': kills.postgres,
      connectionsCut: stage.disturbances.filter(({ kind }) => kind === 'connections').length,
      emitErrors: emitting.errors(),
      takeOvers: takeOvers.length,
      'takeOver.secondsMedian': round(median(takeOvers) / 1000),
      'takeOver.secondsMax': round(Math.max(...takeOvers) / 1000),
      'host.seconds': round(hostSeconds),
    };
    const none = ['lost', 'unexplained', 'strangers', 'confirmedButGone', 'leftPending', 'leftFailed', 'countsWrong'];
    return {
      name: 'delivery',
      figures,
      bars: [
        holdBar(figures, 'events', `>= ${size.events}`),
        holdBar(figures, 'kills', `>= ${killsLeast}`),
        ...none.map((name) => holdBar(figures, name, '<= 0')),
        holdBar(figures, 'takeOvers', '>= 1'),
        holdBar(figures, 'takeOver.secondsMax', '<= 2'),
        holdBar(figures, 'host.seconds', '<= 15'),
      ],
    };
  } finally {
    await stage.close();
  }
}

async function whenServing(stage: Stage): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    if ([...stage.workers, ...stage.apis].every((kept) => kept.current())) return;
  }
  throw new Error('Not all processes were ready within a minute.');
}

/** Kills one process after the other, spread over the whole run. */
async function strike(
  stage: Stage,
  { emitting, size, done }: { emitting: Emitting; size: Size; done: Kills },
): Promise<void> {
  let isOver = false;
  emitting.done.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  const wanted = size.worker + size.api + size.postgres;
  let [blows, isEmptied] = [0, false];
  while (!isOver) {
    const hits = done.worker + done.api + done.postgres;
    // Spread over the events, not over time, because the kills themselves take time.
    const next = ((hits + Math.random()) / wanted) * size.events * 0.9;
    while (!isOver && emitting.committed.size + emitting.companies.size < next) await sleep(10);
    if (isOver) break;
    // At first only workers are killed, one at a time, to measure how long others take to take over.
    if (hits < size.alone) {
      if (await strikeAlone(stage)) done.worker++;
      continue;
    }
    const kinds = (['worker', 'api', 'postgres'] as const).filter((kind) => done[kind] < size[kind]);
    const bag = kinds.flatMap((kind) => Array.from({ length: size[kind] - done[kind] }, () => kind));
    const kind = bag[randomInt(Math.max(1, bag.length))] ?? 'worker';
    if (await strikeOnce(stage, kind)) done[kind]++;
    else await sleep(50);
    blows++;
    if (blows % 5 === 0) await cutConnections(stage);
    if (!isEmptied && hits * 2 >= wanted) {
      await query(stage, 'delete from pgboss.job');
      isEmptied = true;
    }
    if (blows % 10 === 0) say(`${hits} kills; ${emitting.committed.size + emitting.companies.size} events confirmed`);
  }
}

async function strikeAlone(stage: Stage): Promise<boolean> {
  await whenServing(stage);
  await sleep(500);
  if (!(await strikeOnce(stage, 'worker'))) return false;
  const last = stage.disturbances.at(-1);
  if (last) last.isAlone = true;
  await sleep(2500);
  return true;
}

async function strikeOnce(stage: Stage, kind: keyof Kills): Promise<boolean> {
  if (kind === 'postgres') {
    await stage.crashPostgres();
    return true;
  }
  const kept = (kind === 'worker' ? stage.workers : stage.apis).filter((one) => one.current());
  const victim = kept[randomInt(Math.max(1, kept.length))];
  const from = Date.now();
  const isHit = (await victim?.kill()) ?? false;
  if (isHit) stage.disturbances.push({ kind, from, to: Date.now() });
  return isHit;
}

async function cutConnections(stage: Stage): Promise<void> {
  const from = Date.now();
  await query(
    stage,
    `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and application_name like 'daybook%' order by random() limit 4) chosen`,
  );
  stage.disturbances.push({ kind: 'connections', from, to: Date.now() });
}

async function query<T>(stage: Stage, text: string): Promise<T[]> {
  const client = new pg.Client(stage.cell.databaseUrl);
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end().catch(() => {});
  }
}

async function whenDrained(stage: Stage): Promise<void> {
  for (const until = Date.now() + drainedWithinMs; Date.now() < until; await sleep(500)) {
    const [row] = await query<{ n: number }>(stage, 'select count(*)::int as n from delivery');
    if (row?.n === 0) return;
  }
  say(`not drained within ${drainedWithinMs} ms`);
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`Events were not emitted within ${ms} ms.`);
  });
  await Promise.race([work, late]);
  timer.abort();
  late.catch(() => {});
}

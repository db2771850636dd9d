import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Figures, holdBar, percentile, type Report, round, say } from '../../bench/report.ts';
import { checkEvents } from './migrations/check-events.ts';
import { type Emitting, emitSteadily } from './migrations/emit-steadily.ts';
import { openStage, type Stage } from './migrations/open-stage.ts';

/**
 * Accounts are migrated and rolled back repeatedly at 500 events a second, while workers and the process that applies
 * the migration are killed with -9. Each event must be delivered by exactly one webhook generation, at least once.
 */
type Size = { accounts: number; rounds: number; events: number; workerKills: number; switcherKills: number };
const full: Size = { accounts: 4, rounds: 50, events: 100_000, workerKills: 20, switcherKills: 24 };
const small: Size = { accounts: 4, rounds: 5, events: 10_000, workerKills: 3, switcherKills: 4 };
/** A little more than required: the bar is 500. */
const perSecond = 515;
const drainedWithinMs = 4 * 60_000;
const struckWithinMs = 15 * 60_000;

type Done = { worker: number; switcher: number; switchMs: number[] };

export async function killDuringMigrations({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const startedAt = Date.now();
  const stage = await openStage({ accounts: size.accounts, workers: 2 });
  try {
    await whenServing(stage);
    const done: Done = { worker: 0, switcher: 0, switchMs: [] };
    // If workers restart slowly, events continue until enough of them have been killed.
    const isStruck = () => done.worker >= size.workerKills || Date.now() - startedAt > struckWithinMs;
    const emitting = emitSteadily(stage, { events: size.events, perSecond, isStruck });
    let isOver = false;
    const switching = Promise.all(stage.accounts.map((_, n) => switchOften(stage, emitting, { n, size, done })));
    const killing = killWorkers(stage, emitting, { size, done, isOver: () => isOver });
    await Promise.all([emitting.done, switching]);
    isOver = true;
    await killing;
    say(`${emitting.committed.size} events and ${done.switchMs.length} switches after ${seconds(startedAt)} s`);
    await whenDrained(stage);
    const steps = await countSteps(stage);
    const figures: Figures = {
      ...(await checkEvents(stage, emitting)),
      ...steps,
      emitErrors: emitting.errors(),
      eventsPerSecond: round(emitting.committed.size / emitting.seconds()),
      'kills.worker': done.worker,
      'kills.switcher': done.switcher,
      'switch.msMedian': round(percentile(done.switchMs, 50)),
      'switch.msMax': round(Math.max(...done.switchMs)),
      seconds: seconds(startedAt),
    };
    const rounds = size.accounts * size.rounds;
    const none = [
      'inNone',
      'inBoth',
      'lost',
      'byBoth',
      'byWrong',
      'strangers',
      'leftPending',
      'leftFailed',
      'emitErrors',
    ];
    return {
      name: 'migration',
      figures,
      bars: [
        holdBar(figures, 'applied', `>= ${rounds}`),
        holdBar(figures, 'rolledBack', `>= ${rounds}`),
        holdBar(figures, 'outOfTurn', '<= 0'),
        holdBar(figures, 'events', `>= ${size.events}`),
        // Only in the full run: a quick one is too short, and the machines of CI are shared.
        ...(quick ? [] : [holdBar(figures, 'eventsPerSecond', '>= 500')]),
        holdBar(figures, 'kills.worker', `>= ${size.workerKills}`),
        holdBar(figures, 'kills.switcher', `>= ${size.switcherKills}`),
        ...none.map((name) => holdBar(figures, name, '<= 0')),
      ],
    };
  } finally {
    await stage.close();
  }
}

const seconds = (from: number) => Math.round((Date.now() - from) / 1000);

/**
 * Spread over the events. After a kill the command is repeated: whether the first one was committed does not matter.
 */
async function switchOften(
  stage: Stage,
  emitting: Emitting,
  { n, size, done }: { n: number; size: Size; done: Done },
): Promise<void> {
  const [account, switcher] = [stage.accounts[n], stage.switchers[n]];
  if (!account || !switcher) return;
  const wanted = size.rounds * 2;
  const killEvery = Math.floor((wanted * size.accounts) / size.switcherKills);
  for (let at = 0; at < wanted; at++) {
    // Up to the end of the events, so that some follow the last switches.
    while (emitting.committed.size < ((at + n / size.accounts) / wanted) * size.events * 0.97) await sleep(5);
    const command = `${at % 2 === 0 ? 'apply' : 'rollback'} ${account.accountId}`;
    if ((at * size.accounts + n) % killEvery === killEvery - 1) {
      await switcher.askAndKill(command, randomInt(60));
      done.switcher++;
    }
    done.switchMs.push(await switcher.ask(command));
    if (n === 0 && at % 20 === 19) say(`${at + 1} of ${wanted} switches of each account`);
  }
}

async function killWorkers(
  stage: Stage,
  emitting: Emitting,
  { size, done, isOver }: { size: Size; done: Done; isOver: () => boolean },
): Promise<void> {
  while (!isOver() && done.worker < size.workerKills) {
    while (!isOver() && emitting.committed.size < ((done.worker + 0.5) / size.workerKills) * size.events * 0.95)
      await sleep(20);
    const alive = stage.workers.filter((worker) => worker.current());
    if (await alive[randomInt(Math.max(1, alive.length))]?.kill()) done.worker++;
    else await sleep(100);
  }
}

/** Each account must be applied and rolled back alternately, whichever process was killed in between. */
async function countSteps(stage: Stage): Promise<{ applied: number; rolledBack: number; outOfTurn: number }> {
  const { rows } = await sql<{ applied: number; rolledBack: number; outOfTurn: number }>`select
      count(*) filter (where kind = 'applied') as applied, count(*) filter (where kind = 'rolledBack') as "rolledBack",
      count(*) filter (where kind = before) as "outOfTurn"
    from (select kind, lag(kind) over (partition by account_id order by at, step_id) as before from migration_step
      where kind in ('applied', 'rolledBack')) s`.execute(stage.cell.base.db.system);
  return rows[0] ?? { applied: 0, rolledBack: 0, outOfTurn: -1 };
}

async function whenServing(stage: Stage): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100))
    if (stage.workers.every((worker) => worker.current())) return;
  throw new Error('Not all workers were ready within a minute.');
}

/** The older webhooks retry what a killed worker was sending only after a minute. */
async function whenDrained(stage: Stage): Promise<void> {
  const from = Date.now();
  for (const until = from + drainedWithinMs; Date.now() < until; await sleep(500)) {
    const { rows } = await sql<{ n: number }>`select (select count(*) from delivery)
      + (select count(*) from alert_delivery where status = 'pending') as n`.execute(stage.cell.base.db.system);
    if (rows[0]?.n === 0) {
      say(`drained ${seconds(from)} s after the last event`);
      return;
    }
  }
  say(`not drained within ${drainedWithinMs} ms`);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { familyOf, readCpuMs } from '../../bench/cpu-time.ts';
import { type Figures, holdBar, type Report, round, say } from '../../bench/report.ts';
import { checkDeliveries, checkWrites, type Expected, noteExpected, settlePurged, whenDrained } from './check.ts';
import { whyNoClock } from './clock.ts';
import { disturbances } from './disturb.ts';
import { createGate, type Gate } from './gate.ts';
import { type Judgement, judgeSamples, type Taken } from './judge.ts';
import { openPatientClient, type Seen } from './patient-client.ts';
import { takeSample } from './sample.ts';
import { openStage, type Stage } from './stage.ts';
import { startTraffic, type Traffic } from './traffic.ts';

/**
 * Mixed traffic for hours, with restarts, failovers and a clock that runs `speed` times as fast: once a minute it is set
 * forward. What is measured every minute must stay flat, and nothing may be lost.
 */
export type SoakOptions = { hours: number; speed: number };

const minuteMs = 60_000;
/** A disturbance begins with every second minute. */
const disturbEvery = 2;
const drainBeforeJumpMs = 10_000;
/** A minute that takes longer than this is stuck, and ends the run. */
const minuteAtMostMs = 6 * minuteMs;
const closedWithinMs = 30_000;

export async function soak({ hours, speed }: SoakOptions): Promise<Report & Pick<Judgement, 'curves'>> {
  const why = whyNoClock();
  if (why) throw new Error(`The clock cannot be set: ${why}.`);
  const stage = await openStage();
  try {
    const seen: Seen = { requests: 0, repeated: 0, restarts: 0, problems: [] };
    const gate = createGate();
    const client = openPatientClient(stage.nextUrl, seen);
    // Pushes are judged before the retention removes them, after two days of the shifted clock.
    const booksMs = Math.min(8 * minuteMs, (0.5 * 48 * 3_600_000) / speed);
    const traffic = await startTraffic(stage, { client, seen, gate, booksMs });
    const startedAt = Date.now();
    const run = await runMinutes(stage, { hours, speed, gate, traffic, seen, startedAt });
    await traffic.stop();
    const left = await whenDrained(stage);
    await noteExpected(stage, run.expected);
    for (const problem of seen.problems.slice(0, 20)) say(`soak: ${problem}`);
    const judged = judgeSamples(run.taken, { speed, jumpHours: ((speed - 1) * minuteMs) / 3_600_000 });
    const figures: Figures = {
      ...{
        hours,
        speed,
        days: round((hours * speed) / 24),
        samples: run.taken.length,
        cores: round(run.cpuMs / (hours * 60 * minuteMs)),
      },
      ...run.disturbed,
      ...{ requests: seen.requests, repeated: seen.repeated, listsRestarted: seen.restarts },
      ...{ problems: seen.problems.length, processesEnded: countEnded(stage), left },
      ...figuresOf(traffic),
      ...(await checkWrites(stage, traffic)),
      ...(await checkDeliveries(stage, { expected: run.expected, traffic })),
      ...judged.figures,
    };
    return { name: 'soak', figures, bars: [...barsOf(figures), ...judged.bars], curves: judged.curves };
  } catch (error) {
    // Before the stage is closed. The caller prints the error.
    say(await stage.describe());
    throw error;
  } finally {
    await Promise.race([stage.close(), sleep(closedWithinMs)]);
  }
}

type Running = SoakOptions & { gate: Gate; traffic: Traffic; seen: Seen; startedAt: number };
type Run = { taken: Taken[]; expected: Expected; disturbed: Record<string, number>; cpuMs: number };

/** Each minute: a jump of the clock, a disturbance in every second one, and a sample at its end. */
async function runMinutes(stage: Stage, { hours, speed, gate, traffic, seen, startedAt }: Running): Promise<Run> {
  const run: Run = { taken: [], expected: new Map(), disturbed: {}, cpuMs: 0 };
  const cpu = createCpuSum(stage);
  const kinds = Object.keys(disturbances);
  const oneMinute = async (minute: number) => {
    await jump(stage, { gate, seconds: ((speed - 1) * minuteMs) / 1000 });
    const kind = minute % disturbEvery === 0 ? kinds[(minute / disturbEvery - 1) % kinds.length] : undefined;
    if (kind) {
      await disturbances[kind]?.(stage);
      run.disturbed[`disturbed.${kind}`] = (run.disturbed[`disturbed.${kind}`] ?? 0) + 1;
    }
    await sleep(Math.max(0, startedAt + minute * minuteMs - Date.now()));
    run.cpuMs += cpu();
    await noteExpected(stage, run.expected);
    await settlePurged(stage, traffic);
    run.taken.push({ at: Date.now() - startedAt, sample: await takeSample(stage) });
    const { sample } = run.taken.at(-1) as Taken;
    say(
      `soak: minute ${minute}${kind ? ` (${kind})` : ''}: worker ${round(sample['worker1.rssMb'] ?? 0)} MB, ` +
        `${round(sample['total.kb'] ?? 0)} kB, ${sample['rows.message']} messages, ${seen.requests} requests, ` +
        `${seen.problems.length} problems ${seen.problems.at(-1) ?? ''}`,
    );
  };
  for (let minute = 1; minute <= Math.max(1, Math.round(hours * 60)); minute++)
    await Promise.race([oneMinute(minute), endStuck(minute)]);
  return run;
}

async function endStuck(minute: number): Promise<never> {
  await sleep(minuteAtMostMs, undefined, { ref: false });
  throw new Error(`Minute ${minute} has not ended after ${minuteAtMostMs / minuteMs} minutes.`);
}

/** CPU time in ms of all processes since the last call. A process that began and ended in between is not counted. */
function createCpuSum({ postgres }: Stage): () => number {
  let known = new Map<number, number>();
  const sum = () => {
    const pids = [process.pid, ...postgres.parents()].flatMap(familyOf);
    const now = new Map(pids.map((pid) => [pid, readCpuMs(pid) ?? 0]));
    const used = [...now].reduce((all, [pid, ms]) => all + ms - (known.get(pid) ?? 0), 0);
    known = now;
    return used;
  };
  sum();
  return sum;
}

/** Sets the clock forward while nothing is under way: a lease that lasts seconds does not survive a jump of hours. */
async function jump(stage: Stage, { gate, seconds }: { gate: Gate; seconds: number }): Promise<void> {
  await gate.close();
  await whenDrained(stage, drainBeforeJumpMs);
  await stage.clock.advance(seconds);
  // A process follows PostgreSQL's clock with its heartbeat, every second.
  await sleep(2000);
  gate.open();
}

const countEnded = ({ processes }: Stage) =>
  processes.filter(({ restarts, process }) => !restarts && process.child.exitCode !== null).length;

function figuresOf({ writer: { counts }, older, judged, counts: others }: Traffic): Figures {
  return {
    writes: counts.writes,
    'writes.unexpected': counts.unexpected + counts.serverErrors,
    older: older.created.size,
    ...judged,
    ...others,
  };
}

function barsOf(figures: Figures): Report['bars'] {
  const none = [
    ...['problems', 'processesEnded', 'left', 'writes.unexpected', 'writes.lost', 'writes.half', 'writes.doubled'],
    ...['writes.strangers', 'writes.wrongTotals', 'writes.wrongPurges', 'pushes.lost', 'pushes.wrong', 'syncs.failed'],
    ...['syncs.differences', 'deliveries.lost', 'deliveries.strangers', 'events.wrong'],
  ];
  return none.map((name) => holdBar(figures, name, '<= 0'));
}

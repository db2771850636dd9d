import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figures, holdBar, type Report, round, say } from '../../bench/report.ts';
import type { Seen as Steady } from '../ship/send-steadily.ts';
import { addChanges } from './upgrade/add-changes.ts';
import type { Release } from './upgrade/build-releases.ts';
import { checkStage } from './upgrade/check-stage.ts';
import { nothingSeen, openClient, type Seen } from './upgrade/client.ts';
import { makeAccounts } from './upgrade/make-accounts.ts';
import { openStage, type Slot, type Stage } from './upgrade/open-stage.ts';
import { sendTraffic, type Traffic } from './upgrade/send-traffic.ts';

/**
 * Runs the previous release behind HAProxy, with traffic of every kind. Three times: upgrades the schema with the
 * current release, restarts the processes one by one with the current release, and with the previous one. In the end
 * all run the current one again. Clients must not notice. The quick form does it once and goes back with one worker.
 */
const full = { cycles: 3, stopDelayMs: 5000, pauseMs: 3000, calmMs: 3000 };
const small = { cycles: 1, stopDelayMs: 3000, pauseMs: 1500, calmMs: 1000 };
type Size = typeof full;

/**
 * Processes that wait for a core, per core. At 12 to 15, PostgreSQL was 3 s late, so processes reported that they were not
 * ready, and HAProxy had nobody to send requests to.
 */
const starvedLoad = 6;

type Rolls = {
  rolls: number;
  restarts: number;
  /** Processes that did not start, did not stop with exit code 0, or report another release. */
  failedStarts: number;
  failedStops: number;
  wrongReleases: number;
  schemaChanges: number;
  upgradeSeconds: number[];
  loadPerCore: number;
};

export async function upgradeUnderTraffic({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const startedAt = Date.now();
  const stage = await openStage({ quick, stopDelayMs: size.stopDelayMs });
  try {
    const { previous, current, isPreviousThere } = stage.releases;
    say(`upgrade: ${previous.version} (${previous.source}) to ${current.version} (${current.source})`);
    const seen = nothingSeen();
    const accounts = await makeAccounts({
      command: (args, input) => stage.command(previous, args, input),
      client: openClient(stage.url, seen),
      receiver: stage.receiver,
    });
    say(`upgrade: the previous release serves after ${seconds(startedAt)} s`);
    const done: Rolls = {
      ...{ rolls: 0, restarts: 0, failedStarts: 0, failedStops: 0, wrongReleases: 0, schemaChanges: 0 },
      ...{ upgradeSeconds: [], loadPerCore: 0 },
    };
    const traffic = sendTraffic(stage, accounts, seen);
    await sleep(size.calmMs);
    for (let cycle = 1; cycle <= size.cycles; cycle++) await runCycle(stage, { cycle, size, done });
    if (!quick) await roll(stage, { release: current, size, done });
    else await restart(stage, { slot: stage.slots[1] as Slot, release: previous, size, done });
    await sleep(size.calmMs);
    const steady = await traffic.stop();
    for (const problem of [...seen.problems, ...steady.problems].slice(0, 20)) say(`upgrade: ${problem}`);
    const checked = await checkStage(stage, accounts, traffic);
    const isSchemaRight = await stage.command(current, ['db', 'check']).then(
      () => true,
      (error: Error & { stdout?: string }) => {
        say(`upgrade: daybook db check: ${error.stdout || error}`);
        return false;
      },
    );
    const figures: Figures = {
      previous: isPreviousThere ? previous.source : 'the working tree, because the clone lacks the previous release',
      isPreviousThere,
      versions: `${previous.version} to ${current.version}`,
      cycles: size.cycles,
      ...done,
      ...figuresOf(seen, steady, traffic),
      ...checked,
      'steady.lostOrDoubled': Math.abs((await countSteady(stage, accounts.older.accountId)) - steady.created - 1),
      isSchemaRight,
      seconds: seconds(startedAt),
    };
    return { name: 'upgrade', figures, bars: barsOf(figures, size, quick) };
  } finally {
    await stage.close();
  }
}

const seconds = (from: number) => Math.round((Date.now() - from) / 1000);

/** Begins and, except in the quick form, ends with all processes of the previous release. */
async function runCycle(
  stage: Stage,
  { cycle, size, done }: { cycle: number; size: Size; done: Rolls },
): Promise<void> {
  const { previous, current } = stage.releases;
  done.schemaChanges += await addChanges(current.folder, cycle);
  const from = Date.now();
  await stage.command(current, ['db', 'upgrade']);
  done.upgradeSeconds.push(round((Date.now() - from) / 1000));
  say(`upgrade: cycle ${cycle}: the schema is upgraded after ${done.upgradeSeconds.at(-1)} s`);
  await sleep(size.calmMs);
  await roll(stage, { release: current, size, done });
  if (size.cycles > 1) await roll(stage, { release: previous, size, done });
}

/** Restarts all processes with a release, one by one, as deploy/README.md says. */
async function roll(
  stage: Stage,
  { release, size, done }: { release: Release; size: Size; done: Rolls },
): Promise<void> {
  const from = Date.now();
  for (const slot of stage.slots) await restart(stage, { slot, release, size, done });
  done.rolls++;
  done.wrongReleases += await countWrongReleases(stage);
  say(`upgrade: roll ${done.rolls}, to ${release.version}, took ${seconds(from)} s`);
}

async function restart(
  stage: Stage,
  { slot, release, size, done }: { slot: Slot; release: Release; size: Size; done: Rolls },
): Promise<void> {
  const old = slot.process;
  await old?.stop();
  if (old?.child.exitCode !== 0) {
    done.failedStops++;
    say(`upgrade: a process ended with ${old?.child.exitCode ?? old?.child.signalCode}: ${old?.output().slice(-500)}`);
  }
  try {
    await stage.start(slot, release);
  } catch (error) {
    done.failedStarts++;
    say(`upgrade: ${release.version} did not start: ${String(error).slice(0, 1000)}`);
    await stage.start(slot, stage.releases.current);
  }
  done.restarts++;
  // The load of the last minute.
  done.loadPerCore = Math.max(done.loadPerCore, round((loadavg()[0] ?? 0) / availableParallelism()));
  if (slot.role !== 'api') return;
  await sleep(size.pauseMs);
  await stage.whenUsed();
}

/** Compares the versions that running processes report with those that were started. */
async function countWrongReleases({ databaseUrl, slots }: Stage): Promise<number> {
  const { rows } = await query<{ pid: number; version: string }>(databaseUrl, 'select pid, version from process');
  const versions = new Map(rows.map(({ pid, version }) => [pid, version]));
  return slots.filter((slot) => versions.get(slot.process?.child.pid ?? 0) !== slot.release.version).length;
}

async function countSteady({ databaseUrl }: Stage, accountId: string): Promise<number> {
  const text = `select count(*)::int as n from company where account_id = '${accountId}'`;
  return (await query<{ n: number }>(databaseUrl, text)).rows[0]?.n ?? 0;
}

async function query<T extends object>(url: string, text: string): Promise<pg.QueryResult<T>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query<T>(text);
  } finally {
    await client.end();
  }
}

function figuresOf(seen: Seen, steady: Steady, { writer, pushes, syncs, syncWaits, signIns, pages }: Traffic): Figures {
  const { counts } = writer;
  return {
    requests: seen.requests + steady.sent + counts.writes,
    serverErrors: seen.serverErrors + steady.serverErrors + counts.serverErrors,
    refused: seen.refused + steady.refused + counts.refused,
    resets: seen.resets + steady.resets + counts.cutOff,
    timeouts: seen.timeouts + steady.timeouts,
    unexpected: seen.unexpected + steady.otherErrors + counts.unexpected,
    waits: steady.waits,
    brokenWaits: steady.brokenWaits,
    writes: counts.writes,
    pushes: pushes.size,
    syncs,
    syncWaits,
    signIns,
    pages,
  };
}

function barsOf(figures: Figures, size: Size, quick: boolean): Report['bars'] {
  const none = [
    ...['failedStarts', 'failedStops', 'wrongReleases'],
    ...['refused', 'left', 'writes.lost', 'writes.half', 'writes.doubled', 'writes.strangers', 'writes.wrongTotals'],
    ...['writes.wrongVersions', 'writes.wrongPurges', 'writes.wrongStoredAnswers'],
    ...['pushes.lost', 'pushes.pending', 'pushes.failed', 'pushes.timedOut', 'pushes.missing', 'pushes.doubled'],
    ...['pushes.ghosts', 'pushes.strangers', 'pushes.outOfOrder', 'pushes.unreadable'],
    ...['syncs.failed', 'syncs.differences'],
    ...['deliveries.lost', 'deliveries.doubled', 'deliveries.strangers', 'events.wrong'],
  ];
  const unanswered = ['serverErrors', 'resets', 'timeouts', 'unexpected', 'brokenWaits', 'steady.lostOrDoubled'];
  // Only in CI, whose machines are shared: a full run on a starved machine fails.
  const isStarved = quick && Number(figures.loadPerCore) > starvedLoad;
  if (isStarved) say(`upgrade: the machine is starved of CPU, so these do not count: ${unanswered.join(', ')}`);
  // Traffic that did not flow proves nothing.
  const least = { requests: 500, writes: 50, pushes: 10, syncs: 2, signIns: 2, pages: 10, 'deliveries.expected': 50 };
  return [
    holdBar(figures, 'rolls', `>= ${quick ? 1 : size.cycles * 2 + 1}`),
    holdBar(figures, 'isSchemaRight', 'true'),
    ...[...none, ...(isStarved ? [] : unanswered)].map((name) => holdBar(figures, name, '<= 0')),
    ...Object.entries(least).map(([name, n]) => holdBar(figures, name, `>= ${n * size.cycles}`)),
  ];
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, holdBar, type Report, say } from '../../bench/report.ts';
import { openStage, type Stage } from './books/open-stage.ts';
import { playHistory } from './books/play-history.ts';
import { newTally, type Tally } from './books/tally.ts';

/**
 * Random histories of books at the sandbox: edits, deletions, backdating, several currencies, syncs that fail, workers
 * that are killed with -9. Snapshots must tie with the statements of the same moment, restatements must equal an
 * independent recomputation, the bundle of each published state must prove it and no forgery of it may be accepted, and
 * nothing of a sync that failed may be visible.
 */
type Size = { histories: number; kills: number; minutes: number; atOnce: number };
const full: Size = { histories: 500, kills: 100, minutes: 90, atOnce: 10 };
const small: Size = { histories: 12, kills: 3, minutes: 15, atOnce: 6 };
/** After so many histories that could not be played to their end, no others are begun. */
const brokenMax = 10;

type Given = { quick: boolean; given?: Readonly<Record<string, string>> };

export async function playRandomBooks({ quick, given = {} }: Given): Promise<Report> {
  const wanted = quick ? small : full;
  const histories = Number(given.histories ?? wanted.histories);
  const kills = Math.ceil((wanted.kills * histories) / wanted.histories);
  const size = { ...wanted, histories, kills, minutes: Number(given.minutes ?? wanted.minutes) };
  const seed = Number(given.seed ?? 1);
  const stage = await openStage();
  const tally = newTally();
  const run: Run = { size, seed, startedAt: Date.now(), done: 0, isOver: false, kills: [], broken: [] };
  try {
    const killing = keepKilling(stage, run);
    try {
      await Promise.all(playersOf(stage, run, tally));
    } finally {
      run.isOver = true;
      await killing;
    }
    const [resumed] = await stage.query<Resumed>(
      `select count(*)::int as syncs, count(distinct company_id)::int as histories
      from sync where timeline::text like '%Resuming%'`,
      [],
    );
    return report(tally, run, resumed ?? { syncs: 0, histories: 0 });
  } finally {
    await stage.close();
  }
}

type Run = {
  size: Size;
  seed: number;
  startedAt: number;
  done: number;
  isOver: boolean;
  /** How many syncs ran at each of them. */
  kills: number[];
  /** Histories that could not be played to their end. */
  broken: string[];
};
/** Syncs that another worker went on with, and the histories to which they belong. */
type Resumed = { syncs: number; histories: number };

const minutesOf = ({ startedAt }: Run) => (Date.now() - startedAt) / 60_000;

/** Histories that are played at once, until all have been or the time is over. */
function playersOf(stage: Stage, run: Run, tally: Tally): Promise<void>[] {
  const { size, seed, kills, broken } = run;
  const left = Array.from({ length: size.histories }, (_, n) => seed * 100_000 + n);
  const play = async () => {
    while (left.length > 0 && minutesOf(run) < size.minutes && broken.length < brokenMax) {
      const next = left.shift() ?? 0;
      try {
        await playHistory(stage, next, tally);
      } catch (error) {
        broken.push(`history ${next}: ${error instanceof Error ? error.stack : error}`);
        continue;
      }
      if (++run.done % 10 > 0) continue;
      const minutes = minutesOf(run);
      const expected = Math.round((minutes * size.histories) / run.done);
      say(
        `${run.done} of ${size.histories} histories after ${Math.round(minutes)} of about ${expected} minutes, ${kills.length} kills, ${tally.syncs} syncs, ${tally.failedSyncs} failed`,
      );
    }
  };
  return Array.from({ length: size.atOnce }, play);
}

/** Spreads the kills over the histories. */
async function keepKilling(stage: Stage, run: Run): Promise<void> {
  // A few more than are required, from the first quarter of the first histories on.
  const planned = Math.ceil(run.size.kills * 1.1);
  for (; !run.isOver && run.kills.length < planned; await sleep(200)) {
    if ((run.done + 1) / run.size.histories < run.kills.length / (planned + 1)) continue;
    const running = await stage.killWorker();
    if (running > 0) run.kills.push(running);
  }
}

function report(tally: Tally, run: Run, resumed: Resumed): Report {
  const { size, seed, done, kills, broken } = run;
  const lists = {
    snapshotsThatDoNotTie: tally.snapshotsThatDoNotTie,
    snapshotsDifferent: tally.snapshotsDifferent,
    restatementsDifferent: tally.restatementsDifferent,
    proofsWrong: tally.proofsWrong,
    forgeriesAccepted: tally.forgeriesAccepted,
    visibleOfFailedSyncs: tally.visible,
    platformDoesNotTie: tally.platformDoesNotTie,
    wrongEnds: tally.wrong,
    historiesBroken: broken,
  };
  for (const [name, texts] of Object.entries(lists))
    for (const text of texts.slice(0, 5)) say(`${name}: ${text.slice(0, 1500)}`);
  const figures: Figures = {
    ...{ seed, histories: done, seconds: Math.round(minutesOf(run) * 60) },
    ...{ edits: sum(Object.values(tally.edits)), editsByKind: kindsOf(tally.edits) },
    ...{ historiesWithSeveralCurrencies: tally.historiesWithCurrencies },
    ...{ syncs: tally.syncs, failedSyncs: tally.failedSyncs, historiesWithFailedSyncs: tally.historiesWithFailures },
    ...{ resumedAfterFaults: tally.resumedSyncs, killsOfWorkers: kills.length, syncsRunningAtKills: sum(kills) },
    ...{ syncsResumed: resumed.syncs, historiesWithResumedSyncs: resumed.histories },
    readsDuringAndAfterFailures: tally.looks,
    ...{ snapshots: tally.snapshots, snapshotsCompared: tally.snapshotsCompared },
    snapshotsThatPlatformTies: tally.snapshotsTying,
    snapshotsOfSeveralMoments: tally.snapshotsOfSeveralMoments,
    ...{ restatementsCompared: tally.restatementsCompared, restatedRecords: tally.restatedRecords },
    restatedByChange: kindsOf(tally.restatedByChange),
    restatedStatements: tally.restatedStatements,
    ...{ bundlesVerified: tally.bundlesVerified, bundleRecordsCompared: tally.bundleRecords },
    ...{ chainsVerified: tally.chainsVerified, chainEntries: tally.chainEntries, forgeries: tally.forgeries },
    ...Object.fromEntries(Object.entries(lists).map(([name, texts]) => [name, texts.length])),
  };
  const { histories } = size;
  const least: Record<string, number> = {
    ...{ histories, snapshotsThatPlatformTies: histories, restatementsCompared: histories, restatedRecords: histories },
    ...{ historiesWithSeveralCurrencies: histories, failedSyncs: histories, killsOfWorkers: size.kills },
    ...{ chainsVerified: histories, bundlesVerified: 10 * histories, forgeries: 20 * histories },
  };
  return {
    name: 'books',
    figures,
    bars: [
      ...Object.entries(least).map(([name, value]) => holdBar(figures, name, `>= ${value}`)),
      ...Object.keys(lists).map((name) => holdBar(figures, name, '<= 0')),
    ],
  };
}

const kindsOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([kind, count]) => `${kind}: ${count}`)
    .join('; ');

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

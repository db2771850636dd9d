import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, holdBar, type Report, say } from '../../bench/report.ts';
import { openStage, type Stage } from './books/open-stage.ts';
import { newTally, playHistory, type Tally } from './books/play-history.ts';

/**
 * Random histories of books at the sandbox: edits, deletions, backdating, several currencies, syncs that fail, workers
 * that are killed with -9. Snapshots must tie with the statements of the same moment, restatements must equal an
 * independent recomputation, and nothing of a sync that failed may be visible.
 */
type Size = { histories: number; kills: number; failedSyncs: number; atOnce: number };
const full: Size = { histories: 500, kills: 50, failedSyncs: 100, atOnce: 10 };
const small: Size = { histories: 12, kills: 3, failedSyncs: 3, atOnce: 6 };

type Given = { quick: boolean; given?: Readonly<Record<string, string>> };

export async function playRandomBooks({ quick, given = {} }: Given): Promise<Report> {
  const wanted = quick ? small : full;
  const histories = Number(given.histories ?? wanted.histories);
  const part = (count: number) => Math.ceil((count * histories) / wanted.histories);
  const size = { ...wanted, histories, kills: part(wanted.kills), failedSyncs: part(wanted.failedSyncs) };
  const seed = Number(given.seed ?? 1);
  const startedAt = Date.now();
  const stage = await openStage();
  const tally = newTally();
  const progress = { done: 0, isOver: false };
  const kills: number[] = [];
  try {
    const killing = keepKilling(stage, { histories, progress, kills, wanted: size.kills });
    const left = Array.from({ length: histories }, (_, n) => seed * 100_000 + n);
    const play = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        await playHistory(stage, next, tally);
        if (++progress.done % 25 === 0) say(`${progress.done} histories, ${kills.length} kills, ${tally.syncs} syncs`);
      }
    };
    try {
      await Promise.all(Array.from({ length: size.atOnce }, play));
    } finally {
      progress.isOver = true;
      left.length = 0;
      await killing;
    }
    const [resumed] = await stage.query<{ n: number }>(
      `select count(*)::int as n from sync where timeline::text like '%Resuming%'`,
      [],
    );
    return report(tally, {
      ...{ size, histories, seed, kills, seconds: (Date.now() - startedAt) / 1000 },
      ...{ done: progress.done, taken: resumed?.n ?? 0 },
    });
  } finally {
    await stage.close();
  }
}

/** Spreads the kills over the histories. */
async function keepKilling(
  stage: Stage,
  of: { histories: number; progress: { done: number; isOver: boolean }; kills: number[]; wanted: number },
): Promise<void> {
  const { histories, progress, kills, wanted } = of;
  // A few more than are required, from the first quarter of the first histories on.
  const planned = Math.ceil(wanted * 1.1);
  for (; !progress.isOver && kills.length < planned; await sleep(200)) {
    if ((progress.done + 1) / histories < kills.length / (planned + 1)) continue;
    const running = await stage.killWorker();
    if (running > 0) kills.push(running);
  }
}

type Run = {
  size: Size;
  histories: number;
  seed: number;
  kills: number[];
  seconds: number;
  done: number;
  taken: number;
};

function report(tally: Tally, { size, histories, seed, kills, seconds, done, taken }: Run): Report {
  const lists = {
    snapshotsThatDoNotTie: tally.snapshotsThatDoNotTie,
    snapshotsDifferent: tally.snapshotsDifferent,
    restatementsDifferent: tally.restatementsDifferent,
    visibleOfFailedSyncs: tally.visible,
    platformDoesNotTie: tally.platformDoesNotTie,
    wrongEnds: tally.wrong,
  };
  for (const [name, texts] of Object.entries(lists))
    for (const text of texts.slice(0, 5)) say(`${name}: ${text.slice(0, 1500)}`);
  const figures: Figures = {
    ...{ seed, histories: done, seconds: Math.round(seconds), edits: sum(Object.values(tally.edits)) },
    editsByKind: Object.entries(tally.edits)
      .map(([kind, count]) => `${kind}: ${count}`)
      .join('; '),
    ...{ syncs: tally.syncs, failedSyncs: tally.failedSyncs, resumedAfterFaults: tally.resumedSyncs },
    ...{ killsOfWorkers: kills.length, syncsRunningAtKills: sum(kills), syncsResumed: taken },
    ...{ readsDuringAndAfterFailures: tally.looks, snapshots: tally.snapshots },
    ...{ snapshotsCompared: tally.snapshotsTying, snapshotsOfSeveralMoments: tally.snapshotsOfSeveralMoments },
    ...{ restatementsCompared: tally.restatementsCompared, restatedRecords: tally.restatedRecords },
    restatedStatements: tally.restatedStatements,
    ...Object.fromEntries(Object.entries(lists).map(([name, texts]) => [name, texts.length])),
  };
  return {
    name: 'books',
    figures,
    bars: [
      holdBar(figures, 'histories', `>= ${histories}`),
      holdBar(figures, 'snapshotsCompared', `>= ${histories}`),
      holdBar(figures, 'restatementsCompared', `>= ${histories}`),
      holdBar(figures, 'restatedRecords', `>= ${histories}`),
      holdBar(figures, 'killsOfWorkers', `>= ${size.kills}`),
      holdBar(figures, 'failedSyncs', `>= ${size.failedSyncs}`),
      ...Object.keys(lists).map((name) => holdBar(figures, name, '<= 0')),
    ],
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

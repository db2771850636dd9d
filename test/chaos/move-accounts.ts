import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, holdBar, median, type Report, round, say } from '../../bench/report.ts';
import type { TestAccount } from '../harness.ts';
import { openPatientClient } from './failover/patient-client.ts';
import { type CellName, type Kind, openStage, type Stage } from './move/open-stage.ts';
import { probePauses } from './move/probe-pauses.ts';
import { sendTraffic } from './move/send-traffic.ts';
import { checkStage } from './upgrade/check-stage.ts';
import { nothingSeen } from './upgrade/client.ts';
import { type Accounts, makeAccounts } from './upgrade/make-accounts.ts';

/**
 * Moves accounts with live traffic back and forth between two cells. In half of the moves something is killed: the command
 * itself, a process or the PostgreSQL of either cell. A killed command is started again, as an operator would.
 */
const kinds = ['command', 'api', 'worker', 'postgres'] as const;
/** A delivery that arrives twice is explained by a kill this long before. */
const explainedWithinMs = 60_000;

type Kill = { kind: (typeof kinds)[number]; cell: CellName | undefined; at: number };
type Done = { moves: number; runs: number; kills: Kill[]; switchMs: number[]; failed: string[] };

export async function moveAccounts({ quick }: { quick: boolean }): Promise<Report> {
  const startedAt = Date.now();
  const moves = quick ? 6 : 50;
  const stage = await openStage();
  try {
    const [seen, outage] = [nothingSeen(), { unavailable: 0, restarts: 0, slowestMs: 0 }];
    const client = openPatientClient(() => stage.router.url, seen, outage);
    const accounts = await makeAccounts({ ...stage, client, records: quick ? 2_000 : 10_000 });
    say(`move: both cells serve after ${round((Date.now() - startedAt) / 1000)} s`);
    const traffic = sendTraffic(stage, accounts, seen);
    const moved = [accounts.books, accounts.writes, accounts.older];
    const probe = probePauses(stage.router.url, moved);
    const at: CellName[] = ['a', 'a', 'a'];
    const done: Done = { moves: 0, runs: 0, kills: [], switchMs: [], failed: [] };
    for (let n = 0; n < moves; n++) {
      const turn = n % moved.length;
      const account = moved[turn] as TestAccount;
      at[turn] = await moveOnce(stage, { account, from: at[turn] as CellName, hasKill: n % 2 === 1, done });
      await sleep(500);
    }
    // All accounts end in the first cell, whose database is compared with what clients were told.
    for (const [turn, account] of moved.entries())
      if (at[turn] === 'b') await moveOnce(stage, { account, from: 'b', hasKill: false, done });
    await sleep(2000);
    await traffic.stop();
    const pauses = await probe.stop();
    for (const problem of [...seen.problems, ...done.failed]) say(`move: ${problem}`);
    const figures: Figures = {
      moves: done.moves,
      runs: done.runs,
      kills: done.kills.length,
      ...Object.fromEntries(
        kinds.map((kind) => [`kills.${kind}`, done.kills.filter((kill) => kill.kind === kind).length]),
      ),
      'moves.failed': done.failed.length,
      'switch.msMedian': median(done.switchMs),
      'switch.msMax': Math.max(...done.switchMs),
      'pause.msMedian': median(pauses),
      'pause.msMax': Math.max(0, ...pauses),
      redirects: stage.router.redirects(),
      requests: seen.requests,
      unexpected: seen.unexpected + seen.serverErrors + seen.refused + seen.resets + seen.timeouts,
      walksEnded: outage.restarts,
      pages: traffic.pages,
      ...(await checkStage(stage, accounts, traffic)),
      'deliveries.doubledUnexplained': await countUnexplained(stage, done.kills),
      'older.lost': await countLost(accounts, traffic.created),
      seconds: round((Date.now() - startedAt) / 1000),
    };
    return { name: 'move', figures, bars: barsOf(figures, moves) };
  } finally {
    await stage.close();
  }
}

async function moveOnce(
  stage: Stage,
  { account, from, hasKill, done }: { account: TestAccount; from: CellName; hasKill: boolean; done: Done },
): Promise<CellName> {
  const to: CellName = from === 'a' ? 'b' : 'a';
  for (let run = 1; run <= 6; run++) {
    done.runs++;
    const move = stage.move(account.accountId, from);
    if (hasKill && run === 1) await kill(stage, { move, done });
    const report = await move.ended;
    if (report) {
      done.moves++;
      if (report.pausedMs !== undefined) done.switchMs.push(report.pausedMs);
      say(`move: ${done.moves} to ${to} in ${run} run(s), switch ${report.pausedMs ?? '–'} ms`);
      return to;
    }
    if (!(hasKill && run === 1)) say(`move: a run failed: ${move.errors().trim().slice(0, 700)}`);
    await sleep(200);
  }
  done.failed.push(`${account.accountId} could not be moved from ${from}`);
  return from;
}

/** Kills one participant at a random moment of the move, which takes about three seconds. */
async function kill(stage: Stage, { move, done }: { move: { kill(): void }; done: Done }): Promise<void> {
  const kind = kinds[done.kills.length % kinds.length] as Kill['kind'];
  await sleep(700 + randomInt(2500));
  const cell = kind === 'command' ? undefined : (['a', 'b'] as const)[Math.floor(done.kills.length / kinds.length) % 2];
  done.kills.push({ kind, cell, at: Date.now() });
  say(`move: kill ${kind} ${cell ?? ''}`);
  if (kind === 'command') move.kill();
  else await stage.cells[cell as CellName].crash(kind as Kind);
}

/** Deliveries that were taken twice, the second time long after any kill. */
async function countUnexplained(stage: Stage, kills: readonly Kill[]): Promise<number> {
  const seen = new Set<string>();
  let unexplained = 0;
  for (const [target, eventId, generation, isTaken, atMs] of await stage.noted()) {
    if (!isTaken) continue;
    const key = `${generation} ${target} ${eventId}`;
    const isExplained = kills.some(({ at }) => atMs >= at && atMs - at < explainedWithinMs);
    if (seen.has(key) && !isExplained) unexplained++;
    seen.add(key);
  }
  return unexplained;
}

/** Companies whose creation was acknowledged and that are not there. */
async function countLost({ older }: Accounts, created: ReadonlySet<string>): Promise<number> {
  let lost = 0;
  for (const companyId of created) {
    const answer = await older.send(`GET /companies/${companyId}`).catch(() => undefined);
    if (answer?.status !== 200) lost++;
  }
  return lost;
}

function barsOf(figures: Figures, moves: number): Report['bars'] {
  const none = Object.keys(figures).filter((name) =>
    /lost|missing|half|wrong|unexpected|failed|differences|strangers|left|walksEnded|Unexplained/.test(name),
  );
  return [
    holdBar(figures, 'moves', `>= ${moves}`),
    holdBar(figures, 'pause.msMax', '<= 3000'),
    ...none.map((name) => holdBar(figures, name, '<= 0')),
  ];
}

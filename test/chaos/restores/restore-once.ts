import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, round, say } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { ask, type Home, openHome } from './cluster.ts';
import { judge } from './judge.ts';
import { runProgram } from './run-program.ts';
import { openStage, type Stage } from './stage.ts';
import { holdPushes, rotateToken, startTraffic, type Traffic } from './traffic.ts';
import type { Way } from './ways.ts';

export type Size = {
  companies: number;
  beforeMs: number;
  afterMs: number;
  /** How long after a WAL segment was archived the cluster is lost. */
  unarchivedMs: number;
  isBackedUpAgain: boolean;
};

const graceMs = 30 * 60_000;
const seconds = (ms: number) => round(ms / 1000);

/** Traffic, backup, more traffic, loss, restore into a new cluster, check, start; then what clients see. */
export async function restoreOnce(
  bin: string,
  { name, openWay, size }: { name: string; openWay: (home: Home) => Promise<Way>; size: Size },
): Promise<Figures> {
  const home = await openHome(bin);
  const undo: (() => Promise<unknown>)[] = [() => home.remove()];
  try {
    const way = await openWay(home);
    undo.push(() => way.cluster.lose().catch(() => {}));
    const stage = await openStage(way.cluster.url, size.companies);
    undo.push(() => stage.close());
    say(`${name}: traffic begins`);
    const traffic = startTraffic(stage);
    undo.push(async () => {
      traffic.isOver = true;
      await traffic.done;
    });
    const { chosen, lostMs, received, bytes, heldAtChosen } = await loseCluster(stage, traffic, way, size);
    say(`${name}: the cluster is lost; ${traffic.acknowledged.length} writes were acknowledged`);

    const startedMs = Date.now();
    const restored = await way.restore(chosen);
    undo.push(() => restored.lose().catch(() => {}));
    const restoredMs = Date.now();
    const options = way.isReported ? ['--restored'] : [];
    const check = JSON.parse(await runProgram(restored.url, ['db', 'check', ...options, '--json']));
    const checkedMs = Date.now();
    const server = await stage.serve(restored.url);
    const readyMs = Date.now();
    const first = await stage.account.send('POST /companies', { body: { name: 'First after the restore' } });
    if (first.status !== 200) throw new Error(`The first write after the restore was rejected: ${first.text}`);
    const servedMs = Date.now();
    say(`${name}: served again after ${seconds(servedMs - startedMs)} s`);

    const newest = (await way.newestCommit()) ?? chosen;
    const noticed = /"pushes":(\d+),"authorizations":(\d+)/.exec(server.output());
    const found = await judge({ stage, traffic, url: restored.url, chosen, received });
    if (size.isBackedUpAgain) await way.backUp();
    const figures: Figures = {
      databaseMb: round(bytes / 1e6),
      rpoSeconds: seconds(lostMs - newest.getTime()),
      chosenBeforeLossSeconds: seconds(lostMs - chosen.getTime()),
      rtoSeconds: seconds(servedMs - startedMs),
      'rto.restoreSeconds': seconds(restoredMs - startedMs),
      'rto.checkSeconds': seconds(checkedMs - restoredMs),
      'rto.startSeconds': seconds(readyMs - checkedMs),
      'rto.firstWriteSeconds': seconds(servedMs - readyMs),
      'check.findings': check.findings.length,
      'pushes.heldAtChosen': heldAtChosen,
      'pushes.lookedUp': Number(check.restored?.pushes ?? noticed?.[1] ?? 0),
      'tokens.ofBackup': Number(check.restored?.authorizations.length ?? noticed?.[2] ?? 0),
      ...found,
    };
    return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name}.${figure}`, value]));
  } finally {
    // A step that fails is reported, but must not replace the error of the run, nor keep the other steps from running.
    for (const step of undo.reverse())
      await step().catch((error) => say(`${name}: cleaning up failed: ${error.stack ?? error}`));
  }
}

async function loseCluster(stage: Stage, traffic: Traffic, way: Way, size: Size) {
  const { rotated, idle, inGrace } = stage.connections;
  await way.backUp();
  await sleep(size.beforeMs);
  for (const connection of [rotated, idle, inGrace]) await rotateToken(stage, connection);
  await holdPushes(stage, traffic);
  const chosen = await way.choose();
  const held = await countHeld(stage, way);
  await stage.control.clearFaults();
  const passedMs = Date.now();
  await sleep(size.afterMs);
  // The platform replaces the token of one connection, and forgets the one in the backup; that of another one recently.
  await rotateToken(stage, rotated);
  stage.xero.clock.advance(graceMs + 60_000);
  await rotateToken(stage, inGrace);
  await way.untilSafe(chosen);
  await waitFor(async () => (await countHeld(stage, way)) === 0, 60_000);
  await waitFor(() => hasReadOn(traffic, passedMs), 60_000);
  const [measured] = await ask(way.cluster.url, 'select pg_database_size(current_database())::float8 as bytes');
  await sleep(size.unarchivedMs);
  const received = new Set(stage.receiver.events.keys());
  const lostMs = Date.now();
  await way.cluster.lose();
  // For a moment Daybook goes on without its database: requests to platforms may be under way.
  await sleep(500);
  traffic.isOver = true;
  await stage.server().kill();
  await traffic.done;
  return { chosen, lostMs, received, bytes: Number(measured?.bytes), heldAtChosen: held };
}

/** Whether the reader of the change feed has come to a position that was assigned after this time. */
function hasReadOn({ bookmarks }: Traffic, afterMs: number): boolean {
  const positions = bookmarks.filter(({ atMs }) => atMs > afterMs).map(({ next }) => Number.parseInt(next, 10));
  return (positions.at(-1) ?? 0) > (positions[0] ?? 0);
}

async function countHeld({ held }: Stage, { cluster }: Way): Promise<number> {
  const text = `select count(*)::int as n from push where company_id = $1 and status = 'Pending'`;
  return (await ask(cluster.url, text, [held.companyId]))[0]?.n;
}

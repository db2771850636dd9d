import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, holdBar, median, percentile, type Report, round, say } from '../../bench/report.ts';
import { hasHaproxy } from '../../dev/start-router.ts';
import { linkByRouter } from './cells/link-by-router.ts';
import { openStage, type Stage } from './cells/open-stage.ts';
import { makePeople, type People, signInWhileDead, switchByRouter } from './cells/people.ts';
import type { Window } from './cells/send-load.ts';
import { type Load, startLoad } from './cells/start-load.ts';

/**
 * Two cells behind the HAProxy of deploy/cells, with steady reads, writes and deliveries in both. One of them is killed
 * whole, PostgreSQL and processes, again and again: nothing changes for the other. Windows with both cells busy, with
 * the first one dead, and with the first one idle alternate, because the cells share the cores of one machine here and
 * a dead cell leaves them to the other.
 */
const perSecond = 60;
const full = { rounds: 4, windowMs: 20_000 };
/** Too short for a p99 that could be compared: three requests decide it. */
const small = { rounds: 1, windowMs: 6000 };
const settleMs = 3000;
const deliveredWithinMs = 60_000;

type Measured = {
  busy: Window[];
  dead: Window[];
  idle: Window[];
  backSeconds: number[];
  /** Sign-ins at the other cell while this one was dead. */
  signIns: number;
  misrouted: number;
  tries: number;
};

export async function killCell({ quick }: { quick: boolean }): Promise<Report> {
  if (!hasHaproxy()) {
    const why = 'HAProxy is not installed (Debian: apt-get install haproxy)';
    say(`cells: SKIPPED: ${why}. Nothing was tried.`);
    return { name: 'cells', figures: { skipped: why }, bars: [] };
  }
  const { rounds, windowMs } = quick ? small : full;
  const startedAt = Date.now();
  const stage = await openStage();
  try {
    say(`cells: two cells serve after ${Math.round((Date.now() - startedAt) / 1000)} s`);
    const person = await makePeople(stage);
    const before = { links: await linkBoth(stage), switches: await switchByRouter(stage, person) };
    const measured: Measured = { busy: [], dead: [], idle: [], backSeconds: [], signIns: 0, misrouted: 0, tries: 0 };
    const eu2 = loadOf(stage, 'eu2');
    let created = 0;
    for (let turn = 1; turn <= rounds; turn++) {
      created += await strike(stage, { eu2, measured, windowMs, person });
      say(`cells: round ${turn} of ${rounds}, eu1 is back after ${measured.backSeconds.at(-1)} s`);
    }
    const { created: createdThere } = await eu2.stop();
    const after = { links: await linkBoth(stage), switches: await switchByRouter(stage, person) };
    const figures: Figures = {
      rounds,
      'windows.seconds': windowMs / 1000,
      'requests.perSecond': perSecond,
      ...figuresOf(measured),
      'links.before': before.links,
      'links.after': after.links,
      'switches.before': before.switches,
      'switches.after': after.switches,
      ...(await countDeliveries(stage, { eu1: created, eu2: createdThere })),
      seconds: Math.round((Date.now() - startedAt) / 1000),
    };
    return { name: 'cells', figures, bars: barsOf(figures, { quick, rounds, windowMs }) };
  } finally {
    await stage.close();
  }
}

const loadOf = ({ router, cells }: Stage, name: 'eu1' | 'eu2') =>
  startLoad({ url: router.url, key: cells[name].account.key, name, perSecond });

/** One window of each kind. Returns how many companies were acknowledged in the first cell. */
async function strike(
  stage: Stage,
  { eu2, measured, windowMs, person }: { eu2: Load; measured: Measured; windowMs: number; person: People },
): Promise<number> {
  const { eu1: cell } = stage.cells;
  const eu1 = loadOf(stage, 'eu1');
  await sleep(settleMs);
  const take = async (windows: Window[]) => {
    await eu2.cut();
    await sleep(windowMs);
    windows.push(await eu2.cut());
  };
  await eu1.cut();
  await take(measured.busy);
  count(measured, await eu1.cut(), { isServing: true });
  const dead = take(measured.dead);
  await cell.kill();
  await dead;
  // While the cell is dead, its clients go on asking; they get 503 and never an answer of the other cell.
  count(measured, await eu1.cut(), { isServing: false });
  measured.signIns += await signInWhileDead(stage, person);
  const from = Date.now();
  await cell.postgres.start();
  await cell.start();
  await stage.router.whenUp('eu1', 2);
  measured.backSeconds.push(round((Date.now() - from) / 1000));
  await sleep(settleMs);
  await eu1.cut();
  await sleep(settleMs);
  count(measured, await eu1.cut(), { isServing: true });
  const { created } = await eu1.stop();
  await take(measured.idle);
  return created;
}

function count(measured: Measured, window: Window, { isServing }: { isServing: boolean }): void {
  measured.tries += window.milliseconds.length;
  measured.misrouted += window.misrouted;
  if (isServing && window.errors.length > 0) throw new Error(`eu1 serves, but answered: ${window.errors[0]}`);
}

/** An owner links a company of each cell to a platform with OAuth, all by the router's address. */
async function linkBoth(stage: Stage): Promise<number> {
  let linked = 0;
  for (const { account } of Object.values(stage.cells)) linked += await linkByRouter(account, stage.router.url);
  return linked;
}

function figuresOf(measured: Measured): Figures {
  const p99s = (windows: Window[]) => windows.map(({ milliseconds }) => percentile(milliseconds, 99));
  const kinds = { busy: measured.busy, dead: measured.dead, idle: measured.idle };
  const p99 = Object.fromEntries(Object.entries(kinds).map(([kind, windows]) => [kind, median(p99s(windows))]));
  const all = Object.values(kinds).flat();
  for (const error of all.flatMap(({ errors }) => errors).slice(0, 5)) say(`cells: eu2 answered: ${error}`);
  return {
    requests: all.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0),
    errors: all.reduce((sum, { errors }) => sum + errors.length, 0),
    'errors.dead': measured.dead.reduce((sum, { errors }) => sum + errors.length, 0),
    misrouted: measured.misrouted + all.reduce((sum, window) => sum + window.misrouted, 0),
    'eu1.requests': measured.tries,
    ...Object.fromEntries(
      Object.entries(kinds).flatMap(([kind, windows]) => [
        [`p50Ms.${kind}`, round(median(windows.map(({ milliseconds }) => median(milliseconds))))],
        [`p99Ms.${kind}`, round(p99[kind] ?? Number.NaN)],
        [`p99Ms.${kind}.windows`, p99s(windows).map(round)],
      ]),
    ),
    'p99.deadToBusy': round((p99.dead ?? Number.NaN) / (p99.busy ?? Number.NaN)),
    'p99.deadToIdle': round((p99.dead ?? Number.NaN) / (p99.idle ?? Number.NaN)),
    'signIns.dead': measured.signIns,
    'back.secondsMax': Math.max(...measured.backSeconds),
  };
}

/** Every acknowledged company is one event: its message must have arrived, also if its cell was killed meanwhile. */
async function countDeliveries(stage: Stage, created: Record<'eu1' | 'eu2', number>): Promise<Figures> {
  const seen = { eu1: new Set<string>(), eu2: new Set<string>() };
  for (const until = Date.now() + deliveredWithinMs; Date.now() < until; await sleep(200)) {
    for (const [path, id] of await stage.noted()) seen[path.endsWith('eu1') ? 'eu1' : 'eu2'].add(id);
    if (seen.eu1.size >= created.eu1 && seen.eu2.size >= created.eu2) break;
  }
  return {
    'created.eu1': created.eu1,
    'created.eu2': created.eu2,
    'deliveries.missing': Math.max(0, created.eu1 - seen.eu1.size) + Math.max(0, created.eu2 - seen.eu2.size),
  };
}

function barsOf(
  figures: Figures,
  { quick, rounds, windowMs }: { quick: boolean; rounds: number; windowMs: number },
): Report['bars'] {
  return [
    ...(quick ? [] : [holdBar(figures, 'p99.deadToBusy', '<= 1.1')]),
    ...['errors', 'misrouted', 'deliveries.missing'].map((name) => holdBar(figures, name, '<= 0')),
    ...['links.before', 'links.after'].map((name) => holdBar(figures, name, '>= 2')),
    ...['switches.before', 'switches.after'].map((name) => holdBar(figures, name, '>= 1')),
    holdBar(figures, 'signIns.dead', `>= ${rounds}`),
    holdBar(figures, 'requests', `>= ${Math.floor(rounds * 3 * (windowMs / 1000) * perSecond * 0.95)}`),
    holdBar(figures, 'created.eu2', `>= ${rounds * 10}`),
    holdBar(figures, 'back.secondsMax', '<= 60'),
  ];
}

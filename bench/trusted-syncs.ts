import os from 'node:os';
import type { Context } from '../src/context.ts';
import { createSnapshot } from '../src/snapshots/create-snapshot.ts';
import { runSync } from '../src/sync/run/run-sync.ts';
import type { RunSyncData } from '../src/sync/run/run-sync-job.ts';
import { startCpuClock, startFamilyClock } from './cpu-time.ts';
import { type LinkedPlace, linkToSandbox, requestInvoices } from './link-to-sandbox.ts';
import { openSandboxCell } from './open-sandbox-cell.ts';
import { type Figures, holdBar, median, type Report, round, say } from './report.ts';
import { createStatementClock, loggedDurations } from './statement-time.ts';
import { loadUncheckedSync } from './unchecked-sync.ts';

type Size = { invoices: number; rounds: number };
const full: Size = { invoices: 50_000, rounds: 5 };
const small: Size = { invoices: 5000, rounds: 3 };

/** A way to sync. `between` is done after the first sync, before the sync of changes. */
type Way = { name: string; run: typeof runSync; between?: (ctx: Context, place: LinkedPlace) => Promise<void> };

const waysOf = (unchecked: typeof runSync): Way[] => [
  { name: 'plain', run: unchecked },
  { name: 'checks', run: runSync },
  { name: 'snapshots', run: unchecked, between: takeSnapshots },
  { name: 'all', run: runSync, between: takeSnapshots },
];

/** As many as an auditor might keep of a year. */
const snapshotsEach = 12;
const acts = ['first', 'changes', 'full'] as const;
type Act = (typeof acts)[number];
/** CPU time is that of this process and of PostgreSQL. */
type Cost = { databaseMs: number; cpuMs: number; seconds: number };
type Costs = Record<Act, Cost[]>;

/**
 * What it costs a sync that Daybook's data can be trusted: checks before publishing, and snapshots. The same books are
 * synced with and without each of them in turn, several times; a ratio is the median of the ratios of the rounds.
 */
export async function benchTrustedSyncs({ quick }: { quick: boolean }): Promise<Report> {
  const { invoices, rounds } = quick ? small : full;
  const loadBefore = os.loadavg().map(round);
  const clock = createStatementClock();
  const bench = await openSandboxCell({ settings: loggedDurations, onLog: clock.onLog });
  const { ctx } = bench;
  try {
    const ways = waysOf(await loadUncheckedSync());
    const costs = new Map<string, Costs>(ways.map(({ name }) => [name, { first: [], changes: [], full: [] }]));
    const snapshotMs: number[] = [];
    for (let n = 0; n < rounds; n++) {
      say(`round ${n + 1} of ${rounds}…`);
      const company = `trust${n}-${invoices}`;
      const places = new Map<string, LinkedPlace>();
      for (const { name } of ways) places.set(name, await linkToSandbox(ctx, company));
      // Each round begins with another one, so that none is always the first.
      const order = [...ways.slice(n % ways.length), ...ways.slice(0, n % ways.length)];
      for (const act of acts) {
        if (act === 'changes') await bench.change(company, invoices / 10);
        for (const { name, run } of order) {
          const place = places.get(name) as LinkedPlace;
          const data = await requestInvoices(ctx, place, act === 'full');
          const cost = await measure(ctx, clock, () => run(ctx, data, { isStopping: () => false }));
          costs.get(name)?.[act].push(cost);
          await requirePublished(ctx, data, name === 'checks' || name === 'all');
        }
        if (act !== 'first') continue;
        for (const { name, between } of ways) {
          const startedAt = performance.now();
          await between?.(ctx, places.get(name) as LinkedPlace);
          if (between) snapshotMs.push((performance.now() - startedAt) / snapshotsEach);
        }
      }
    }
    return report({ invoices, rounds, loadBefore, costs, snapshotMs });
  } finally {
    await bench.close();
  }
}

async function takeSnapshots(ctx: Context, { accountId, companyId }: LinkedPlace): Promise<void> {
  for (let n = 0; n < snapshotsEach; n++)
    await ctx.db.transaction(accountId, (tx) => createSnapshot(ctx, tx, { companyId, wanted: {} }));
}

async function measure(
  { db }: Context,
  clock: ReturnType<typeof createStatementClock>,
  run: () => Promise<unknown>,
): Promise<Cost> {
  await db.pool.query('checkpoint');
  const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const before = await clock.spentMs();
  const clocks = [startFamilyClock(rows[0]?.pid ?? 0), startCpuClock([process.pid])];
  const startedAt = performance.now();
  await run();
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMs = clocks.reduce((sum, spentMs) => sum + spentMs(), 0);
  return { databaseMs: (await clock.spentMs()) - before, cpuMs, seconds };
}

/** The sync was published, with results of checks or without. Otherwise something else was measured. */
async function requirePublished({ db }: Context, of: RunSyncData, isChecked: boolean): Promise<void> {
  const { rows } = await db.pool.query(
    `select (select status from sync where sync_id = $2) as status,
      exists (select from check_run where company_id = $1) as checked`,
    [of.companyId, of.syncId],
  );
  if (rows[0].status !== 'Complete') throw new Error(`A sync has ended as ${rows[0].status}.`);
  if (rows[0].checked !== isChecked) throw new Error(`A sync ran ${isChecked ? 'no checks' : 'checks'}.`);
}

type Measured = Size & { loadBefore: number[]; costs: Map<string, Costs>; snapshotMs: number[] };

function report({ invoices, rounds, loadBefore, costs, snapshotMs }: Measured): Report {
  const plain = costs.get('plain') as Costs;
  const figures: Figures = { invoices, rounds, 'machine.loadBefore': loadBefore };
  for (const [name, of] of costs)
    for (const act of acts) {
      const middle = (pick: (cost: Cost) => number) => median(of[act].map(pick));
      figures[`${name}.${act}.databaseMs`] = Math.round(middle(({ databaseMs }) => databaseMs));
      figures[`${name}.${act}.cpuMs`] = Math.round(middle(({ cpuMs }) => cpuMs));
      figures[`${name}.${act}.seconds`] = round(middle(({ seconds }) => seconds));
      if (name === 'plain') continue;
      figures[`${name}.${act}.databaseRatio`] = ratio(of[act], plain[act], 'databaseMs');
      figures[`${name}.${act}.cpuRatio`] = ratio(of[act], plain[act], 'cpuMs');
      figures[`${name}.${act}.timeRatio`] = ratio(of[act], plain[act], 'seconds');
    }
  figures.snapshotMs = round(median(snapshotMs));
  figures['machine.loadAfter'] = os.loadavg().map(round);
  return {
    name: 'trusted-syncs',
    figures,
    bars: [
      holdBar(figures, 'checks.first.cpuRatio', '<= 1.25'),
      holdBar(figures, 'snapshots.changes.cpuRatio', '<= 1.25'),
    ],
  };
}

/** The median of the ratios within each round, since the machine is noisy. */
const ratio = (of: Cost[], to: Cost[], what: keyof Cost) =>
  round(median(of.map((cost, at) => cost[what] / (to[at]?.[what] ?? Number.NaN))));

import os from 'node:os';
import type { Context } from '../src/context.ts';
import { runSync } from '../src/sync/run/run-sync.ts';
import { copyRecords } from './copy-records.ts';
import { linkToSandbox, requestInvoices } from './link-to-sandbox.ts';
import { openSandboxCell } from './open-sandbox-cell.ts';
import { type Figures, holdBar, median, type Report, round, say } from './report.ts';
import { createStatementClock, loggedDurations } from './statement-time.ts';

const invoices = 200_000;
const rounds = 3;

type Cost = { databaseMs: number; seconds: number; walBytes: number };

/** A first sync of 200,000 invoices compared with a bare COPY of the same rows, and a full pass over unchanged ones. */
export async function benchSync(): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const clock = createStatementClock();
  const bench = await openSandboxCell({ settings: loggedDurations, onLog: clock.onLog });
  const { ctx } = bench;
  try {
    const all: Record<'first' | 'copy' | 'unchanged' | 'changed', Cost[]> = {
      first: [],
      copy: [],
      unchanged: [],
      changed: [],
    };
    let written = 0;
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds}…`);
      const company = `bench${round}-${invoices}`;
      const place = await linkToSandbox(ctx, company);
      const run = async (isFull: boolean) => {
        const data = await requestInvoices(ctx, place, isFull);
        return measure({ ctx, clock }, () => runSync(ctx, data, { isStopping: () => false }));
      };
      all.first.push(await run(false));
      const copy = await copyRecords(ctx, place);
      all.copy.push(await measure({ ctx, clock }, copy.run));
      if (copy.rows !== invoices) throw new Error(`${copy.rows} rows were copied.`);
      await copy.remove();
      const before = await countRows(ctx);
      all.unchanged.push(await run(true));
      written += (await countRows(ctx)) - before;
      await bench.change(company, invoices / 10);
      all.changed.push(await run(true));
    }
    const figures: Figures = {
      invoices,
      rounds,
      'machine.loadBefore': loadBefore,
      ...(await describeMachine(ctx)),
      ...figuresOf('first', all.first),
      ...figuresOf('copy', all.copy),
      ...figuresOf('unchanged', all.unchanged),
      ...figuresOf('tenPercentChanged', all.changed),
      'first.ratioToCopy': ratio(all.copy, all.first),
      'unchanged.ratioToFirst': ratio(all.unchanged, all.first),
      'unchanged.rowsWritten': written,
      'machine.loadAfter': os.loadavg().map(round),
    };
    const bars = [
      holdBar(figures, 'first.ratioToCopy', '>= 0.6'),
      holdBar(figures, 'unchanged.rowsWritten', '<= 0'),
      holdBar(figures, 'unchanged.ratioToFirst', '<= 0.3'),
    ];
    return { name: 'sync', figures, bars };
  } finally {
    await bench.close();
  }
}

function figuresOf(name: string, costs: Cost[]): Figures {
  const databaseMs = median(costs.map((cost) => cost.databaseMs));
  return {
    [`${name}.databaseMs`]: costs.map((cost) => Math.round(cost.databaseMs)),
    [`${name}.recordsPerDatabaseSecond`]: round(invoices / (databaseMs / 1000)),
    [`${name}.recordsPerSecondEndToEnd`]: round(invoices / median(costs.map((cost) => cost.seconds))),
    [`${name}.walBytesPerRecord`]: round(median(costs.map((cost) => cost.walBytes)) / invoices),
  };
}

/** The median of the ratios within each round, since the machine is noisy. */
function ratio(of: Cost[], to: Cost[]): number {
  return round(median(of.map((cost, at) => cost.databaseMs / (to[at]?.databaseMs ?? Number.NaN))));
}

type Measured = { ctx: Context; clock: ReturnType<typeof createStatementClock> };

async function measure({ ctx, clock }: Measured, run: () => Promise<unknown>): Promise<Cost> {
  const { pool } = ctx.db;
  await pool.query('checkpoint');
  const walBefore = await readWal(ctx);
  const spentBefore = await clock.spentMs();
  const startedAt = performance.now();
  await run();
  const seconds = (performance.now() - startedAt) / 1000;
  const databaseMs = (await clock.spentMs()) - spentBefore;
  return { databaseMs, seconds, walBytes: (await readWal(ctx)) - walBefore };
}

async function readWal(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes",
  );
  return rows[0]?.bytes ?? Number.NaN;
}

/** Rows written so far, counted by PostgreSQL. */
async function countRows(ctx: Context): Promise<number> {
  // Backends report their counters when they become idle, at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const clients = await Promise.all(Array.from({ length: 10 }, () => ctx.db.pool.connect()));
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  for (const client of clients) client.release();
  const { rows } = await ctx.db.pool.query(`select sum(n_tup_ins + n_tup_upd + n_tup_del)::int8 as n
    from pg_stat_user_tables where relname like 'record\\_%'`);
  return rows[0].n;
}

async function describeMachine(ctx: Context): Promise<Figures> {
  const { rows } = await ctx.db.pool.query<{ server_version: string }>('show server_version');
  return {
    'machine.cores': os.availableParallelism(),
    'machine.node': process.version,
    'machine.postgresql': rows[0]?.server_version ?? '',
  };
}

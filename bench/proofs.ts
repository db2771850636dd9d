import os from 'node:os';
import type { Context } from '../src/context.ts';
import { exportBundle } from '../src/proofs/export-bundle.ts';
import { provePublications } from '../src/proofs/prove-publications.ts';
import { verifyBundle } from '../src/proofs/verify-bundle.ts';
import { runSync } from '../src/sync/run/run-sync.ts';
import { startCpuClock, startFamilyClock } from './cpu-time.ts';
import { type LinkedPlace, linkToSandbox, requestInvoices } from './link-to-sandbox.ts';
import { openSandboxCell } from './open-sandbox-cell.ts';
import { type Figures, holdBar, median, type Report, round, say } from './report.ts';

const sizes = { whole: { invoices: 50_000, rounds: 5 }, quick: { invoices: 10_000, rounds: 3 } };

type Cost = { ms: number; cpuMs: number };
type Times = { sync: Cost; prove: Cost; leaves: Cost };

/**
 * What the chain of publications costs. A first sync, and one that finds 1 % changed, each followed by the proof of its
 * publication, as workers do it. Two things are added to a sync: the leaf of each written record, whose cost is the
 * difference between making the same rows with and without it; and the proof after it. CPU time is that of this process
 * and of PostgreSQL.
 */
export async function benchProofs({ quick }: { quick: boolean }): Promise<Report> {
  const { invoices, rounds } = quick ? sizes.quick : sizes.whole;
  const loadBefore = os.loadavg().map(round);
  const bench = await openSandboxCell({ config: { proofs: true } });
  const { ctx } = bench;
  try {
    const times: Record<'first' | 'changed', Times[]> = { first: [], changed: [] };
    const bytes: number[] = [];
    const leafBytes: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds}…`);
      const company = `proofs${round}-${invoices}`;
      const place = await linkToSandbox(ctx, company);
      const before = await proofBytes(ctx);
      times.first.push(await syncAndProve(ctx, place));
      leafBytes.push(await leafBytesEach(ctx, place));
      bytes.push(((await proofBytes(ctx)) - before) / invoices + (leafBytes.at(-1) ?? Number.NaN));
      await bench.change(company, invoices / 100);
      times.changed.push(await syncAndProve(ctx, place));
      if (round === rounds) await verifyLast(ctx, place);
    }
    const figures: Figures = {
      invoices,
      rounds,
      'machine.cores': os.availableParallelism(),
      'machine.loadBefore': loadBefore,
      ...figuresOf('first', times.first),
      ...figuresOf('onePercentChanged', times.changed),
      bytesPerRecord: round(median(bytes)),
      'bytesPerRecord.leaf': round(median(leafBytes)),
      'machine.loadAfter': os.loadavg().map(round),
    };
    const bars = [holdBar(figures, 'first.percentOfCpu', '<= 5'), holdBar(figures, 'bytesPerRecord', '<= 40')];
    return { name: 'proofs', figures, bars };
  } finally {
    await bench.close();
  }
}

function figuresOf(name: string, times: readonly Times[]): Figures {
  const percent = (of: keyof Cost) =>
    round(median(times.map(({ sync, prove, leaves }) => (100 * (prove[of] + leaves[of])) / (sync[of] - leaves[of]))));
  return {
    [`${name}.syncCpuMs`]: times.map(({ sync }) => Math.round(sync.cpuMs)),
    [`${name}.proveCpuMs`]: times.map(({ prove }) => Math.round(prove.cpuMs)),
    [`${name}.leavesCpuMs`]: times.map(({ leaves }) => Math.round(leaves.cpuMs)),
    [`${name}.syncMs`]: times.map(({ sync }) => Math.round(sync.ms)),
    [`${name}.proveMs`]: times.map(({ prove }) => Math.round(prove.ms)),
    [`${name}.percentOfCpu`]: percent('cpuMs'),
    [`${name}.percentOfTime`]: percent('ms'),
  };
}

async function syncAndProve(ctx: Context, place: LinkedPlace): Promise<Times> {
  const data = await requestInvoices(ctx, place, false);
  await ctx.db.pool.query('checkpoint');
  const { rows } = await ctx.db.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const measure = async (run: () => Promise<unknown>): Promise<Cost> => {
    const clocks = [startFamilyClock(rows[0]?.pid ?? 0), startCpuClock([process.pid])];
    const startedAt = performance.now();
    await run();
    return { ms: performance.now() - startedAt, cpuMs: clocks.reduce((sum, cpuMs) => sum + cpuMs(), 0) };
  };
  const sync = await measure(() => runSync(ctx, data, { isStopping: () => false }));
  let proven = 0;
  const prove = await measure(async () => {
    proven = await provePublications(ctx);
  });
  if (proven !== 1) throw new Error('The publication was not proven.');
  return { sync, prove, leaves: await measureLeaves(ctx, place, data.syncId) };
}

const rowRounds = 5;

/** How much longer it takes to make the rows that the sync has written because they have leaves. */
async function measureLeaves(ctx: Context, { companyId }: LinkedPlace, syncId: string): Promise<Cost> {
  const { rows: stored } = await ctx.db.pool.query<{ id: string; source: string }>(
    `select r.record_id as id, r.source from record r join publication p on p.data_set_id = r.data_set_id
      and p.generation = r.gen_from where r.company_id = $1 and p.sync_id = $2 and r.source is not null`,
    [companyId, syncId],
  );
  const sources = stored.map(({ id, source }) => ({ id, source, hash: '', pushId: null }));
  const modified = ctx.clock.now().toISOString();
  const make = async (isProven: boolean): Promise<Cost> => {
    const cpuMs = startCpuClock([process.pid]);
    const startedAt = performance.now();
    for (let at = 0; at < sources.length; at += 1000) {
      const some = sources.slice(at, at + 1000);
      await ctx.registry.mapSources('sandbox', 'invoices', { sources: some, mapping: '1', modified, isProven });
    }
    return { ms: performance.now() - startedAt, cpuMs: cpuMs() };
  };
  const differences: Cost[] = [];
  for (let n = 0; n < rowRounds; n++) {
    const [first, second] = n % 2 === 0 ? [true, false] : [false, true];
    const costs = { [String(first)]: await make(first), [String(second)]: await make(second) };
    const [proven, plain] = [costs.true, costs.false];
    if (proven && plain) differences.push({ ms: proven.ms - plain.ms, cpuMs: proven.cpuMs - plain.cpuMs });
  }
  return { ms: median(differences.map(({ ms }) => ms)), cpuMs: median(differences.map(({ cpuMs }) => cpuMs)) };
}

/** What the leaf adds to a stored record. */
async function leafBytesEach(ctx: Context, { companyId }: LinkedPlace): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ bytes: number; without: number }>(
    `select avg(coalesce(pg_column_size(leaf), 0))::float8 as bytes, count(*) filter (where leaf is null)::int as without
      from record where company_id = $1`,
    [companyId],
  );
  const [{ bytes, without } = { bytes: Number.NaN, without: 0 }] = rows;
  if (without > 0) say(`${without} records have no leaf`);
  return bytes;
}

/** Tables of the chain with their indexes. */
async function proofBytes(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ bytes: number }>(`select sum(pg_total_relation_size(oid))::int8 as bytes
    from pg_class where relname in ('proof', 'proof_set', 'proof_span')`);
  return rows[0]?.bytes ?? Number.NaN;
}

/** What is measured must also be right. */
async function verifyLast(ctx: Context, { accountId, companyId }: LinkedPlace): Promise<void> {
  const { rows } = await ctx.db.pool.query<{ proof_id: string }>(
    'select proof_id from proof where company_id = $1 order by sequence desc limit 1',
    [companyId],
  );
  const wanted = { accountId, companyId, proofId: rows[0]?.proof_id ?? '', chainFrom: 1 };
  const parts: Buffer[] = [];
  for await (const part of (await exportBundle(ctx, wanted)).stream ?? []) parts.push(Buffer.from(part));
  verifyBundle(Buffer.concat(parts));
}

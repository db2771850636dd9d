import type { BareOptions } from './bare-server.ts';
import { basic, openClient } from './client.ts';
import { startCpuClock } from './cpu-time.ts';
import { type Load, type LoadTarget, load } from './load.ts';
import { type Figures, median, round, say } from './report.ts';
import { type Cell, poolSize } from './start-cell.ts';

export type Target = { cell: Cell; url: string; pid: number; accountId: string; key: string };

const connections = 12;
const rounds = 9;
const seconds = 3;
/** After 6,000 requests V8's own threads still used a tenth of the product's CPU time. */
const warmUpSeconds = 10;

export type Statement = BareOptions['statement'];

type Run = Load & { serverCpuMs: number; postgresCpuMs: number };

/** Page 1 of the product and of a bare handler with the same statement, alternating: interference affects both. */
export async function measurePageOne(target: Target, path: string, statement: Statement): Promise<Figures> {
  const client = openClient(target.url, target.key);
  const { text } = await client.get(path);
  client.close();
  const bare = await startBare(target, statement, text);
  const bareText = await (await fetch(bare.url)).text();
  if (bareText !== text) throw new Error('The bare handler and the product return different bodies.');

  const sides = {
    product: { pid: target.pid, url: target.url + path, headers: { authorization: basic(target.key) } },
    bare,
  };
  const runs: { product: Run[]; bare: Run[] } = { product: [], bare: [] };
  await load(sides.bare, { connections, seconds: warmUpSeconds });
  await load(sides.product, { connections, seconds: warmUpSeconds });
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['bare', 'product'] as const) : (['product', 'bare'] as const);
    for (const side of order) runs[side].push(await measureRun(target.cell, sides[side]));
    say(`page 1, round ${round + 1}: product ${perSecond(runs.product)}/s, bare ${perSecond(runs.bare)}/s`);
  }
  const ratios = runs.product.map((run, index) => run.perSecond / (runs.bare[index]?.perSecond ?? Number.NaN));
  const cpuOf = (side: Run[]) => median(side.map((run) => run.serverCpuMs + run.postgresCpuMs));
  return {
    'page1.ratioToBare': round(median(ratios)),
    'page1.ratioToBare.rounds': ratios.map(round),
    'page1.cpuRatioToBare': round(cpuOf(runs.bare) / cpuOf(runs.product)),
    'page1.connections': connections,
    'page1.bytesOfBody': Buffer.byteLength(text),
    'page1.blocks': await blocksOf(target.cell, statement),
    ...figuresOf('page1.product', runs.product),
    ...figuresOf('page1.bare', runs.bare),
  };
}

async function measureRun(cell: Cell, side: LoadTarget & { pid: number }): Promise<Run> {
  const { rows } = await cell.base.db.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`,
  );
  const serverClock = startCpuClock([side.pid]);
  const postgresClock = startCpuClock(rows.map((row) => row.pid));
  const run = await load(side, { connections, seconds });
  const requests = run.perSecond * seconds;
  return {
    ...run,
    serverCpuMs: serverClock() / requests,
    postgresCpuMs: postgresClock() / requests,
  };
}

function perSecond(runs: Load[]): number {
  return Math.round(runs.at(-1)?.perSecond ?? 0);
}

function figuresOf(name: string, runs: Run[]): Figures {
  const middle = (of: (run: Run) => number) => round(median(runs.map(of)));
  return {
    [`${name}.perSecond`]: middle((run) => run.perSecond),
    [`${name}.perSecond.rounds`]: runs.map((run) => round(run.perSecond)),
    [`${name}.p50Ms`]: middle((run) => run.p50Ms),
    [`${name}.p99Ms`]: middle((run) => run.p99Ms),
    [`${name}.bytesPerAnswer`]: runs[0]?.bytesPerAnswer ?? 0,
    [`${name}.serverCpuMs`]: middle((run) => run.serverCpuMs),
    [`${name}.postgresCpuMs`]: middle((run) => run.postgresCpuMs),
  };
}

async function startBare(target: Target, statement: Statement, productText: string) {
  const options: BareOptions = {
    databaseUrl: target.cell.databaseUrl,
    poolSize,
    statement,
    rest: productText.slice(productText.lastIndexOf('],"pageNumber"') + 1),
  };
  return target.cell.start('bare-server.ts', { BARE_OPTIONS: JSON.stringify(options) });
}

/** 8 KiB blocks that the bare statement reads. A large number would mean a bad plan and a meaningless comparison. */
async function blocksOf(cell: Cell, { text, values }: Statement): Promise<number> {
  const { rows } = await cell.base.db.pool.query(`explain (analyze, buffers, format json) ${text}`, values);
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

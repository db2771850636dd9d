import { setTimeout as sleep } from 'node:timers/promises';
import { pendingDeliveries } from '../delivery-cell.ts';
import { median, round, say } from '../report.ts';
import { poolSize, type Started } from '../start-cell.ts';
import type { BareWriterOptions } from './bare-writer.ts';
import { postOnly } from './post-companies.ts';
import { connections, endProcess, type Stage, shapes, type Tenants } from './stage.ts';

/** A process that only accepts, then a worker that drains what has accumulated. */
export async function measureAccepted(stage: Stage): Promise<void> {
  for (const accounts of shapes) {
    const server = await stage.serve();
    const { keys } = await stage.tenants(accounts, 'hook');
    await postOnly({ url: server.url, keys, connections, seconds: stage.size.warmUpSeconds });
    const run = await accept(stage, { server, keys, seconds: stage.size.seconds });
    note(stage, `accepted.${accounts}`, [run]);
    await endProcess(server);
    await drain(stage, accounts);
  }
}

type Run = { perSecond: number; serverMs: number; postgresMs: number };

async function accept(
  stage: Stage,
  { server, keys, seconds }: { server: Started; keys: string[]; seconds: number },
): Promise<Run> {
  const clock = await stage.clock(server);
  const sent = await postOnly({ url: server.url, keys, connections, seconds });
  const cpu = clock();
  return {
    perSecond: sent.perSecond,
    serverMs: cpu.serverMs / sent.created,
    postgresMs: cpu.postgresMs / sent.created,
  };
}

function note({ figures }: Stage, name: string, runs: Run[]): void {
  const middle = (of: (run: Run) => number) => round(median(runs.map(of)));
  figures[`${name}.perSecond`] = middle((run) => run.perSecond);
  figures[`${name}.cpuMs`] = middle((run) => run.serverMs + run.postgresMs);
  figures[`${name}.serverCpuMs`] = middle((run) => run.serverMs);
  figures[`${name}.postgresCpuMs`] = middle((run) => run.postgresMs);
  say(`${name}: ${figures[`${name}.perSecond`]}/s, ${figures[`${name}.cpuMs`]} CPU ms a company`);
}

/** Counted from the first arrival: how soon a worker delivers after its start is another measurement. */
async function drain(stage: Stage, accounts: number): Promise<void> {
  const { figures } = stage;
  const backlog = await pendingDeliveries(stage);
  await stage.reset();
  const worker = await stage.worker();
  let before = 0;
  while (before === 0) before = await stage.count();
  const clock = await stage.clock(worker);
  const startedAt = performance.now();
  let count = before;
  for (const until = startedAt + 120_000; count < backlog && performance.now() < until; ) {
    await sleep(10);
    count = await stage.count();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (count < backlog) throw new Error(`${count} of ${backlog} deliveries arrived.`);
  await stage.settled();
  const cpu = clock();
  const name = `drained.${accounts}`;
  figures[`${name}.backlog`] = backlog;
  figures[`${name}.perSecond`] = round((backlog - before) / seconds);
  figures[`${name}.cpuMs`] = round(cpu.bothMs / (backlog - before));
  figures[`${name}.workerCpuMs`] = round(cpu.serverMs / (backlog - before));
  figures[`${name}.postgresCpuMs`] = round(cpu.postgresMs / (backlog - before));
  say(`${name}: ${figures[`${name}.perSecond`]}/s, ${figures[`${name}.cpuMs`]} CPU ms a delivery`);
  await endProcess(worker);
}

/** The same requests to a bare handler with the same inserts, alternating: interference affects both. */
export async function measureBare(stage: Stage): Promise<void> {
  const { size, figures } = stage;
  const tenants = await stage.tenants(16, 'hook');
  const sides = { product: await stage.serve(), bare: await startBare(stage, tenants) };
  const runs: Record<keyof typeof sides, Run[]> = { product: [], bare: [] };
  const { keys } = tenants;
  for (const side of ['product', 'bare'] as const)
    await postOnly({ url: sides[side].url, keys, connections, seconds: size.warmUpSeconds });
  for (let at = 0; at < size.rounds; at++) {
    const order = at % 2 === 0 ? (['bare', 'product'] as const) : (['product', 'bare'] as const);
    for (const side of order) runs[side].push(await accept(stage, { server: sides[side], keys, seconds: 4 }));
  }
  note(stage, 'bare.product', runs.product);
  note(stage, 'bare.handler', runs.bare);
  const ratios = runs.product.map((run, at) => run.perSecond / (runs.bare[at]?.perSecond ?? Number.NaN));
  const cpuOf = (side: Run[]) => median(side.map((run) => run.serverMs + run.postgresMs));
  figures['bare.ratios'] = ratios.map(round);
  figures['bare.ratio'] = round(median(ratios));
  figures['bare.cpuRatio'] = round(cpuOf(runs.bare) / cpuOf(runs.product));
  for (const side of Object.values(sides)) await endProcess(side);
  await stage.producers.db.pool.query('truncate delivery');
}

async function startBare(stage: Stage, { accountIds }: Tenants): Promise<Started> {
  const { rows } = await stage.producers.db.pool.query<BareWriterOptions['accounts'][number]>(
    `select account_id as "accountId", consumer_id as "consumerId", lane from consumer where account_id = any ($1)`,
    [accountIds],
  );
  const options: BareWriterOptions = { databaseUrl: stage.databaseUrl, poolSize, accounts: rows };
  return stage.start('public-api/bare-writer.ts', { BARE_OPTIONS: JSON.stringify(options) });
}

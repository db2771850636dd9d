import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCpuClock, startFamilyClock } from '../cpu-time.ts';
import { type Bar, type Figures, holdBar, median, type Report, round, say } from '../report.ts';
import { type Cell, startCell } from '../start-cell.ts';
import { growingStatements, readStatements } from './growing-statements.ts';
import { measurePasses } from './measure-passes.ts';
import { measureUnit, type RequestCost, requestUnits } from './measure-requests.ts';
import { openWorld, type World } from './open-world.ts';
import { type Running, readMemory, serve, stop } from './processes.ts';
import { companiesEach } from './seed-tenants.ts';

/**
 * What depends on the number of accounts in a cell. Three databases with 1 %, 10 % and all of the accounts are measured
 * in turn, so that what disturbs the machine disturbs all of them.
 */
export const tenantsOptions = ['accounts'];

const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  // Checkpoints and autovacuum of the seeded rows would be measured in one of the databases.
  checkpoint_timeout: '1h',
  autovacuum: 'off',
};
const accountsMin = 1000;

type Size = { rounds: number; starts: number; idleSeconds: number };

export async function benchTenants({
  quick,
  given,
}: {
  quick: boolean;
  given: Record<string, string>;
}): Promise<Report> {
  const accounts = Number(given.accounts ?? (quick ? 10_000 : 100_000));
  if (!Number.isInteger(accounts) || accounts < accountsMin)
    throw new Error(`--accounts ${given.accounts}: give a whole number from ${accountsMin} on.`);
  const sizes = (quick ? [0.1, 1] : [0.01, 0.1, 1]).map((share) => Math.round(accounts * share));
  const size = quick ? { rounds: 2, starts: 1, idleSeconds: 10 } : { rounds: 5, starts: 3, idleSeconds: 60 };
  const figures: Figures = {
    sizes,
    'companies.each': companiesEach,
    'machine.cores': os.availableParallelism(),
    'machine.load': os.loadavg().map(round),
  };
  const cell = await startCell({ settings });
  const worlds: World[] = [];
  try {
    for (const count of sizes) worlds.push(await openWorld(cell, count));
    for (const world of worlds) Object.assign(figures, await measureCatalogue(world));
    await measureRequests(cell, worlds, size, figures);
    for (const world of worlds) await measureWorker(world, figures);
    await measureStarts(cell, worlds, size, figures);
    for (const world of worlds) await measureProcesses(cell, world, size, figures);
    return { name: 'tenants', figures, bars: barsOf(figures, sizes) };
  } finally {
    for (const { base } of worlds) await base.db.end();
    await cell.stop();
  }
}

/** Relations and their descriptions, which every connection reads. */
async function measureCatalogue({ accounts, base }: World): Promise<Figures> {
  const { rows } = await base.db.pool.query<{ relations: number; bytes: number; size: number }>(`select
    (select count(*) from pg_class) as relations, pg_database_size(current_database()) as size,
    (select sum(pg_total_relation_size(oid)) from pg_class where relname in
      ('pg_class', 'pg_attribute', 'pg_index', 'pg_constraint', 'pg_type', 'pg_proc', 'pg_depend')) as bytes`);
  const [row] = rows;
  return {
    [`catalogue.relations.${accounts}`]: Number(row?.relations),
    [`catalogue.mb.${accounts}`]: round(Number(row?.bytes) / 2 ** 20),
    [`database.mb.${accounts}`]: round(Number(row?.size) / 2 ** 20),
  };
}

/** Requests to an API process for each database. */
async function measureRequests(cell: Cell, worlds: readonly World[], size: Size, figures: Figures): Promise<void> {
  const apis: Running[] = [];
  for (const world of worlds) {
    apis.push(await serve(cell, world, 'api'));
    await world.base.db.pool.query('select pg_stat_statements_reset()');
  }
  for (const [name, unit] of Object.entries(requestUnits)) {
    const costs: RequestCost[][] = worlds.map(() => []);
    // The first round makes plans and warms caches.
    for (let at = 0; at <= size.rounds; at++) {
      for (const place of worlds.keys()) {
        const turn = at % 2 === 0 ? place : worlds.length - 1 - place;
        const [world, api] = [worlds[turn], apis[turn]];
        if (!world || !api) continue;
        const each = Math.floor(world.tenants.length / (size.rounds + 1));
        const cost = await measureUnit(world, api, unit, world.tenants.slice(at * each, (at + 1) * each));
        if (at > 0) costs[turn]?.push(cost);
      }
    }
    addRequests(figures, name, worlds, costs);
  }
  for (const [at, api] of apis.entries()) {
    const text = await (await fetch(`${api.url}/metrics`)).text();
    figures[`metrics.bytes.${worlds[at]?.accounts}`] = text.length;
  }
  await noteGrowing(worlds, figures, 'requests');
  for (const api of apis) await stop(api);
  // Only the worker of a later measurement would send what the requests have caused.
  for (const { base } of worlds) await base.db.pool.query('delete from delivery where attempts = 0');
}

function addRequests(figures: Figures, name: string, worlds: readonly World[], costs: readonly RequestCost[][]): void {
  const middle = (of: readonly RequestCost[], part: (cost: RequestCost) => number) => round(median(of.map(part)));
  for (const [at, { accounts }] of worlds.entries()) {
    const own = costs[at] ?? [];
    figures[`${name}.ms.${accounts}`] = middle(own, ({ ms }) => ms);
    figures[`${name}.nodeCpuMs.${accounts}`] = middle(own, ({ nodeMs }) => nodeMs);
    figures[`${name}.postgresCpuMs.${accounts}`] = middle(own, ({ postgresMs }) => postgresMs);
  }
  const [small = [], large = []] = [costs[0], costs.at(-1)];
  const growth = (part: (cost: RequestCost) => number) =>
    round(median(large.map((cost, at) => part(cost) / part(small[at] ?? cost))));
  figures[`${name}.msGrowth`] = growth(({ ms }) => ms);
  figures[`${name}.cpuGrowth`] = growth(({ nodeMs, postgresMs }) => nodeMs + postgresMs);
  say(`${name}: ms × ${figures[`${name}.msGrowth`]}, CPU × ${figures[`${name}.cpuGrowth`]}`);
}

/** The regular passes of a worker. */
async function measureWorker(world: World, figures: Figures): Promise<void> {
  for (const [name, { ms, blocks, everyMs }] of await measurePasses(world)) {
    figures[`pass.${name}.ms.${world.accounts}`] = round(ms);
    figures[`pass.${name}.blocks.${world.accounts}`] = blocks;
    figures[`pass.${name}.corePercent.${world.accounts}`] = round((ms / everyMs) * 100);
  }
}

/** From the start of a process to its first answer that it is ready; the databases in turn. */
async function measureStarts(cell: Cell, worlds: readonly World[], size: Size, figures: Figures): Promise<void> {
  for (const role of ['api', 'worker'] as const) {
    const starts: number[][] = worlds.map(() => []);
    for (let at = 0; at < size.starts; at++)
      for (const [place, world] of worlds.entries()) {
        const running = await serve(cell, world, role);
        starts[place]?.push(running.startMs);
        await stop(running);
      }
    for (const [place, { accounts }] of worlds.entries())
      figures[`start.${role}.ms.${accounts}`] = Math.round(median(starts[place] ?? []));
  }
}

/** Memory and idle cost of an API process and a worker. */
async function measureProcesses(cell: Cell, world: World, size: Size, figures: Figures): Promise<void> {
  const { accounts, base } = world;
  const both = { api: await serve(cell, world, 'api'), worker: await serve(cell, world, 'worker') };
  const note = async (when: string) => {
    for (const [role, running] of Object.entries(both)) {
      const { rssMb, heapMb } = await readMemory(running);
      figures[`memory.${role}.${when}Mb.${accounts}`] = round(rssMb);
      figures[`memory.${role}.${when}HeapMb.${accounts}`] = round(heapMb);
    }
  };
  await note('started');
  await sleep(8000);
  const { rows } = await base.db.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await base.db.pool.query('select pg_stat_statements_reset()');
  const postgres = startFamilyClock(rows[0]?.pid ?? 0);
  const clocks = Object.entries(both).map(([role, { pid }]) => [role, startCpuClock([pid])] as const);
  await sleep(size.idleSeconds * 1000);
  const percent = (ms: number) => round(ms / 10 / size.idleSeconds);
  figures[`idle.postgresPercent.${accounts}`] = percent(postgres());
  for (const [role, clock] of clocks) figures[`idle.${role}Percent.${accounts}`] = percent(clock());
  await note('idle');
  for (const running of Object.values(both)) await stop(running);
  say(`${accounts} accounts: PostgreSQL uses ${figures[`idle.postgresPercent.${accounts}`]} % of a core while idle`);
}

async function noteGrowing(worlds: readonly World[], figures: Figures, name: string): Promise<void> {
  const [first, last] = [worlds[0], worlds.at(-1)];
  if (!first || !last) return;
  const growing = growingStatements(await readStatements(first.base.db.pool), await readStatements(last.base.db.pool));
  figures[`growing.${name}`] = growing.length;
  for (const { small, large } of growing)
    say(
      `grows: ${round(small.meanMs)} -> ${round(large.meanMs)} ms, ${round(small.blocks)} -> ${round(large.blocks)} blocks: ${large.query.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
    );
}

/** Passes also do what there is to do, such as a look at each failing consumer. Below this share of a core they may grow. */
const passFreePercent = 0.2;
const idleFreePercent = 1;

function barsOf(figures: Figures, sizes: readonly number[]): Bar[] {
  const [small = 0, large = 0] = [sizes[0], sizes.at(-1)];
  const grown = (name: string, free = 0) => {
    const [before, after] = [Number(figures[`${name}.${small}`]), Number(figures[`${name}.${large}`])];
    figures[`${name}.growth`] = after <= free ? 1 : round(after / before);
    return `${name}.growth`;
  };
  const passes = Object.keys(figures).flatMap((name) => /^(pass\..+\.corePercent)\.\d+$/.exec(name)?.[1] ?? []);
  return [
    ...Object.keys(requestUnits).flatMap((name) => [
      holdBar(figures, `${name}.msGrowth`, '<= 1.3'),
      holdBar(figures, `${name}.cpuGrowth`, '<= 1.3'),
    ]),
    ...[...new Set(passes)].map((name) => holdBar(figures, grown(name, passFreePercent), '<= 1.3')),
    holdBar(figures, grown('catalogue.relations'), '<= 1'),
    holdBar(figures, grown('metrics.bytes'), '<= 1.05'),
    ...['api', 'worker'].flatMap((role) => [
      holdBar(figures, grown(`start.${role}.ms`), '<= 1.3'),
      holdBar(figures, grown(`memory.${role}.startedMb`), '<= 1.2'),
      holdBar(figures, grown(`idle.${role}Percent`, idleFreePercent), '<= 1.3'),
    ]),
    holdBar(figures, grown('idle.postgresPercent', idleFreePercent), '<= 1.3'),
    holdBar(figures, 'growing.requests', '<= 0'),
  ];
}

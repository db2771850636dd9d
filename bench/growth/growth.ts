import os from 'node:os';
import { type Figures, holdBar, median, type Report, round, say } from '../report.ts';
import { openCompanies } from './companies.ts';
import type { Cost } from './cost.ts';
import { openMessages } from './messages.ts';
import { openOperations } from './operations.ts';
import { readKinds, readRounds, readSizes } from './options.ts';
import { openRecords } from './records.ts';
import type { Stage } from './stage.ts';

/**
 * What one page, one synced record, one event and so on cost while their tables grow from 10^4 to 10^7 rows. Next to
 * the database that grows there is one that stays at the smallest size; both are measured in turn, so that what
 * disturbs the machine disturbs both.
 */
const kinds: Record<string, () => Promise<Stage>> = {
  records: openRecords,
  messages: openMessages,
  operations: openOperations,
  companies: openCompanies,
};

/** Grow by their nature; bench/publish/growth-reasons.ts explains why. */
const withoutBar = ['filteredShare', 'companySearch'];

export const growthOptions = ['sizes', 'kinds', 'rounds'];

export async function benchGrowth({
  quick,
  given,
}: {
  quick: boolean;
  given: Record<string, string>;
}): Promise<Report> {
  const sizes = readSizes(given.sizes ?? (quick ? '4,5' : '4,5,6,7'));
  const wanted = readKinds(given.kinds, Object.keys(kinds));
  const rounds = readRounds(given.rounds ?? (quick ? '2' : '5'));
  const startedAt = performance.now();
  const figures: Figures = { sizes, kinds: wanted.join(' '), rounds, 'machine.cores': os.availableParallelism() };
  const grown: string[] = [];
  for (const kind of wanted) {
    const open = kinds[kind];
    if (open) grown.push(...(await measureKind({ kind, open, sizes, rounds, figures })));
  }
  figures.seconds = round((performance.now() - startedAt) / 1000);
  return { name: 'growth', figures, bars: grown.map((figure) => holdBar(figures, figure, '<= 1.3')) };
}

type Wanted = {
  kind: string;
  open: () => Promise<Stage>;
  sizes: readonly number[];
  rounds: number;
  figures: Figures;
};

/** Returns the names of the figures that must stay flat. */
async function measureKind({ kind, open, sizes, rounds, figures }: Wanted): Promise<string[]> {
  const [first = 0] = sizes;
  const stages: Stage[] = [];
  const curves = new Map<string, { cpu: number[]; wal: number[] }>();
  const disks = new Map<string, number[]>();
  try {
    const small = await open();
    stages.push(small);
    const large = await open();
    stages.push(large);
    await small.grow(first);
    for (const size of sizes) {
      const seedingAt = performance.now();
      await large.grow(size);
      figures[`${kind}.${size}.seedSeconds`] = round((performance.now() - seedingAt) / 1000);
      say(`${kind}: ${size} rows after ${figures[`${kind}.${size}.seedSeconds`]} s`);
      for (const [unit, { ours, ratio }] of await compare({ small, large, rounds })) {
        Object.assign(figures, figuresOf(`${unit}.${size}`, ours));
        const curve = curves.get(unit) ?? { cpu: [], wal: [] };
        curves.set(unit, { cpu: [...curve.cpu, ratio.cpu], wal: [...curve.wal, ratio.wal] });
        say(`${unit} at ${size}: ${JSON.stringify(figuresOf('', ours))}, CPU × ${ratio.cpu}, WAL × ${ratio.wal}`);
      }
      for (const [table, bytes] of Object.entries(await large.diskBytes())) {
        figures[`${table}.${size}.diskBytes`] = round(bytes);
        disks.set(table, [...(disks.get(table) ?? []), bytes]);
      }
    }
  } finally {
    for (const stage of stages) await stage.stop();
  }
  return [...curvesOf(curves, figures), ...growthOfDisk(disks, figures)];
}

type Compared = { ours: Cost[]; ratio: { cpu: number; wal: number } };

/** One round to warm up, then rounds in which both databases are measured, each time in the other order. */
async function compare(sides: { small: Stage; large: Stage; rounds: number }): Promise<Map<string, Compared>> {
  const { small, large, rounds } = sides;
  const compared = new Map<string, Compared>();
  for (const unit of Object.keys(large.units)) {
    const costs: { small: Cost[]; large: Cost[] } = { small: [], large: [] };
    const run = async (side: 'small' | 'large') => {
      const cost = await sides[side].units[unit]?.();
      if (cost) costs[side].push(cost);
    };
    await small.units[unit]?.();
    await large.units[unit]?.();
    for (let at = 0; at < rounds; at++)
      for (const side of at % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) await run(side);
    const ratio = (of: (cost: Cost) => number) =>
      round(median(costs.large.map((cost, at) => perUnit(cost, of) / perUnit(costs.small[at] ?? cost, of))));
    compared.set(unit, { ours: costs.large, ratio: { cpu: ratio(cpuOf), wal: ratio(walOf) } });
  }
  return compared;
}

const perUnit = (cost: Cost, of: (cost: Cost) => number) => of(cost) / cost.units;
const cpuOf = ({ nodeMs, postgresMs }: Cost) => nodeMs + postgresMs;
const walOf = ({ walBytes }: Cost) => walBytes;

function figuresOf(name: string, costs: readonly Cost[]): Figures {
  const middle = (of: (cost: Cost) => number) => round(median(costs.map((cost) => perUnit(cost, of))));
  const dot = name && `${name}.`;
  return {
    [`${dot}nodeCpuUs`]: middle(({ nodeMs }) => nodeMs * 1000),
    [`${dot}postgresCpuUs`]: middle(({ postgresMs }) => postgresMs * 1000),
    [`${dot}walBytes`]: middle(walOf),
    [`${dot}walFullPages`]: middle(({ walFullPages }) => walFullPages),
    [`${dot}blocksRead`]: middle(({ blocksRead }) => blocksRead),
  };
}

function curvesOf(curves: Map<string, { cpu: number[]; wal: number[] }>, figures: Figures): string[] {
  return [...curves].flatMap(([unit, { cpu, wal }]) => {
    figures[`${unit}.cpuGrowths`] = cpu;
    figures[`${unit}.cpuGrowth`] = cpu.at(-1) ?? Number.NaN;
    const writes = Object.entries(figures).some(
      ([name, value]) => name.startsWith(`${unit}.`) && name.endsWith('.walBytes') && Number(value) > 0,
    );
    if (writes) {
      figures[`${unit}.walGrowths`] = wal;
      figures[`${unit}.walGrowth`] = wal.at(-1) ?? Number.NaN;
    }
    if (withoutBar.includes(unit)) return [];
    return [`${unit}.cpuGrowth`, ...(writes ? [`${unit}.walGrowth`] : [])];
  });
}

function growthOfDisk(disks: Map<string, number[]>, figures: Figures): string[] {
  return [...disks].map(([table, bytes]) => {
    figures[`${table}.diskGrowth`] = round((bytes.at(-1) ?? Number.NaN) / (bytes[0] ?? Number.NaN));
    return `${table}.diskGrowth`;
  });
}

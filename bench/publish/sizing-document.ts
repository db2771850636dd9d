import type { Figures } from '../report.ts';
import { reasons, rowNames, unitNames } from './growth-reasons.ts';
import { markdownTable, showNumber, wrapText } from './markdown.ts';
import type { KeptRun } from './runs.ts';
import { companiesDefault } from './show-sizing.ts';
import {
  type Assumptions,
  assumptionTexts,
  type Costs,
  defaults,
  needOf,
  readCosts,
  rowsKept,
  unitsPerDay,
} from './sizing.ts';

/** docs/operating/sizing.md: what a unit costs, whether that grows, and what a number of companies needs. */
export function writeSizing(runs: readonly KeptRun[]): string {
  const growth = runs.filter(({ name }) => name === 'growth');
  const costs = readCosts(growth);
  const parts = [
    '# How large a machine must be',
    wrapText(
      'Written by `npm run bench -- publish` from the runs of `npm run bench -- growth --json --keep`: do not edit. A cell is one PostgreSQL with its Daybook processes; an account lives in one cell, and more companies than one cell can serve need more cells.',
    ),
    growth.length === 0 ? 'No run is stored.' : measuredBy(growth),
    ...(growth.length === 0
      ? []
      : [...needs(costs), ...unitCosts(costs, growth), ...diskCosts(costs), ...curves(growth)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function measuredBy(runs: readonly KeptRun[]): string {
  return markdownTable(
    ['Measured by', 'On', 'Machine', 'Load before'],
    runs.map(({ command, at, machine, load, commit }) => [
      `\`${command}\` (commit ${commit.replace('+', ', with changes')})`,
      at.slice(0, 10),
      `${machine.cores} cores (${machine.processor}), ${machine.memoryGb} GB, PostgreSQL ${machine.postgresql}, Node ${machine.node}`,
      load.before.join(', '),
    ]),
  );
}

function needs(costs: Costs): string[] {
  const missing = [
    ...Object.keys(unitsPerDay(defaults)).filter((unit) => !costs.units[unit]),
    ...Object.keys(rowsKept(defaults)).filter((row) => costs.diskBytes[row] === undefined),
  ];
  const head = '## What a number of companies needs';
  if (missing.length > 0) return [head, `Not measured yet: ${missing.join(', ')}.`];
  const rows = companiesDefault.map((companies) => {
    const need = needOf(costs, defaults, companies);
    return [
      showNumber(companies),
      showNumber(need.cells),
      showNumber(need.postgresCores),
      showNumber(need.nodeCores),
      showNumber(need.diskGb),
      showNumber(need.walGbPerDay),
    ];
  });
  return [
    head,
    wrapText(
      'Cores as on the machine above, in the busiest minutes of the day. The disk is that of PostgreSQL, without backups. The write-ahead log is what archiving for backups stores, and what a standby receives, per day.',
    ),
    markdownTable(
      ['Companies', 'Cells', 'Cores of PostgreSQL', 'Cores of Daybook', 'Disk, GB', 'Write-ahead log, GB a day'],
      rows,
    ),
    wrapText(
      'Assumptions. Each can be changed: `npm run bench -- sizing --companies 20000 --syncsPerHour 22` prints the table for other numbers, without measuring again.',
    ),
    markdownTable(
      ['Name', 'Value', 'Meaning'],
      Object.entries(defaults).map(([name, value]) => [
        `\`${name}\``,
        showNumber(value),
        assumptionTexts[name as keyof Assumptions],
      ]),
    ),
  ];
}

function unitCosts({ units }: Costs, runs: readonly KeptRun[]): string[] {
  return [
    '## What one unit costs',
    wrapText(
      'At the largest number of rows that was measured. CPU time in microseconds: 1,000,000 a second are one core. Daybook and PostgreSQL are separate processes and can run on separate machines. Growth is the CPU time and the write-ahead log at that size, divided by those in a database with the smallest size, measured in turn.',
    ),
    markdownTable(
      ['Unit', 'Rows', 'Daybook, µs', 'PostgreSQL, µs', 'Write-ahead log, bytes', 'Growth of CPU', 'Growth of log'],
      Object.entries(units).map(([unit, cost]) => [
        unitNames[unit] ?? unit,
        showNumber(cost.rows),
        showNumber(cost.nodeCpuUs),
        showNumber(cost.postgresCpuUs),
        showNumber(cost.walBytes),
        growthOf(runs, `${unit}.cpuGrowth`),
        growthOf(runs, `${unit}.walGrowth`),
      ]),
    ),
  ];
}

function growthOf(runs: readonly KeptRun[], figure: string): string {
  const value = merged(runs)[figure];
  return typeof value === 'number' ? `${showNumber(value)} ×` : '';
}

function merged(runs: readonly KeptRun[]): Figures {
  return Object.assign({}, ...runs.map(({ figures }) => figures));
}

function diskCosts({ diskBytes }: Costs): string[] {
  return [
    '## What one row takes on disk',
    wrapText('With all of its indexes, after a vacuum, at the largest number of rows that was measured.'),
    markdownTable(
      ['Row', 'Bytes'],
      Object.entries(diskBytes).map(([row, bytes]) => [rowNames[row] ?? row, showNumber(bytes)]),
    ),
  ];
}

/** Every curve; and the reason of those that are not flat. */
function curves(runs: readonly KeptRun[]): string[] {
  const rows = runs.flatMap(({ figures }) => {
    const sizes = Array.isArray(figures.sizes) ? figures.sizes : [];
    return Object.entries(figures).flatMap(([name, values]) => {
      const [, unit = '', what] = /^(\w+)\.(cpu|wal)Growths$/.exec(name) ?? [];
      if (!what || !Array.isArray(values)) return [];
      const steps = values.map((value, at) => `${showNumber(value)} (${showNumber(sizes[at] ?? Number.NaN)})`);
      return [[unitNames[unit] ?? unit, what === 'cpu' ? 'CPU' : 'log', steps.join(', ')]];
    });
  });
  const bars = runs.flatMap((run) => run.bars.filter(({ holds }) => !holds).map(({ figure }) => figure));
  const figures = merged(runs);
  const explained = [...new Set([...bars, ...Object.keys(reasons).filter((name) => Number(figures[name]) > 1.3)])];
  return [
    '## Does it stay flat?',
    wrapText(
      'The goal is at most 1.3 times the cost in a database with the smallest number of rows. For each number of rows (in brackets) the median of the rounds:',
    ),
    markdownTable(['Unit', '', 'Times the cost at the smallest size (rows)'], rows),
    ...(explained.length === 0 ? ['All of them do.'] : ['Not flat:']),
    ...(explained.length === 0
      ? []
      : [
          explained
            .map((name) => wrapText(`- **${titleOf(name)}.** ${reasons[name] ?? 'The reason is not known yet.'}`, '  '))
            .join('\n'),
        ]),
  ];
}

function titleOf(figure: string): string {
  const [name = '', what] = figure.split('.');
  const kind = { cpuGrowth: 'CPU', walGrowth: 'write-ahead log', diskGrowth: 'disk' }[what ?? ''] ?? what;
  return `${unitNames[name] ?? rowNames[name] ?? name} (${kind})`;
}

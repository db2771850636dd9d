import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasons } from '../../bench/publish/growth-reasons.ts';
import { currentDocuments } from '../../bench/publish/publish-documents.ts';
import type { KeptRun } from '../../bench/publish/runs.ts';
import { type Assumptions, defaults, needOf, readCosts, rowsKept, unitsPerDay } from '../../bench/publish/sizing.ts';

const aRun = (over: Partial<KeptRun>): KeptRun => ({
  ...{ name: 'growth', command: 'npm run bench -- growth --json', at: '2026-11-17T02:00:00.000Z', seconds: 60 },
  ...{ commit: 'abc1234', load: { before: [1, 1, 1], after: [2, 1, 1] }, figures: {}, bars: [] },
  machine: { cores: 2, processor: 'A', memoryGb: 24, node: 'v24.0.0', postgresql: '18.4', system: 'Linux 6' },
  ...over,
});

const unitFigures = (unit: string, rows: number, us: number) => ({
  [`${unit}.${rows}.nodeCpuUs`]: us,
  [`${unit}.${rows}.postgresCpuUs`]: 2 * us,
  [`${unit}.${rows}.walBytes`]: 1000,
});

function wholeRun(): KeptRun {
  const units = Object.keys(unitsPerDay(defaults)).map((unit) => unitFigures(unit, 10_000, 100));
  const rows = Object.keys(rowsKept(defaults)).map((row) => ({ [`${row}.10000.diskBytes`]: 500 }));
  return aRun({ figures: { sizes: [10_000], ...Object.assign({}, ...units, ...rows) } });
}

test('costs are those at the largest size, over all stored runs of growth', () => {
  const runs = [
    aRun({ figures: { ...unitFigures('page', 10_000, 5), ...unitFigures('page', 1_000_000, 7) } }),
    aRun({
      figures: { ...unitFigures('page', 100_000, 6), 'push.10000.diskBytes': 400, 'push.100000.diskBytes': 300 },
    }),
    aRun({ name: 'reads', figures: unitFigures('page', 10_000_000, 99) }),
  ];
  assert.deepEqual(readCosts(runs), {
    units: { page: { nodeCpuUs: 7, postgresCpuUs: 14, walBytes: 1000, rows: 1_000_000 } },
    diskBytes: { push: 300 },
  });
});

test('a table of needs is the sum of what all companies do, in the busiest minutes', () => {
  const none = Object.fromEntries(Object.keys(defaults).map((name) => [name, 0])) as Assumptions;
  const given = { ...none, pagesPerDay: 864_000, recordsPerCompany: 1000, peakFactor: 3, cpuUse: 0.5, diskUse: 0.5 };
  const costs = readCosts([wholeRun()]);
  const need = needOf(costs, { ...given, coresPerCell: 64, diskPerCellGb: 1 }, 10);
  // 10 companies × 10 pages a second × 100 µs = 0.01 core, three times as much at the peak, half of it used.
  assert.ok(Math.abs(need.nodeCores - 0.06) < 1e-9, String(need.nodeCores));
  assert.ok(Math.abs(need.postgresCores - 0.12) < 1e-9, String(need.postgresCores));
  // 10 companies × (1000 records + 1 company) × 500 bytes, half of the disk used.
  assert.ok(Math.abs(need.diskGb - 0.01001) < 1e-9, String(need.diskGb));
  assert.ok(Math.abs(need.walGbPerDay - 8.64) < 1e-9, String(need.walGbPerDay));
  assert.equal(need.cells, 1);
  assert.equal(needOf(costs, { ...given, coresPerCell: 64, diskPerCellGb: 1 }, 2000).cells, 3);
  assert.equal(needOf(costs, { ...given, coresPerCell: 1, diskPerCellGb: 100 }, 1000).cells, 12);
  assert.throws(() => needOf({ units: {}, diskBytes: {} }, given, 1), /has measured page/);
});

test('the document on sizing states assumptions, needs and curves, and the reason of a curve that is not flat', () => {
  const curve = { 'filteredShare.cpuGrowths': [1, 9], 'filteredShare.cpuGrowth': 9, 'push.cpuGrowth': 2 };
  const run = wholeRun();
  const bars = [{ figure: 'push.cpuGrowth', value: 2, goal: '<= 1.3', holds: false }];
  const sizing = currentDocuments([{ ...run, figures: { ...run.figures, ...curve }, bars }])[
    'docs/operating/sizing.md'
  ];
  assert.ok(sizing);
  assert.match(sizing, /\| 10,000,000 \| [\d,]+ \|/);
  for (const name of Object.keys(defaults)) assert.ok(sizing.includes(`\`${name}\``), name);
  assert.ok(sizing.replaceAll(/\s+/g, ' ').includes(reasons['filteredShare.cpuGrowth'] ?? 'none'));
  assert.match(sizing, /until its outcome is known \(CPU\)\.\*\* The reason is not known yet/);
  assert.deepEqual(
    sizing.split('\n').filter((line) => line.length > 120 && !line.startsWith('|')),
    [],
  );
});

test('the document of benchmarks shows each run with its command, date, machine and load, and the bare engine', () => {
  const figures = {
    ...{ 'page1.product.perSecond': 850, 'page1.bare.perSecond': 1000, 'copy.walBytesPerRecord': 10 },
    ...{ 'drain.1.perSecond': 60, 'drain.1.barePerSecond': 100, 'first.walBytesPerRecord': 20, ratios: [1, 2] },
  };
  const bars = [
    { figure: 'drain.1.perSecond', value: 60, goal: '>= 50', holds: true },
    { figure: 'ratio', value: 0.5, goal: '>= 0.6', holds: false },
  ];
  const text = currentDocuments([aRun({ name: 'reads', figures, bars })])['docs/benchmarks.md'] ?? '';
  for (const part of [
    '## npm run bench -- growth --json',
    '| Ended | 2026-11-17 02:00 UTC, after 60 s |',
    '2 cores (A), 24 GB of memory',
    'PostgreSQL 18.4, Node v24.0.0',
    '| 1, 1, 1; 2, 1, 1 |',
    '| `page1.product.perSecond` | 850 | 1,000 | 0.85 |',
    '| `drain.1.perSecond` | 60 | 100 | 0.6 |',
    '| `first.walBytesPerRecord` | 20 | 10 | 2 |',
    '| `ratio` | 0.5 | >= 0.6 | **does not hold** |',
    '| 1 of 2 |',
    '| `ratios` | 1, 2 |',
  ])
    assert.ok(text.includes(part), part);
});

import type { Bar, Figure, Figures } from '../report.ts';
import { markdownTable, showNumber, wrapText } from './markdown.ts';
import type { KeptRun } from './runs.ts';

/** docs/benchmarks.md: every stored run with its figures, its date, its machine, its load and its command. */
export function writeBenchmarks(runs: readonly KeptRun[]): string {
  const parts = [
    '# Benchmarks',
    wrapText(
      'Written by `npm run bench -- publish` from the runs in `bench/results`: do not edit. `npm run bench -- NAME --json --keep` measures, stores the run and writes this page anew; so does `npm run chaos -- NAME --json --keep`.',
    ),
    wrapText(
      'Each run has PostgreSQL, Daybook, its load and, where there is one, the receiver on one machine, and PostgreSQL with its default durability. Rates depend on what else the machine does, so they are compared only within a run, with a bare engine in the same run: the same statement in a handler of a few lines, a loop of POST requests, or a bare COPY. CPU time per unit depends much less on it. The load is the load average over 1, 5 and 15 minutes before the run; it counts everything on the machine.',
    ),
    runs.length === 0 ? 'No run is stored.' : '## Runs',
    ...(runs.length === 0 ? [] : [overview(runs)]),
    ...runs.flatMap(section),
  ];
  return `${parts.join('\n\n')}\n`;
}

function overview(runs: readonly KeptRun[]): string {
  return markdownTable(
    ['Command', 'Ended', 'Bars that hold'],
    runs.map(({ command, at, bars }) => [
      `[\`${command}\`](#${anchorOf(command)})`,
      showTime(at),
      `${bars.filter(({ holds }) => holds).length} of ${bars.length}`,
    ]),
  );
}

/** As GitHub makes anchors of headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const showTime = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function section(run: KeptRun): string[] {
  const { command, at, seconds, commit, machine, load } = run;
  const about = [
    ['Ended', `${showTime(at)}, after ${showNumber(seconds)} s`],
    ['Commit', commit.endsWith('+') ? `${commit.slice(0, -1)}, with changes` : commit],
    ['Machine', `${machine.cores} cores (${machine.processor}), ${machine.memoryGb} GB of memory, ${machine.system}`],
    ['Versions', `PostgreSQL ${machine.postgresql}, Node ${machine.node}`],
    ['Load before, after', `${load.before.join(', ')}; ${load.after.join(', ')}`],
  ];
  const beside = besideBare(run.figures);
  const bars = run.bars.map(({ figure, value, goal, holds }: Bar) => [
    `\`${figure}\``,
    String(value),
    goal,
    holds ? 'holds' : '**does not hold**',
  ]);
  return [
    `## ${command}`,
    markdownTable(['', ''], about),
    ...(beside.length > 0 ? [markdownTable(['Measured', 'Daybook', 'Bare engine', 'Daybook / bare'], beside)] : []),
    ...(bars.length > 0 ? [markdownTable(['Bar', 'Value', 'Goal', ''], bars)] : []),
    `<details><summary>All figures</summary>`,
    markdownTable(
      ['Figure', 'Value'],
      Object.entries(run.figures).map(([name, value]) => [`\`${name}\``, showFigure(value)]),
    ),
    '</details>',
  ];
}

const showFigure = (value: Figure) => (Array.isArray(value) ? value.join(', ') : String(value));

/**
 * The figures of the bare engine and of Daybook that measure the same: `a.bareX` and `a.x`, `a.bare.x` and
 * `a.product.x`, and the COPY of `sync`.
 */
function besideBare(figures: Figures): string[][] {
  return Object.entries(figures).flatMap(([name, bare]) => {
    const [ours] = namesOfOurs(name).filter((candidate) => candidate in figures);
    const value = ours === undefined ? undefined : figures[ours];
    if (ours === undefined || typeof value !== 'number' || typeof bare !== 'number') return [];
    return [[`\`${ours}\``, showNumber(value), showNumber(bare), showNumber(value / bare)]];
  });
}

function namesOfOurs(bare: string): string[] {
  const lowered = bare.replace(/(^|\.)bare([A-Z])/, (_, dot: string, letter: string) => dot + letter.toLowerCase());
  const others = [bare.replace(/(^|\.)bare\./, '$1product.'), bare.replace(/^copy\./, 'first.')];
  // In the filters of `reads`, the product's statement under its role is compared with the same one of the owner.
  const secured = bare.replace(/\.bareMs$/, '.securedMs');
  return [...new Set([lowered, ...others, secured])].filter((name) => name !== bare);
}

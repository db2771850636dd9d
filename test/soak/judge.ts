import { type Figures, holdBar, type Report, round } from '../../bench/report.ts';
import { type Curve, type Flatness, judgeCurve, type Tolerance } from './flat.ts';
import { retained, type Sample } from './sample.ts';

export type Taken = { at: number; sample: Sample };

/** By the beginning or the end of the curve's name. */
const tolerances: [name: RegExp, tolerance: Tolerance][] = [
  [/\.rssMb$/, { ratio: 0.1, absolute: 15 }],
  [/\.heapMb$/, { ratio: 0.2, absolute: 15 }],
  [/\.descriptors$/, { ratio: 0.1, absolute: 5 }],
  [/^connections\./, { ratio: 0.1, absolute: 5 }],
  [/^locks\./, { ratio: 0.25, absolute: 20 }],
  [/^transactions\./, { ratio: 0, absolute: 5 }],
  [/^partitions\./, { ratio: 0, absolute: 3 }],
  [/^queue\.oldest/, { ratio: 0, absolute: 30 }],
  [/^queue\./, { ratio: 0.25, absolute: 10 }],
  [/^total\.kb/, { ratio: 0.15, absolute: 4096 }],
  [/^total\.dead/, { ratio: 0.5, absolute: 3000 }],
  [/^size\./, { ratio: 0.25, absolute: 512 }],
  [/^dead\./, { ratio: 0.5, absolute: 500 }],
  [/^rows\./, { ratio: 0.25, absolute: 50 }],
  [/^overdue\./, { ratio: 0, absolute: 6 }],
];

/** Tables that keep their rows for ever, by design, and why. */
export const keptForEver: Record<string, string> = {
  purge_receipt: 'the receipt of a deleted company is never deleted',
  publication: 'the change feed keeps one row for each generation, as long as its company exists',
};
/** Everything but these has reached its retention after so many hours. */
const usualHours = 4 * 24 + 12;
const longer: Record<string, number> = {
  delivery_count: 8 * 24 + 12,
  database_size: 8 * 24 + 12,
  notice: 31 * 24,
  notice_condition: 31 * 24,
};

const namesMax = 40;

export type Judgement = {
  curves: (Curve & Partial<Flatness> & { isJudged: boolean })[];
  figures: Figures;
  bars: Report['bars'];
};

/** `overdueHours`: so much later than its retention says a row may be removed, because housekeeping runs only after a jump of the clock. */
export function judgeSamples(
  taken: readonly Taken[],
  { speed, jumpHours }: { speed: number; jumpHours: number },
): Judgement {
  const hourMs = 3_600_000;
  const names = [...new Set(taken.flatMap(({ sample }) => Object.keys(sample)))].sort();
  const curves = names.map((name) => {
    const points = taken.flatMap(({ at, sample }) => (name in sample ? [{ at, value: sample[name] as number }] : []));
    const table = /^(?:rows|size|dead|overdue)\.(.*?)(?:\.kb|\.hours)?$/.exec(name)?.[1];
    const hours = (table !== undefined && longer[table]) || usualHours;
    const tolerance = tolerances.find(([known]) => known.test(name))?.[1] ?? { ratio: 0, absolute: 0 };
    const isForEver = table !== undefined && table in keptForEver && !name.startsWith('dead.');
    const flat = judgeCurve({ name, points }, { warmUpMs: (hours * hourMs) / speed, tolerance });
    return { name, points, ...flat, isJudged: flat !== undefined && !isForEver };
  });
  const rising = curves.filter(({ isJudged, isFlat }) => isJudged && !isFlat);
  const notJudged = curves.filter(({ isJudged }) => !isJudged);
  const overdue = Math.max(
    0,
    ...taken.flatMap(({ sample }) => Object.keys(retained).map((name) => sample[`overdue.${name}.hours`] ?? 0)),
  );
  const figures: Figures = {
    'curves.judged': curves.filter(({ isJudged }) => isJudged).length,
    'curves.rising': rising.length,
    'curves.risingNames': rising.map(({ name }) => name).join(' '),
    'curves.notJudged': notJudged.length,
    'curves.notJudgedNames': notJudged.length > namesMax ? '' : notJudged.map(({ name }) => name).join(' '),
    'overdue.jumps': round(overdue / jumpHours),
  };
  for (const { name, first, last, end } of curves)
    if (first !== undefined && last !== undefined && end !== undefined && isShown(name))
      figures[name] = [round(first), round(last), round(end)];
  return {
    curves,
    figures,
    bars: [
      holdBar(figures, 'curves.judged', '>= 100'),
      holdBar(figures, 'curves.rising', '<= 0'),
      // Housekeeping runs every 30 s, so it can miss one interval between two jumps.
      holdBar(figures, 'overdue.jumps', '<= 2'),
    ],
  };
}

/** The figures have no room for every table: dead rows and sizes are in them only in total. */
const isShown = (name: string) => !/^(dead|size|overdue)\./.test(name);

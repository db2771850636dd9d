/** The result of every bench: named figures, and bars (limits) that some of them must meet. */
export type Figure = number | string | boolean | readonly number[];
export type Figures = Record<string, Figure>;
export type Bar = { figure: string; value: number | boolean; goal: string; holds: boolean };
export type Report = { name: string; figures: Figures; bars: Bar[] };

/** A goal is ">= 0.85", "<= 1.2" or "true". Throws if the figure was not measured; NaN meets no goal. */
export function holdBar(figures: Figures, figure: string, goal: string): Bar {
  const value = figures[figure];
  if (typeof value !== 'number' && typeof value !== 'boolean')
    throw new Error(`The figure ${figure} was not measured.`);
  return { figure, value, goal, holds: isReached(value, goal) };
}

function isReached(value: number | boolean, goal: string): boolean {
  if (goal === 'true') return value === true;
  const [, operator, number] = /^(>=|<=) (\d+(?:\.\d+)?)$/.exec(goal) ?? [];
  if (!operator || typeof value !== 'number') throw new Error(`The goal "${goal}" cannot be applied to ${value}.`);
  return operator === '>=' ? value >= Number(number) : value <= Number(number);
}

/** The report as text for people, or as one JSON line for programs: always the last line of stdout. */
export function writeReport(report: Report, { json }: { json: boolean }): string {
  if (json) return `${JSON.stringify(report)}\n`;
  const figures = Object.entries(report.figures).map(([name, value]) => [name, String(value).replaceAll(',', ' ')]);
  const bars = report.bars.map(({ figure, value, goal, holds }) => [
    figure,
    String(value),
    goal,
    holds ? 'holds' : 'DOES NOT HOLD',
  ]);
  return `${table(['figure', 'value'], figures)}\n${table(['bar', 'value', 'goal', ''], bars)}`;
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return `${[line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')}\n`;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest rank; the median of an even number of values is the mean of the two in the middle. */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) throw new Error('Cannot compute a percentile of an empty list.');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (percent === 50 && Number.isInteger(middle)) return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

/** Three significant digits are already more than such a measurement justifies. */
export function round(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 4 : 3));
}

/** `quick`: a smaller run for CI. A bench without a smaller form ignores it. `given`: the options that it declares. */
export type Run = (options: { quick: boolean; given: Record<string, string> }) => Promise<Report>;

/** Progress goes to stderr: stdout is for the report. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

import { inspect } from 'node:util';

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

/** `quick`: a smaller run for CI. A bench without a smaller form ignores it. */
export type Run = (options: { quick: boolean }) => Promise<Report>;

/** `npm run KIND -- NAME [--json] [--quick]`. Exit code 1 if a bar is not met, 2 for wrong arguments. */
export async function runNamed(
  kind: 'bench' | 'chaos' | 'providers' | 'ship',
  known: Record<string, Run>,
): Promise<void> {
  const args = process.argv.slice(2);
  const [json, quick] = [args.includes('--json'), args.includes('--quick')];
  const [name, ...others] = args.filter((arg) => arg !== '--json' && arg !== '--quick');
  const run = name !== undefined && others.length === 0 && Object.hasOwn(known, name) ? known[name] : undefined;
  if (!run) {
    say(`Usage: npm run ${kind} -- NAME [--json] [--quick], where NAME is one of: ${Object.keys(known).join(', ')}`);
    process.exit(2);
  }
  const ended = watchEnd();
  const report = await run({ quick }).catch((error: Error) => {
    ended.isTold = true;
    say(describeError(error));
    process.exit(1);
  });
  const code = report.bars.every((bar) => bar.holds) ? 0 : 1;
  // Exit explicitly, here and above: the exit hook of the embedded PostgreSQL would otherwise end the process with 0.
  process.stdout.write(writeReport(report, { json }), (error) => {
    if (!error) ended.isTold = true;
    process.exit(code);
  });
}

/**
 * A run that ends without its report is a failure that says why: a promise that nothing settles any more (the exit hook
 * of the embedded PostgreSQL would then exit with 0), an error that nothing catches, a signal, a closed stdout, or an
 * exit in the middle.
 */
function watchEnd(): { isTold: boolean } {
  const ended = { isTold: false };
  const fail = (why: string) => {
    ended.isTold = true;
    say(`The run ended without a report: ${why}`);
    process.exit(1);
  };
  // Prepended, because that exit hook has its own listeners and exits in them.
  process.prependListener('beforeExit', () => fail('nothing is left to do, but the run has not finished.'));
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.prependListener(signal, () => {
      say(`The run ended without a report: received ${signal}.`);
      // The exit hook stops PostgreSQL first, and exits then.
      if (process.listenerCount(signal) === 1) process.exit(1);
    });
  process.on('unhandledRejection', (reason) => fail(`a promise was rejected.\n${describeError(reason)}`));
  process.on('uncaughtException', (error) => fail(`an error was not caught.\n${describeError(error)}`));
  process.on('exit', (code) => {
    if (ended.isTold) return;
    say(`The run ended without a report: the process exited with ${code}.`);
    process.exitCode = 1;
  });
  return ended;
}

/** The error with its causes, and with what a program that failed has written. */
function describeError(error: unknown): string {
  const { stdout, stderr } = (error ?? {}) as { stdout?: unknown; stderr?: unknown };
  return [inspect(error), stdout && `stdout: ${stdout}`, stderr && `stderr: ${stderr}`].filter(Boolean).join('\n');
}

/** Progress goes to stderr: stdout is for the report. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

import { keepRun, noteBefore } from './publish/keep-run.ts';
import type { Command } from './publish/runs.ts';
import { type Run, say, writeReport } from './report.ts';
import { describeError, watchEnd } from './watch-end.ts';

/** A run with options of its own, each with a value: `--sizes 4,5`. */
export type RunWithOptions = { run: Run; options: readonly string[] };

/**
 * `npm run KIND -- NAME [--json] [--quick] [--keep]`. With `--keep` the run is stored in bench/results and the documents
 * made from them are written anew. Exit code 1 if a bar is not met, 2 for wrong arguments.
 */
export async function runNamed(kind: Command['kind'], known: Record<string, Run | RunWithOptions>): Promise<void> {
  const args = process.argv.slice(2);
  const command = readCommand(kind, known, args);
  if (!command) {
    say(`Usage: npm run ${kind} -- NAME [--json] [--quick] [--keep], where NAME is one of: ${describe(known)}`);
    process.exit(2);
  }
  const entry = known[command.name];
  const run = typeof entry === 'object' ? entry.run : entry;
  const before = args.includes('--keep') ? noteBefore() : undefined;
  const ended = watchEnd();
  const report = await run?.(command).catch((error: Error) => {
    ended.isTold = true;
    say(describeError(error));
    process.exit(1);
  });
  if (!report) return;
  if (before) await keepRun(command, report, before);
  const code = report.bars.every((bar) => bar.holds) ? 0 : 1;
  // Exit explicitly, here and above: the exit hook of the embedded PostgreSQL would otherwise end the process with 0.
  process.stdout.write(writeReport(report, { json: args.includes('--json') }), (error) => {
    if (!error) ended.isTold = true;
    process.exit(code);
  });
}

/** Undefined if the arguments are wrong. */
export function readCommand(
  kind: Command['kind'],
  known: Record<string, Run | RunWithOptions>,
  args: readonly string[],
): Command | undefined {
  const flags = ['--json', '--quick', '--keep'];
  const [name = '', ...others] = args.filter((arg) => !flags.includes(arg));
  const entry = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!entry) return undefined;
  const options = typeof entry === 'object' ? entry.options : [];
  const given: Record<string, string> = {};
  for (let at = 0; at < others.length; at += 2) {
    const [option = '', value] = [others[at]?.replace(/^--/, ''), others[at + 1]];
    if (!others[at]?.startsWith('--') || !options.includes(option) || value === undefined) return undefined;
    given[option] = value;
  }
  return { kind, name, quick: args.includes('--quick'), given };
}

function describe(known: Record<string, Run | RunWithOptions>): string {
  return Object.entries(known)
    .map(([name, run]) =>
      [name, ...(typeof run === 'object' ? run.options.map((one) => `[--${one} …]`) : [])].join(' '),
    )
    .join(', ');
}

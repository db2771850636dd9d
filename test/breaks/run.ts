import { holdBar, type Report, say, writeReport } from '../../bench/report.ts';
import type { Break } from './break.ts';
import { breaks } from './breaks.ts';
import { type Outcome, tryBreaks } from './try-breaks.ts';

/**
 * `npm run breaks [-- ID …] [--quick] [--json]`: breaks one mechanism after the other in a copy of the repository, and
 * requires that a test of its requirement fails. `--quick` tries only the first break of each id. Exit code 1 if a test
 * does not notice, 2 for an unknown id.
 */
const args = process.argv.slice(2);
const [json, quick] = [args.includes('--json'), args.includes('--quick')];
const ids = args.filter((arg) => arg !== '--json' && arg !== '--quick');
const unknown = ids.filter((id) => !breaks.some((entry) => entry.id === id));
if (unknown.length > 0) {
  say(`No break has the id ${unknown.join(', ')}. Known ids: ${[...new Set(breaks.map(({ id }) => id))].join(', ')}`);
  process.exit(2);
}
const wanted = breaks.filter(({ id }) => ids.length === 0 || ids.includes(id));
const isFirst = ({ id }: Break, at: number, all: Break[]) => all[at - 1]?.id !== id;
const chosen = quick ? wanted.filter(isFirst) : wanted;
const outcomes = await tryBreaks(chosen);
const report = makeReport(outcomes);
const text = json ? writeReport(report, { json }) : `${writeTable(outcomes)}\n${writeReport(report, { json })}`;
// Exit explicitly: the exit hook of the embedded PostgreSQL would otherwise end the process with 0.
process.stdout.write(text, () => process.exit(report.bars.every((bar) => bar.holds) ? 0 : 1));

function makeReport(outcomes: Outcome[]): Report {
  const figures = {
    entries: outcomes.length,
    ids: new Set(outcomes.map(({ id }) => id)).size,
    seenToFail: outcomes.filter(({ failed }) => failed).length,
    notSeen: outcomes.flatMap(({ id, what, failed }) => (failed ? [] : [`${id}: ${what}`])).join('; '),
    failures: JSON.stringify(outcomes.map(({ id, what, failed, problem }) => ({ id, what, ...failed, problem }))),
    seconds: Math.round(outcomes.reduce((sum, { seconds }) => sum + seconds, 0)),
  };
  return { name: 'breaks', figures, bars: [holdBar(figures, 'seenToFail', `>= ${outcomes.length}`)] };
}

/** Markdown, to be copied into a document. */
function writeTable(outcomes: Outcome[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = outcomes.map(({ id, what, failed, problem }) =>
    failed
      ? `| ${id} | ${cell(what)} | ${cell(failed.title)} | ${cell(failed.message)} |`
      : `| ${id} | ${cell(what)} | NOT SEEN | ${cell(problem ?? '')} |`,
  );
  return ['| Id | What was broken | Test | First line of its failure |', '|---|---|---|---|', ...rows, ''].join('\n');
}

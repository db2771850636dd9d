import { type Report, say, writeReport } from '../../bench/report.ts';
import { killDuringWrites } from './kill-during-writes.ts';

/**
 * `npm run chaos -- NAME [--json]`: breaks the real program on an own PostgreSQL and tells whether the bars hold. Exit
 * code 1 where one does not. With --json the last line of stdout is the report.
 */
const scenarios: Record<string, () => Promise<Report>> = {
  writes: killDuringWrites,
};

const args = process.argv.slice(2);
const json = args.includes('--json');
const [name, ...others] = args.filter((arg) => arg !== '--json');
const scenario = name !== undefined && others.length === 0 && Object.hasOwn(scenarios, name) && scenarios[name];
if (scenario) {
  const report = await scenario();
  process.stdout.write(writeReport(report, { json }));
  // Said outright: the embedded PostgreSQL's exit hook would make any exitCode a 0.
  process.exit(report.bars.every((bar) => bar.holds) ? 0 : 1);
} else {
  say(`Usage: npm run chaos -- NAME [--json], where NAME is one of: ${Object.keys(scenarios).join(', ')}`);
  process.exitCode = 2;
}

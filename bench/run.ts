import { benchCompanies } from './companies.ts';
import { benchFirstCall } from './first-call.ts';
import { type Report, say, writeReport } from './report.ts';

/**
 * `npm run bench -- NAME [--json]`: measures on an own PostgreSQL in a temporary folder and tells whether the bars hold.
 * Exit code 1 where one does not. With --json the last line of stdout is the report.
 */
const benches: Record<string, () => Promise<Report>> = {
  companies: benchCompanies,
  'first-call': benchFirstCall,
};

const args = process.argv.slice(2);
const json = args.includes('--json');
const [name, ...others] = args.filter((arg) => arg !== '--json');
const bench = name !== undefined && others.length === 0 && Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) {
  const report = await bench();
  const code = report.bars.every((bar) => bar.holds) ? 0 : 1;
  // Left to itself, the process ends with 0: so does the exit hook of the embedded PostgreSQL.
  process.stdout.write(writeReport(report, { json }), () => process.exit(code));
} else {
  say(`Usage: npm run bench -- NAME [--json], where NAME is one of: ${Object.keys(benches).join(', ')}`);
  process.exitCode = 2;
}

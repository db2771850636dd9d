import { parseArgs } from 'node:util';
import { writeReport } from '../../bench/report.ts';
import { checkAgents } from './check-agents.ts';

/** `npm run mcp -- check [--json]`: asks a real server questions as agents do, and tries what must not work. */
const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (positionals.join(' ') !== 'check') {
  process.stderr.write('Usage: npm run mcp -- check [--json]\n');
  process.exit(2);
}
const report = await checkAgents();
process.stdout.write(writeReport(report, { json: values.json }));
// Exit explicitly: the exit hook of the embedded PostgreSQL would turn any exitCode into 0.
process.exit(report.bars.every((bar) => bar.holds) ? 0 : 1);

import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { writeReport } from '../../bench/report.ts';
import { fuzzOperations } from './fuzz-operations.ts';
import type { Operation } from './read-events.ts';

/**
 * `npm run fuzz [-- --quick | --max-examples N] [--seed N] [--json]`: sends valid and invalid requests to every
 * operation of the served OpenAPI document, with schemathesis from PyPI (needs Python 3). Exit code 1 if a bar is not
 * met.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    'max-examples': { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const maxExamples = Number(values['max-examples'] ?? process.env.FUZZ_MAX_EXAMPLES ?? (values.quick ? 10 : 60));
// A quick run has few examples, so its findings depend on chance: a fixed seed makes it the same each time in CI.
const seed = values.seed ?? (values.quick ? '1' : String(randomInt(2 ** 32)));
const { report, operations } = await fuzzOperations({ maxExamples, seed });
process.stdout.write(tableOf(operations));
process.stdout.write(writeReport(report, { json: values.json }));

function tableOf(rows: Map<string, Operation>): string {
  const width = Math.max(...[...rows.keys()].map((name) => name.length));
  const line = (cells: (string | number)[]) =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(width) : String(cell).padStart(9))).join('  ');
  const lines = [...rows].sort(byName).map(([name, { requests, accepted, refused, serverErrors, failures }]) => {
    const failed = Object.entries(failures).map(([check, count]) => `${check} ${count}`);
    return `${line([name, requests, accepted, refused, serverErrors])}  ${failed.join(', ') || 'none'}`;
  });
  return `${line(['operation', 'requests', '2xx, 3xx', '4xx', '5xx'])}  failed checks\n${lines.join('\n')}\n\n`;
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a.localeCompare(b);
}

// Exit explicitly: the exit hook of the embedded PostgreSQL would turn any exitCode into 0.
process.exit(report.bars.every((bar) => bar.holds) ? 0 : 1);

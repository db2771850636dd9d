import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `npm run new` once for every kind in a copy of the repository, and checks the result: types, lint, the generated
 * documents, the tidy tests, and the tests of what was written. CI runs it.
 */
const starts = [
  ['endpoint', 'companies/count-companies'],
  ['event', 'company.renamed'],
  ['data-type', 'warehouses'],
  ['connector', 'acme-books'],
];
const tests = [
  'test/companies/count-companies.test.ts',
  'connectors/acme-books/test',
  'test/events/emit.test.ts',
  'test/http/entry-points.test.ts',
  'test/tidy.test.ts',
];

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'daybook-new-'));
try {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const path of files.split('\n').filter(Boolean)) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path));
  }
  for (const folder of ['node_modules', 'portal/node_modules', 'sdk/node_modules']) {
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder));
  }
  run('git', 'init', '--quiet');
  for (const start of starts) run(process.execPath, 'dev/new.ts', ...start);
  run('npx', 'biome', 'check', '.');
  run('npx', 'tsc');
  run(process.execPath, 'test/run.ts', ...tests);
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: copy, stdio: 'inherit' });
  if (status === 0) return;
  process.stderr.write(`${command} ${args.join(' ')} failed in a copy of the repository.\n`);
  rmSync(copy, { recursive: true, force: true });
  process.exit(1);
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkCaptured, keepCaptured, readKept } from '../test/examples/check-captured.ts';

/**
 * The examples of the reference. `npm run examples` sends the requests of the scenarios again and keeps what comes back;
 * with `--all` it runs all tests and also keeps an example of each error code and of each operation that no scenario
 * calls. `npm run examples -- check` sends everything again and fails if an example no longer happens.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } });
const isCheck = positionals[0] === 'check';
const folder = mkdtempSync(join(tmpdir(), 'daybook-examples-'));
try {
  const scenarios = 'test/examples';
  const files = isCheck ? [scenarios, ...new Set(readKept().map(({ file }) => file))] : values.all ? [] : [scenarios];
  const env = {
    ...process.env,
    DAYBOOK_CAPTURE_TO: folder,
    ...(!isCheck && { DAYBOOK_EXAMPLES: 'keep' }),
  };
  const { status } = spawnSync(process.execPath, ['test/run.ts', ...files], { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (!isCheck && values.all) keepCaptured(folder);
  if (isCheck) {
    const problems = checkCaptured(folder);
    for (const problem of problems) console.log(`✖ ${problem}`);
    const { length } = readKept();
    console.log(`${length - problems.length} examples from tests still happen, ${problems.length} problems`);
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

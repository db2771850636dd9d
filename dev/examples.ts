import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readExamples } from '../src/reference/examples.ts';
import { checkCaptured, keepCaptured, readKept } from '../test/examples/check-captured.ts';

/**
 * The examples of the reference. `npm run examples` sends the requests of the scenarios again and keeps what comes back;
 * with `--all` it runs all tests and also keeps an example of each error code and of each operation that no scenario
 * calls; with names of test files it runs only those, and adds examples of what has none. `npm run examples -- check`
 * sends everything again and fails if an example no longer happens.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } });
const isCheck = positionals[0] === 'check';
const folder = mkdtempSync(join(tmpdir(), 'daybook-examples-'));
try {
  const scenarios = 'test/examples';
  const files = isCheck
    ? [scenarios, ...new Set(readKept().map(({ file }) => file))]
    : values.all
      ? []
      : [scenarios, ...positionals];
  const env = {
    ...process.env,
    DAYBOOK_CAPTURE_TO: folder,
    ...(!isCheck && { DAYBOOK_EXAMPLES: 'keep' }),
  };
  const { status } = spawnSync(process.execPath, ['test/run.ts', ...files], { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (!isCheck) keepCaptured(folder, { isWhole: values.all === true });
  if (isCheck) {
    const problems = checkCaptured(folder);
    for (const problem of problems) console.log(`✖ ${problem}`);
    const [tests, all] = [readKept().length, readExamples()];
    console.log(
      `${all.errors.size} error codes and ${all.operations.size} operations have an example; ${tests} of them come from tests. ${problems.length} problems`,
    );
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

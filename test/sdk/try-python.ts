import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Cell, startCell } from '../../bench/start-cell.ts';
import { packPython } from '../../dev/pack-python.ts';
import { installPythonTools, python } from '../../dev/python-tools.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';

/**
 * `npm run sdk:python`: builds the wheel of the Python SDK, installs it into a new environment, checks its types, runs
 * its tests and a sample program against a real server, and checks the style. `--json` prints one line with all
 * figures. DAYBOOK_PYTHON names another Python. Exit code 1 if something fails.
 */
const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const source = join(root, 'sdk/python');
const accounts = 40;
const oldestPython = '3.10';

const { values: options } = parseArgs({ options: { json: { type: 'boolean' } } });
const figures: Record<string, string | number> = {};
const failures: string[] = [];
const folder = await mkdtemp(join(tmpdir(), 'daybook-python-'));
const installed = join(folder, 'environment/bin/python');
const began = performance.now();
const starting = startCell({ settings: { shared_buffers: '128MB', max_wal_size: '1GB' } });
try {
  const toolbox = await installPythonTools();
  await step('build', async () => {
    const written = await packPython(folder);
    const wheel = written.find((path) => path.endsWith('.whl')) ?? '';
    // With the pip of the tools: a pip of its own would take seconds to install.
    await run(python, ['-m', 'venv', '--without-pip', join(folder, 'environment')]);
    const pip = ['-m', 'pip', '--python', installed, 'install', '--quiet'];
    await run(join(toolbox, 'python'), [...pip, `${wheel}[ed25519]`]);
    figures.python = (await run(installed, ['--version'])).stdout.trim().replace('Python ', '');
    return written.map((path) => basename(path)).join(', ');
  });
  const checking = (async () => {
    for (const version of ['', oldestPython]) await step(`types${version}`, () => checkTypes(toolbox, version));
    await step('style', async () => (await run(join(toolbox, 'ruff'), ['check', '--no-cache', source])).stdout.trim());
  })();
  const env = await serve(await starting);
  await step('sample', () => runSample(env));
  await step('tests', () => runTests(env));
  await checking;
} finally {
  await (await starting).stop();
  await rm(folder, { recursive: true, force: true });
}
figures.seconds = Math.round((performance.now() - began) / 100) / 10;
if (options.json) process.stdout.write(`${JSON.stringify({ ...figures, failed: failures })}\n`);
process.exit(failures.length === 0 ? 0 : 1);

async function step(name: string, work: () => Promise<string>): Promise<void> {
  const started = performance.now();
  let line: string;
  try {
    line = `ok      ${name}: ${await work()}`;
  } catch (error) {
    failures.push(name);
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    line = `FAILED  ${name}: ${message}\n${stdout}${stderr}`;
  }
  figures[`${name}Seconds`] = Math.round((performance.now() - started) / 100) / 10;
  (options.json ? process.stderr : process.stdout).write(`${line} (${figures[`${name}Seconds`]} s)\n`);
}

/** Checks the installed package, as a program that uses it sees it, and the tests, which are such a program. */
async function checkTypes(toolbox: string, version: string): Promise<string> {
  const args = ['--strict', '--no-incremental', '--cache-dir', '/dev/null', '--python-executable', installed];
  if (version !== '') args.push('--python-version', version);
  const { stdout } = await run(join(toolbox, 'mypy'), [...args, '-p', 'daybook', '-p', 'tests'], { cwd: source });
  figures.typedFiles = Number(/in (\d+) source files/.exec(stdout)?.[1]);
  return stdout.trim();
}

async function serve(cell: Cell): Promise<Record<string, string>> {
  const [sandbox, keys] = await Promise.all([cell.sandbox(), createKeys(cell)]);
  const { url } = await cell.serve({
    DAYBOOK_ROLE: 'all',
    // Another host than the client's base URL, as behind a proxy: links must be followed at the base URL.
    DAYBOOK_BASE_URL: 'http://api.test',
    DAYBOOK_SANDBOX_URL: sandbox.url,
    DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  });
  const [first = '', ...others] = keys;
  return {
    PATH: process.env.PATH ?? '',
    DAYBOOK_TEST_URL: url,
    DAYBOOK_TEST_SANDBOX_URL: sandbox.url,
    DAYBOOK_TEST_KEY: first,
    DAYBOOK_TEST_KEYS: JSON.stringify(others),
    PYTHONDONTWRITEBYTECODE: '1',
  };
}

async function createKeys({ base }: Cell): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < accounts; i++) {
    const { accountId } = await createAccount(base, { name: `Python ${i}`, plan: 'paid' });
    const made = await base.db.transaction(accountId, (tx) => createApiKey(base, tx, { name: 'python' }));
    keys.push(made.secret);
  }
  return keys;
}

async function runSample(env: Record<string, string>): Promise<string> {
  const { stdout } = await run(installed, ['-m', 'tests.sample'], { cwd: source, env, timeout: 60_000 });
  return stdout.trim().replaceAll('\n', ', ');
}

async function runTests(env: Record<string, string>): Promise<string> {
  const args = ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'];
  const { stderr } = await run(installed, args, { cwd: source, env, timeout: 120_000 });
  figures.tests = Number(/Ran (\d+) tests/.exec(stderr)?.[1]);
  if (!(figures.tests > 0)) throw new Error('No test was found.');
  return `${figures.tests} tests pass`;
}

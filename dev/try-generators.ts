import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Figures, holdBar, writeReport } from '../bench/report.ts';

/**
 * `npm run api:generate [-- --json]` tries the API documents with other people's tools: Redocly's recommended rules,
 * AsyncAPI's parser, and generators of clients for TypeScript, Python and Go, whose code must compile. It installs the
 * tools into .daybook/generators; it needs Python, Go, Java and Maven.
 */
const tools = resolve('.daybook/generators');
const openapi = resolve('docs/openapi.json');
const npmTools = ['@redocly/cli@2.77.0', 'openapi-typescript@7.13.0', '@asyncapi/parser@3.6.3'];
const pythonTool = 'openapi-python-client==0.29.1';
const goTool = 'org.openapitools:openapi-generator-cli:7.17.0';

const execute = promisify(execFile);
type Ended = { code: number; output: string };

async function run(command: string, args: string[], cwd = tools): Promise<Ended> {
  // The Python generator formats its code with ruff, which is installed beside it.
  const PATH = `${join(tools, 'venv/bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH, REDOCLY_TELEMETRY: 'off', GOFLAGS: '-mod=mod' };
  try {
    const { stdout, stderr } = await execute(command, args, { cwd, env, maxBuffer: 2 ** 28 });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code = 1, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    return { code: Number(code) || 1, output: stdout + stderr };
  }
}

/** Prints what failed, and counts it. */
function failures(what: string, { code, output }: Ended): number {
  if (code !== 0) process.stderr.write(`${what}: exit ${code}\n${output.slice(-4000)}\n`);
  return code === 0 ? 0 : 1;
}

async function lint(): Promise<number> {
  const args = ['lint', 'docs/openapi.json', '--format', 'json', '--max-problems', '1000'];
  const { output } = await run(join(tools, 'node_modules/.bin/redocly'), args, resolve('.'));
  const { totals } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  return totals.errors + totals.warnings;
}

async function parseEvents(): Promise<number> {
  const program = `import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
const { document, diagnostics } = await new Parser().parse(readFileSync(process.argv[2], 'utf8'));
const found = diagnostics.filter(({ severity }) => severity <= 1);
for (const { message, path } of found) console.error(path.join('/'), message);
console.log(document ? found.length : found.length + 1);
`;
  await writeFile(join(tools, 'parse-events.mjs'), program);
  const { output } = await run(process.execPath, ['parse-events.mjs', resolve('docs/asyncapi.json')]);
  return Number(output.trim().split('\n').at(-1));
}

async function typescript(): Promise<number> {
  await run(join(tools, 'node_modules/.bin/openapi-typescript'), [openapi, '-o', 'api.ts']);
  return failures(
    'TypeScript',
    await run(resolve('node_modules/.bin/tsc'), ['--ignoreConfig', '--noEmit', '--strict', 'api.ts']),
  );
}

async function python(): Promise<number> {
  const generate = ['generate', '--path', openapi, '--output-path', 'python', '--overwrite', '--fail-on-warning'];
  const generated = failures('Python', await run(join(tools, 'venv/bin/openapi-python-client'), generate));
  return (
    generated || failures('Python', await run(join(tools, 'venv/bin/python'), ['-m', 'compileall', '-q', 'python']))
  );
}

async function go(): Promise<number> {
  await rm(join(tools, 'go'), { recursive: true, force: true });
  const to = ['-g', 'go', '-o', 'go', '--additional-properties=packageName=daybook'];
  await run('java', ['-jar', 'openapi-generator-cli.jar', 'generate', '-i', openapi, ...to]);
  return failures('Go', await run('go', ['build', './...'], join(tools, 'go')));
}

async function install(): Promise<void> {
  await mkdir(tools, { recursive: true });
  await run('npm', ['install', '--no-save', '--prefix', tools, ...npmTools]);
  await run('python3', ['-m', 'venv', 'venv']);
  await run(join(tools, 'venv/bin/pip'), ['install', '--quiet', pythonTool]);
  await run('mvn', ['-q', 'dependency:copy', `-Dartifact=${goTool}`, `-DoutputDirectory=${tools}`]);
  const [, name, version] = goTool.split(':');
  await cp(join(tools, `${name}-${version}.jar`), join(tools, `${name}.jar`));
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
await install();
const figures: Figures = {
  openapiFindings: await lint(),
  asyncapiFindings: await parseEvents(),
  typescriptFailures: await typescript(),
  pythonFailures: await python(),
  goFailures: await go(),
};
const bars = Object.keys(figures).map((name) => holdBar(figures, name, '<= 0'));
process.stdout.write(writeReport({ name: 'api', figures, bars }, { json: values.json }));
if (bars.some(({ holds }) => !holds)) process.exitCode = 1;

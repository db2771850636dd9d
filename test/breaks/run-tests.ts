import { spawn } from 'node:child_process';
import { join } from 'node:path';

export type TestResult = {
  title: string;
  /** `isOwn`: the test itself failed, not a hook, a subtest or the loading of its file. */
  failure?: { message: string; isOwn: boolean };
};

type Place = { folder: string; serverUrl: string };

/** Hanging tests fail by themselves; this ends a file whose hooks hang after a failed test. */
const longestRunMs = 6 * 60_000;

/** Runs the tests whose titles contain one of the ids (all tests if there are none), in a copy of the repository. */
export async function runTestsIn(
  place: Place,
  { files, ids }: { files: string[]; ids: string[] },
): Promise<TestResult[]> {
  const output = await runNode(place, [
    '--test',
    '--test-concurrency=2',
    '--test-timeout=300000',
    // A failed test can leave connections open.
    '--test-force-exit',
    ...(ids.length > 0 ? [`--test-name-pattern=/\\b(${ids.join('|')})\\b/`] : []),
    '--test-reporter=./test/breaks/report-results.ts',
    '--test-reporter-destination=stdout',
    ...files,
  ]);
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** In a process of the copy, because it reads the schema files and the upgrade code of the copy. */
export async function buildTemplateIn(place: Place): Promise<void> {
  const program = `import { buildTemplate } from './test/template.ts'; await buildTemplate(${JSON.stringify(place.serverUrl)});`;
  await runNode(place, ['--input-type=module', '--eval', program], { mustSucceed: true });
}

function runNode(place: Place, args: string[], { mustSucceed = false } = {}): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: place.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    // With its own process group, so that processes that failed tests have started end, too.
    detached: true,
    env: {
      NODE_COMPILE_CACHE: join(place.folder, '.daybook/compile-cache'),
      ...env,
      DAYBOOK_TEST_DATABASE_URL: place.serverUrl,
    },
  });
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All processes of the group have ended.
    }
  };
  const limit = setTimeout(end, longestRunMs);
  process.once('exit', end);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      clearTimeout(limit);
      process.off('exit', end);
      end();
      if (mustSucceed && code !== 0) reject(new Error(`node ${args[0]} ended with ${code}`));
      else resolve(output);
    });
  });
}

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build/write-pages.ts';
import { isProgram, reasonNotToRun, type Snippet } from './read-snippets.ts';
import { startExample } from './start-example.ts';
import { casesOf, tryVerifier } from './try-verifier.ts';

const run = promisify(execFile);
const limitMs = 60_000;

export type SnippetReport = {
  executed: number;
  byLanguage: Record<string, number>;
  /** Blocks that show data or the form of a request. */
  shown: number;
  notRun: string[];
  failures: string[];
};

/** Runs the code blocks of the guides in their order, each page in a folder and with variables of its own. */
export async function runSnippets(
  pages: { slug: string; snippets: Snippet[] }[],
  leftOut: string[] = [],
): Promise<SnippetReport> {
  const report: SnippetReport = { executed: 0, byLanguage: {}, shown: 0, notRun: [], failures: [] };
  const example = await startExample();
  const folder = await mkdtemp(join(tmpdir(), 'daybook-snippets-'));
  try {
    await installSdk(folder);
    // A command whose request is refused fails.
    await writeFile(join(folder, '.curlrc'), 'fail-with-body\n');
    const hasPythonSdk = await canImport(folder);
    for (const { slug, snippets } of pages) {
      const place = { folder: join(folder, slug.replaceAll('/', '-')), env: { ...baseEnv(folder), ...example.env } };
      await mkdir(place.folder);
      for (const snippet of snippets) {
        const name = `${slug}:${snippet.line} (${snippet.language})`;
        const reason = leftOut.includes(snippet.language)
          ? 'left out by --quick'
          : (reasonNotToRun(snippet) ?? missingSdk(snippet, hasPythonSdk));
        if (!isProgram(snippet)) report.shown++;
        else if (reason !== undefined) report.notRun.push(`${name}: ${reason}`);
        else
          try {
            const isVerifier = snippet.meta.split(' ').includes('verify');
            const missing = isVerifier
              ? await tryVerifier(snippet, place, casesOf(example.delivery))
              : await runSnippet(snippet, place);
            if (missing) report.notRun.push(`${name}: ${missing}`);
            else {
              report.executed++;
              report.byLanguage[snippet.language] = (report.byLanguage[snippet.language] ?? 0) + 1;
            }
          } catch (error) {
            const {
              stderr = '',
              stdout = '',
              message = '',
            } = error as { stderr?: string; stdout?: string; message?: string };
            report.failures.push(`${name}: ${message.split('\n')[0]}\n${stdout.slice(-600)}${stderr.slice(-900)}`);
          }
      }
    }
    return report;
  } finally {
    await example.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const missingSdk = ({ meta }: Snippet, hasPythonSdk: boolean) =>
  meta.includes('needs="daybook"') && !hasPythonSdk ? 'the Python SDK cannot be imported here' : undefined;

export type Place = { folder: string; env: Record<string, string> };

const baseEnv = (folder: string): Record<string, string> => ({
  PATH: `${join(process.execPath, '..')}:${process.env.PATH ?? ''}`,
  HOME: folder,
  PYTHONPATH: join(root, 'sdk/python/src'),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
});

async function runSnippet({ language, code, line }: Snippet, place: Place): Promise<undefined> {
  const options = { cwd: place.folder, env: place.env, timeout: limitMs };
  if (language === 'sh') {
    const state = join(place.folder, 'state');
    await run('bash', ['-euo', 'pipefail', '-c', `${code}\nenv -0 > '${state}'`], options);
    for (const entry of (await readFile(state, 'utf8')).split('\0')) {
      const at = entry.indexOf('=');
      if (at > 0) place.env[entry.slice(0, at)] = entry.slice(at + 1);
    }
  } else if (language === 'ts' || language === 'python') {
    const file = join(place.folder, language === 'ts' ? `at-${line}.ts` : `at_${line}.py`);
    await writeFile(file, code);
    await run(language === 'ts' ? process.execPath : 'python3', [file], options);
  } else throw new Error(`A block in ${language} can only be run if it is marked "verify".`);
}

/** The SDK as it is published, where programs in the folder find it. */
async function installSdk(folder: string): Promise<void> {
  const home = join(folder, 'node_modules/@daybook/sdk');
  await mkdir(home, { recursive: true });
  await run(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    join(root, 'sdk'),
    '--outDir',
    home,
  ]);
  const described = { name: '@daybook/sdk', type: 'module', exports: './daybook.js' };
  await writeFile(join(home, 'package.json'), JSON.stringify(described));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
}

const canImport = (folder: string) =>
  run('python3', ['-c', 'import daybook'], { env: baseEnv(folder) }).then(
    () => true,
    () => false,
  );

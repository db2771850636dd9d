import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build/write-pages.ts';
import { type Background, freePort, startBackground } from './background.ts';
import { pythonEnvironment } from './python-environment.ts';
import { isProgram, reasonNotToRun, type Snippet } from './read-snippets.ts';
import type { Example } from './start-example.ts';
import { casesOf, tryVerifier } from './try-verifier.ts';

const run = promisify(execFile);
const limitMs = 60_000;
/** Of a block that installs something (`slow`). */
const slowLimitMs = 300_000;

export type SnippetReport = {
  executed: number;
  byLanguage: Record<string, number>;
  /** Blocks that show data or the form of a request. */
  shown: number;
  notRun: string[];
  failures: string[];
};

export type GuidePage = { slug: string; snippets: Snippet[] };

/** Runs the code blocks of the guides in their order, each page in a folder and with variables of its own. */
export async function runSnippets(
  example: Example,
  pages: GuidePage[],
  leftOut: string[] = [],
): Promise<SnippetReport> {
  const report: SnippetReport = { executed: 0, byLanguage: {}, shown: 0, notRun: [], failures: [] };
  const folder = await mkdtemp(join(tmpdir(), 'daybook-snippets-'));
  try {
    await installSdk(folder);
    // A command whose request is refused fails.
    await writeFile(join(folder, '.curlrc'), 'fail-with-body\n');
    const python = await pythonEnvironment();
    for (const page of pages.flatMap(variantsOf)) {
      const place: Place = {
        folder: await mkdtemp(join(folder, `${page.slug.replaceAll('/', '-')}-`)),
        env: { ...baseEnv(folder, python), ...example.env },
        port: await freePort(),
      };
      try {
        for (const snippet of page.snippets) {
          const name = `${page.slug}:${snippet.line} (${snippet.language})`;
          const reason = leftOut.includes(snippet.language)
            ? 'left out by --quick'
            : (reasonNotToRun(snippet) ?? missingSdk(snippet, python));
          if (reason !== undefined) report.notRun.push(`${name}: ${reason}`);
          else await tryBlock(snippet, { name, place, example, report });
        }
      } finally {
        await place.background?.stop();
      }
    }
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A page with several programs that run in the background is run once with each of them. */
function variantsOf(page: GuidePage): GuidePage[] {
  const programs = page.snippets.filter(isBackground);
  if (programs.length < 2) return [page];
  return programs.map((one) => ({
    ...page,
    snippets: page.snippets.filter((snippet) => snippet === one || !isBackground(snippet)),
  }));
}

const hasWord = ({ meta }: Snippet, word: string) => meta.split(' ').includes(word);
const isBackground = (snippet: Snippet) => hasWord(snippet, 'background');

type Try = { name: string; place: Place; example: Example; report: SnippetReport };

async function tryBlock(snippet: Snippet, { name, place, example, report }: Try): Promise<void> {
  if (!isProgram(snippet) && !hasWord(snippet, 'output')) {
    report.shown++;
    return;
  }
  try {
    const missing = hasWord(snippet, 'verify')
      ? await tryVerifier(snippet, place, casesOf(example.delivery))
      : await runSnippet(snippet, place);
    if (missing) report.notRun.push(`${name}: ${missing}`);
    else {
      report.executed++;
      report.byLanguage[snippet.language] = (report.byLanguage[snippet.language] ?? 0) + 1;
    }
  } catch (error) {
    const { stderr = '', stdout = '', message = '' } = error as { stderr?: string; stdout?: string; message?: string };
    const text =
      stdout + stderr === '' ? message : `${message.split('\n')[0]}\n${stdout.slice(-600)}${stderr.slice(-900)}`;
    report.failures.push(`${name}: ${text}`);
  }
}

const missingSdk = ({ meta }: Snippet, python: string | undefined) =>
  meta.includes('needs="daybook"') && python === undefined ? 'the Python SDK cannot be installed here' : undefined;

/** `port` replaces the one that a guide names for a program in the background. */
export type Place = { folder: string; env: Record<string, string>; port: number; background?: Background };

const baseEnv = (folder: string, python?: string): Record<string, string> => ({
  PATH: [...(python ? [python] : []), join(process.execPath, '..'), process.env.PATH ?? ''].join(':'),
  HOME: folder,
  CHECKOUT: root,
  // A guide that installs packages gets them as this machine does.
  npm_config_userconfig: join(homedir(), '.npmrc'),
  npm_config_cache: join(homedir(), '.npm'),
  ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
});

const guidePort = /\b3000\b/g;

async function runSnippet(snippet: Snippet, place: Place): Promise<undefined> {
  const { language, line } = snippet;
  const code = snippet.code.replaceAll(guidePort, String(place.port));
  if (hasWord(snippet, 'output')) {
    for (const text of code.trim().split('\n')) await place.background?.waitFor(text);
    return;
  }
  if (isBackground(snippet)) {
    place.background = await startBackground(code, place.env, hasWord(snippet, 'here') ? place.folder : root);
    return;
  }
  // A page goes on in the folder into which an earlier block has changed.
  const options = {
    cwd: place.env.PWD ?? place.folder,
    env: place.env,
    timeout: hasWord(snippet, 'slow') ? slowLimitMs : limitMs,
  };
  if (language === 'sh') {
    if (/^\s*! /m.test(code)) throw new Error('A line that begins with "!" cannot fail: bash -e ignores it.');
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

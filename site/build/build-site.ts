import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { titles } from '../../src/http/error-reply.ts';
import { readExamples } from '../../src/reference/examples.ts';
import { errorGuide } from '../../src/refusals.ts';
import { finishSite } from './finish-site.ts';
import { root, writePages } from './write-pages.ts';

export const dist = join(root, 'site/dist');

/** Builds the site into site/dist. */
export async function buildSite(): Promise<{ seconds: number }> {
  const began = performance.now();
  const menu = await writePages();
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const { errors: examples } = readExamples();
  const facts = {
    version,
    titles,
    errors: errorGuide.map((advice) => ({ ...advice, example: examples.get(advice.code)?.response.body })),
    menu: menu.map(({ pages, ...group }) => ({
      ...group,
      pages: pages.map(({ slug, title, label, description }) => ({ slug, title, label, description })),
    })),
  };
  await mkdir(join(root, 'site/.generated'), { recursive: true });
  await writeFile(join(root, 'site/.generated/facts.json'), JSON.stringify(facts));
  await rm(dist, { recursive: true, force: true });
  await runAstro();
  await cp(join(root, 'docs/images'), join(dist, 'images'), { recursive: true });
  await finishSite({ dist, menu, facts });
  return { seconds: (performance.now() - began) / 1000 };
}

const sources = [
  'docs/**/*',
  'sdk/{,python/}README.md',
  'site/{src,build,public}/**/*.{ts,astro,css,svg}',
  'site/*.{ts,json}',
  'src/**/{refusals,errors,access-refusals}.ts',
  'package.json',
];

/** Builds the site if a source file is newer than the last build. `seconds` is 0 if it was not built. */
export async function buildSiteIfStale(): Promise<{ seconds: number }> {
  // The last file that a build writes.
  const made = join(dist, 'policy.json');
  if (!existsSync(made)) return buildSite();
  const newest = Math.max(...globSync(sources, { cwd: root }).map((path) => statSync(join(root, path)).mtimeMs));
  return newest < statSync(made).mtimeMs ? { seconds: 0 } : buildSite();
}

async function runAstro(): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--root', 'site'], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'exit');
  if (process.env.DAYBOOK_DOCS_LOG) process.stdout.write(output);
  if (code !== 0) throw new Error(`The documentation could not be built:\n${output.slice(-6000)}`);
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { commands } from '../../src/cli/commands.ts';
import { root } from './read-source.ts';

/** Finds what documents and comments name: paths, commands and settings. The tidy test checks that they exist. */
type Text = { path: string; text: string };

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const known = new Set(files.flatMap((path) => [path, ...parentsOf(path)]));
const endings = new Set(files.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Written by a build or a release, or the name of an example or of a file of the connector template. */
const written = /^(portal|site)\/dist$|^daybook-[\d.]+\.notes\.md$|^src\/request\.ts$|(?<=[/ ])acme/;
/** The comments of a schema change that was applied somewhere can no longer be edited. */
const isFixed = (path: string) => /^schema\/\d/.test(path);
const isCode = (path: string) => /\.(tsx?|sql|sh|py)$|^\.ci\/run$/.test(path) && !path.endsWith('.gen.ts');

const top = [...new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''))];
const fromTop = new RegExp(`(?<![\\w./-])(?:${top.join('|').replaceAll('.', '\\.')})/[\\w./-]*\\w`, 'g');
const withEnding = /(?<![\w./@:-])[\w-]+(?:[./][\w-]+)*\.(?:tsx?|sql|md|sh)\b(?![\w/(])/g;

/** The tutorial names files of the package that it builds. Its blocks are run by the check of the documentation. */
const ofOwnPackage = 'docs/guides/write-a-connector.md';
const linksOf = (text: string) => [...text.matchAll(/\[[^\]]*\]\([^)]*\)/g)].map(([link]) => link).join('\n');

/** Markdown files, and the comments of code. CHANGELOG.md also describes earlier versions. */
export function readTexts(): Text[] {
  const documents = files.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');
  const code = files.filter((path) => isCode(path) && !isFixed(path));
  return [
    ...documents.map((path) => ({ path, text: path === ofOwnPackage ? linksOf(read(path)) : read(path) })),
    ...code.map((path) => ({ path, text: commentsOf(path, read(path)) })),
  ];
}

export function findWrongPaths({ path, text }: Text): string[] {
  const links = path.endsWith('.md')
    ? [...withoutCode(text).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
    : [];
  const wrongLinks = links.filter(
    (link) => !/^\w+:/.test(link) && !known.has(normalize(join(dirname(path), link)).replace(/\/$/, '')),
  );
  const named = [...text.matchAll(fromTop), ...text.matchAll(withEnding)].map(([name]) => name.replace(/[.]$/, ''));
  const isThere = (name: string) =>
    [name, `${name}.ts`, `${name}.live.ts`, `test/${name}.test.ts`, join(dirname(path), name)].some((place) =>
      known.has(place),
    ) ||
    endings.has(name) ||
    (/\/\d{4}$/.test(name) && files.some((file) => file.startsWith(`${name}-`))) ||
    written.test(name);
  return [...new Set([...wrongLinks, ...named.filter((name) => !isThere(name))])];
}

const names = ['help', ...commands.map(({ name }) => name)];
const { scripts } = JSON.parse(read('package.json'));

/** `npm run NAME`, for the programs with several names also the first word behind "--", and `daybook COMMAND`. */
export function findWrongCommands({ text }: Text): string[] {
  const runs = [...text.matchAll(/npm run (?:-s )?([a-z][\w-]*(?::[\w-]+)*)(?: -- ([a-z][\w-]*))?/g)];
  const wrongRuns = runs
    .filter(([, name = '', what]) => !(name in scripts) || (!isNamed(scripts[name], what) && what !== 'acme'))
    .map(([run]) => run);
  const wrongCommands = [...text.matchAll(/(?:`|^\s*(?:npm run -s |npx )?)daybook (?:-- )?([a-z][a-z -]*)/gm)]
    .map(([, words = '']) => words.trim())
    .filter((words) => !names.some((name) => `${words} `.startsWith(`${name} `) || name.startsWith(words)));
  return [...wrongRuns, ...wrongCommands.map((words) => `daybook ${words}`)];
}

/** What `npm run bench -- reads` runs is a name in bench/run.ts. */
function isNamed(script: string, what: string | undefined): boolean {
  const program = /^node (\S+)/.exec(script)?.[1];
  if (
    what === undefined ||
    !program ||
    !['bench/run.ts', 'test/chaos/run.ts', 'test/providers/run.ts', 'test/ship/run.ts'].includes(program)
  )
    return true;
  return (
    new RegExp(`\\b'?${what}'?\\b`).test(withoutComments(program, read(program))) ||
    files.some((file) => file.startsWith(`${dirname(program)}/${what}`))
  );
}

export function findWrongSettings({ text }: Text, inCode: Set<string>): string[] {
  return [...new Set([...text.matchAll(/\bDAYBOOK_[A-Z][A-Z_]*[A-Z]\b(?!_?[*…])/g)].map(([name]) => name))].filter(
    (name) => !inCode.has(name),
  );
}

/** Settings and other variables that code reads or sets. */
export function readVariables(): Set<string> {
  const code = files
    .filter((path) => isCode(path) && !path.endsWith('.test.ts'))
    .map((path) => withoutComments(path, read(path)));
  return new Set(code.flatMap((text) => [...text.matchAll(/\bDAYBOOK_[A-Z_]*[A-Z]\b/g)].map(([name]) => name)));
}

const comments = /(?<!['"`:\w/])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;
const shellComments = /(?<=^|\s)(?:#|--) .*$/gm;
const isScript = (path: string) => /\.(tsx?)$/.test(path);

function commentsOf(path: string, text: string): string {
  return [...text.matchAll(isScript(path) ? comments : shellComments)].map(([comment]) => comment).join('\n');
}

function withoutComments(path: string, text: string): string {
  return text.replace(isScript(path) ? comments : shellComments, '');
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
}

function parentsOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...parentsOf(folder)];
}

import { hash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Generated } from '../src/read-generated.ts';
import { writeMarkdown } from './write-markdown.ts';
import type { WrittenGroup } from './write-pages.ts';

/** Files of Pagefind for pages that do not bring a search field of their own. */
const unused = [
  'component-ui.js',
  'component-ui.css',
  'modular-ui.js',
  'modular-ui.css',
  'ui.js',
  'ui.css',
  'highlight.js',
];
/** For languages other than that of the site. */
const otherLanguages = 'wasm.unknown.pagefind';

/** Names of Starlight's scoped styles (`astro-d3meyh57`) are on every element; short ones are a tenth of a page. */
function shortNames() {
  const known = new Map<string, string>();
  return (text: string) =>
    text.replaceAll(/\bastro-[a-z0-9]{8}\b/g, (name) => {
      if (!known.has(name)) known.set(name, `a${known.size.toString(36)}_`);
      return known.get(name) as string;
    });
}

/** Writes what Astro does not: the pages as Markdown, and the hashes of inline scripts for the server's policy. */
export async function finishSite(site: { dist: string; menu: WrittenGroup[]; facts: Generated }): Promise<void> {
  const { dist } = site;
  await writeMarkdown(site);
  for (const name of unused) await rm(join(dist, 'pagefind', `pagefind-${name}`), { force: true });
  await rm(join(dist, 'pagefind', otherLanguages), { force: true });
  const hashes = new Set<string>();
  const rename = shortNames();
  for (const path of globSync('_astro/*.{css,js}', { cwd: dist }))
    await writeFile(join(dist, path), rename(await readFile(join(dist, path), 'utf8')));
  for (const path of globSync('**/*.html', { cwd: dist })) {
    const whole = shorten(rename(await readFile(join(dist, path), 'utf8')));
    const html = /^reference\/[^/]+\/index\.html$/.test(path) ? nearLinks(whole) : whole;
    await writeFile(join(dist, path), html);
    for (const [, text = ''] of html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g))
      hashes.add(`'sha256-${hash('sha256', text, 'base64')}'`);
  }
  await writeFile(join(dist, 'policy.json'), JSON.stringify({ scripts: [...hashes].sort() }));
}

/** Links between pages of the reference are most of their menus: relative ones are shorter. */
const nearLinks = (html: string) => html.replaceAll(/href="\/docs\/reference\/([\w-]+\/)"/g, 'href="../$1"');

/** A part of a program in the colour that its text has anyway. */
const plainPart = /<span style="--0:#E6EDF3;--1:#1F2328">([^<]*)<\/span>/g;

/**
 * Removes what no reader uses: cards for social networks, names of generators, indentation of inline scripts, and the
 * quotes around values that need none.
 */
const shorten = (html: string) =>
  html
    .replaceAll(/<meta (?:property="og:|name="(?:twitter:|generator"))[^>]*>/g, '')
    .replaceAll(plainPart, '$1')
    .replaceAll(/<script(?![^>]*\bsrc=)[^>]*>[\s\S]*?<\/script>/g, (script) => script.replaceAll(/\n\s+/g, '\n'))
    .replaceAll(/<[a-z][^<>]*>/g, (tag) => tag.replaceAll(/="([\w./#:-]*[\w#:-])"(?=[ >])/g, '=$1'));

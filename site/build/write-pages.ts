import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { kebab } from '../src/reference/read-document.ts';
import { folders, type PageGroup, pageGroups, type SitePage } from './page-list.ts';
import { outsideCode, type Section, splitMarkdown } from './split-markdown.ts';

export const root = join(import.meta.dirname, '../..');
export const base = '/docs';
/** Astro reads the pages from here; the folder is written anew by every build. */
const content = join(root, 'site/src/content/docs');

export type WrittenPage = {
  slug: string;
  title: string;
  label: string;
  description: string;
  from: string;
  text: string;
};
export type WrittenGroup = Omit<PageGroup, 'pages'> & { pages: WrittenPage[] };

/** Makes the pages of the site from the Markdown files of the repository and returns them in the order of the menu. */
export async function writePages(): Promise<WrittenGroup[]> {
  const groups = pageGroups.map((group) => ({ ...group, pages: [...group.pages, ...pagesOfFolder(group)] }));
  const parts = groups
    .flatMap(({ pages }) => pages)
    .filter(({ from }) => existsSync(join(root, from)))
    .map((page) => ({ page, ...partsOf(page) }));
  const addresses = new Map<string, string>();
  const titles = new Map(parts.map(({ page, title }) => [`${base}/${page.slug}/`, title]));
  for (const { page, sections } of parts) {
    if (!page.sections) addresses.set(page.from, `${base}/${page.slug}/`);
    else if (!addresses.has(page.from)) addresses.set(page.from, `${base}/`);
    for (const { slug, level } of sections)
      addresses.set(`${page.from}#${slug}`, `${base}/${page.slug}/${level === 0 ? '' : `#${slug}`}`);
  }
  await rm(content, { recursive: true, force: true });
  const written = new Map<SitePage, WrittenPage>();
  for (const { page, title, sections } of parts) {
    const text = outsideCode(textOf(sections), (part) => rewriteLinks(part, page.from, { addresses, titles }));
    const description = page.about ?? firstSentence(text);
    const one = { slug: page.slug, title, label: page.label ?? title, description, from: page.from, text };
    written.set(page, one);
    const path = join(content, `${page.slug}.md`);
    await mkdir(dirname(path), { recursive: true });
    const head = {
      title,
      description,
      ...(page.words !== undefined && { words: page.words }),
      // Their list has all titles; who builds with Daybook searches for other things.
      ...(page.slug.startsWith('decisions/') && { pagefind: false }),
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
    };
    await writeFile(path, `---\n${JSON.stringify(head)}\n---\n${text}`);
  }
  return groups
    .map((group) => ({ ...group, pages: group.pages.flatMap((page) => written.get(page) ?? []) }))
    .filter(({ pages }) => pages.length > 0);
}

function pagesOfFolder(group: PageGroup): SitePage[] {
  const found = folders.find(({ label }) => label === group.label);
  if (!found) return [];
  return globSync(`${found.folder}/*.md`, { cwd: root })
    .filter((path) => basename(path) !== 'README.md')
    .sort()
    .map((path) => ({ slug: `${found.slug}/${kebab(basename(path, '.md'))}`, from: path }));
}

/** The title and the sections of a page; sections that no page lists belong to the one before them. */
function partsOf(page: SitePage): { title: string; sections: Section[] } {
  const all = splitMarkdown(readFileSync(join(root, page.from), 'utf8'));
  if (!page.sections) {
    const title = page.title ?? all.find(({ level }) => level === 1)?.heading ?? page.slug;
    return {
      title: title.replaceAll('`', ''),
      sections: all.map((one) => (one.level === 1 ? { ...one, level: 0 } : one)),
    };
  }
  const listed = new Set(
    pageGroups.flatMap(({ pages }) => pages).flatMap((one) => (one.from === page.from ? (one.sections ?? []) : [])),
  );
  const taken = page.sections.flatMap((heading) => {
    const at = all.findIndex((one) => one.heading === heading);
    if (at === -1) throw new Error(`${page.from} has no heading "${heading}", which the page ${page.slug} needs.`);
    const next = all.findIndex((one, index) => index > at && listed.has(one.heading));
    return all.slice(at, next === -1 ? undefined : next);
  });
  const [first, ...rest] = taken as [Section, ...Section[]];
  const title = page.title ?? first.heading;
  const isTitle = title === first.heading || page.sections.length === 1;
  return { title, sections: [{ ...first, level: isTitle ? 0 : 2 }, ...rest.map((one) => ({ ...one, level: 2 }))] };
}

const textOf = (sections: Section[]) =>
  sections
    .map(({ level, heading, text }) => (level === 0 ? text : `${'#'.repeat(level)} ${heading}\n${text}`))
    .join('\n');

/** Links between files become links between pages. What is not on the site keeps its text and loses its link. */
function rewriteLinks(
  text: string,
  from: string,
  { addresses, titles }: { addresses: Map<string, string>; titles: Map<string, string> },
): string {
  return text.replaceAll(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
    (whole, image: string, label: string, href: string) => {
      if (/^[a-z]+:/.test(href) || href.startsWith('/')) return whole;
      const [path = '', anchor] = href.split('#');
      const file = path === '' ? from : normalize(join(dirname(from), path));
      if (file === 'docs/openapi.json') return `[${label}](/openapi.json)`;
      if (image && file.startsWith('docs/images/') && file.endsWith('.svg')) return drawing(file);
      if (file.startsWith('docs/images/')) return `${image}[${label}](${base}/images/${basename(file)})`;
      const target =
        addresses.get(anchor ? `${file}#${anchor}` : file) ?? addresses.get(`${file.replace(/\/$/, '')}/README.md`);
      if (target === undefined) return label;
      // The name of a file is no name of a page.
      const title = /^`?[\w./-]+\.md`?$/.test(label) ? titles.get(target) : undefined;
      return `[${title ?? label}](${target})`;
    },
  );
}

/** A drawing becomes a part of the page, so that it has the colours of the page's theme. */
function drawing(file: string): string {
  const svg = readFileSync(join(root, file), 'utf8').replace(/<style>.*?<\/style>/, '');
  return `<figure class="drawing">${svg.trim()}</figure>`;
}

function firstSentence(text: string): string {
  let plainText = '';
  outsideCode(text, (part) => {
    plainText += `${part}\n\n`;
    return part;
  });
  // A sentence begins with a capital letter or a name; indented lines show requests.
  const paragraph = plainText.split(/\n\s*\n/).find((one) => /^\n*(?! {4})[A-Z`"*[]/.test(one)) ?? '';
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  // A long sentence ends at its colon, if it has one.
  const sentence = /^.{20,160}?[^.]\.(?=\s+[A-Z]|$)/.exec(plain)?.[0] ?? /^.{20,220}?[.:](?=\s|$)/.exec(plain)?.[0];
  return (sentence ?? `${plain.slice(0, 200).replace(/\s\S*$/, '')}…`).replace(/:$/, '.');
}

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Addresses that Daybook itself serves beside the site. */
const served = ['/openapi.json', '/asyncapi.json', '/portal/', '/portal'];

export type LinkReport = { pages: number; links: number; anchors: number; outside: number; broken: string[] };

/** Follows every link of every page within the site, with its anchor. Links to other hosts are only counted. */
export async function checkLinks(dist: string): Promise<LinkReport> {
  const files = new Set(globSync('**/*', { cwd: dist }));
  const pages = new Map<string, { ids: Set<string>; links: string[] }>();
  for (const path of globSync('**/*.html', { cwd: dist })) {
    const html = await readFile(join(dist, path), 'utf8');
    const values = (name: string) =>
      [...html.matchAll(new RegExp(`<[^>]*\\s${name}=(?:"([^"]*)"|([^\\s"'>]+))`, 'g'))].map(([, quoted, bare]) =>
        plain(quoted ?? bare ?? ''),
      );
    pages.set(path, { ids: new Set(values('id')), links: [...values('href'), ...values('src')] });
  }
  const report: LinkReport = { pages: pages.size, links: 0, anchors: 0, outside: 0, broken: [] };
  for (const [path, { links }] of pages)
    for (const link of links) {
      if (/^(https?:|mailto:)/.test(link)) {
        report.outside++;
        continue;
      }
      report.links++;
      const here = `/docs/${dirname(path) === '.' ? '' : `${dirname(path)}/`}`;
      const { pathname, hash } = new URL(link, `http://site${here}`);
      if (served.includes(pathname)) continue;
      const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      const target = file.startsWith('/docs/') ? file.slice('/docs/'.length) : undefined;
      if (target === undefined || !files.has(target)) report.broken.push(`${path}: ${link}`);
      else if (hash.length > 1) {
        report.anchors++;
        if (pages.get(target)?.ids.has(decodeURIComponent(hash.slice(1))) !== true)
          report.broken.push(`${path}: ${link}`);
      }
    }
  return report;
}

const plain = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"');

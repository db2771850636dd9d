import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type ErrorAdvice = { code: string; status: number; meaning: string; remedy: string; example?: unknown };
export type MenuGroup = {
  label: string;
  area: 'guides' | 'operating';
  isClosed?: true;
  pages: { slug: string; title: string; label: string; description: string }[];
};
/** What the build writes for the pages before Astro runs: facts that only the server's code knows, and the menu. */
export type Generated = { version: string; errors: ErrorAdvice[]; titles: Record<string, string>; menu: MenuGroup[] };

let kept: Generated | undefined;
export function readGenerated(root = process.cwd()): Generated {
  kept ??= JSON.parse(readFileSync(join(root, 'site/.generated/facts.json'), 'utf8')) as Generated;
  return kept;
}

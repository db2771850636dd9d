import { writePages } from '../build/write-pages.ts';
import { readSnippets } from './read-snippets.ts';
import { runSnippets, type SnippetReport } from './run-snippets.ts';

/** Runs the code blocks of every guide and concept. */
export async function runGuides({ isQuick }: { isQuick: boolean }): Promise<SnippetReport> {
  const groups = await writePages();
  const guides = groups.filter(({ area }) => area === 'guides').flatMap(({ pages }) => pages);
  const pages = guides.map(({ slug, text }) => ({ slug, snippets: readSnippets(slug, text) }));
  // The first build of Go's HTTP package alone takes most of a minute.
  return await runSnippets(pages, isQuick ? ['go'] : []);
}

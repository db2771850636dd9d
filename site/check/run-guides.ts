import { writePages } from '../build/write-pages.ts';
import { readSnippets } from './read-snippets.ts';
import { type ReferenceReport, runReference } from './run-reference.ts';
import { runSnippets, type SnippetReport } from './run-snippets.ts';
import { startExample } from './start-example.ts';

export type GuideReport = { snippets: SnippetReport; reference: ReferenceReport };

/** Runs the code blocks of every guide and concept, and the calls of the reference that read. */
export async function runGuides({ isQuick }: { isQuick: boolean }): Promise<GuideReport> {
  const groups = await writePages();
  const guides = groups.filter(({ area }) => area === 'guides').flatMap(({ pages }) => pages);
  const pages = guides.map(({ slug, text }) => ({ slug, snippets: readSnippets(slug, text) }));
  const example = await startExample();
  try {
    const reference = await runReference(example);
    // The first build of Go's HTTP package alone takes most of a minute.
    return { snippets: await runSnippets(example, pages, isQuick ? ['go'] : []), reference };
  } finally {
    await example.stop();
  }
}

/**
 * How Pagefind orders results: a page whose title or `words` (names that its readers type, such as error codes) match
 * comes before one that only contains the words. The check of the site measures the same order.
 */
export const searchOptions = {
  excerptLength: 18,
  ranking: { pageLength: 0.4, metaWeights: { title: 6, words: 8 } },
};

export const shownMax = 10;

/** A page whose whole title was typed is the first one. */
export const exactFirst = <Page extends { meta: { title?: string } }>(pages: Page[], text: string): Page[] => {
  const isExact = ({ meta }: Page) => meta.title?.toLowerCase() === text.toLowerCase();
  return [...pages.filter(isExact), ...pages.filter((page) => !isExact(page))];
};

/**
 * How Pagefind orders results: a page whose title or `words` (names that its readers type, such as error codes) match
 * comes before one that only contains the words. The check of the site measures the same order.
 */
export const searchOptions = {
  excerptLength: 18,
  ranking: { pageLength: 0.4, metaWeights: { title: 6, words: 8 } },
};

export const shownMax = 10;

/** A page whose whole title was typed is the first one; then come those that name the typed word as it is. */
export const exactFirst = <Page extends { meta: { title?: string; words?: string } }>(
  pages: Page[],
  text: string,
): Page[] => {
  const typed = text.toLowerCase();
  const rank = ({ meta }: Page) => {
    if (meta.title?.toLowerCase() === typed) return 0;
    return meta.words?.toLowerCase().split(' ').includes(typed) ? 1 : 2;
  };
  return pages.toSorted((one, other) => rank(one) - rank(other));
};

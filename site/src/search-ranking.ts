/**
 * How Pagefind orders results: a page whose title or `words` (names that its readers type, such as error codes) match
 * comes before one that only contains the words. The check of the site measures the same order.
 */
export const searchOptions = {
  excerptLength: 18,
  ranking: { pageLength: 0.4, metaWeights: { title: 6, words: 8 } },
};

import type { Comparison, Filter } from './parse-filter.ts';

/** Minimum length of a search text, because the indexes of names contain groups of three characters (name_grams). */
const lengthMin = 3;

/**
 * Returns the longest text that the filter requires the field to contain in every row. Only comparisons that are joined
 * by AND count.
 */
export function neededText(filter: Filter, field: string): string | undefined {
  const texts = comparisonsOfAll(filter)
    .filter(({ path, operator }) => path.join('.') === field && operator === '~')
    .map(({ value }) => value)
    .filter((value) => [...value].length >= lengthMin);
  return texts.sort((a, b) => b.length - a.length)[0];
}

function comparisonsOfAll(filter: Filter): Comparison[] {
  if (filter.type === 'comparison') return [filter];
  return filter.type === 'and' ? filter.parts.flatMap(comparisonsOfAll) : [];
}

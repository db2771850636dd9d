import type { Fields } from '../fields.ts';
import { queryTooComplex } from '../refusals.ts';
import { type FilterPlace, inQuery } from './filter-place.ts';
import { comparisonsIn, type Filter } from './parse-filter.ts';

/**
 * Maximum number of comparisons in a filter; enough for 50 UUIDs in 2,048 characters. PostgreSQL evaluates each
 * comparison for every row and unpacks the record each time.
 */
export const comparisonsMax = 50;
/**
 * Maximum number of comparisons of fields inside arrays. Each of these comparisons unnests the array of every row
 * again.
 */
export const arrayComparisonsMax = 10;

/**
 * Rejects a filter with too many comparisons, whatever the size of the list. On a large list, the timeout also limits
 * the cost.
 */
export function requireAffordable(filter: Filter, fields: Fields, place: FilterPlace = inQuery): void {
  requireFewComparisons(filter, place);
  const comparisons = comparisonsIn(filter);
  const inArrays = comparisons.filter(({ path }) => (fields.find(path)?.arrays.length ?? 0) > 0);
  requireAtMost('comparisons of fields inside arrays', inArrays.length, arrayComparisonsMax, place);
}

export function requireFewComparisons(filter: Filter, place: FilterPlace = inQuery): void {
  requireAtMost('comparisons', comparisonsIn(filter).length, comparisonsMax, place);
}

function requireAtMost(what: string, count: number, max: number, place = inQuery): void {
  if (count > max) throw queryTooComplex({ what, count, max, place });
}

import type { Fields } from './fields.ts';
import type { Comparison, Filter } from './parse-filter.ts';
import { queryTooComplex } from './refusals.ts';

/** PostgreSQL evaluates each for every row, and unpacks the record each time. As many UUIDs fit into 2,048 characters. */
export const comparisonsMax = 50;
/** Each unnests the array of every row for itself. */
export const arrayComparisonsMax = 10;

/** Refuses a filter that would cost too much on any list. What a filter costs on a large one is limited by its time. */
export function requireAffordable(filter: Filter, fields: Fields): void {
  const comparisons = comparisonsIn(filter);
  requireAtMost('comparisons', comparisons.length, comparisonsMax);
  const inArrays = comparisons.filter(({ path }) => (fields.find(path)?.arrays.length ?? 0) > 0);
  requireAtMost('comparisons of fields inside arrays', inArrays.length, arrayComparisonsMax);
}

function comparisonsIn(filter: Filter): Comparison[] {
  return filter.type === 'comparison' ? [filter] : filter.parts.flatMap(comparisonsIn);
}

function requireAtMost(what: string, count: number, max: number): void {
  if (count > max) throw queryTooComplex({ what, count, max });
}

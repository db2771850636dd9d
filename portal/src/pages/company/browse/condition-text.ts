import { allOf, quoted } from '../../../ui/filter/filter-text.ts';
import type { Shape } from './record-fields.ts';

/** What a condition can ask of a value. */
export type Comparison = 'is' | 'isNot' | 'contains' | 'moreThan' | 'lessThan' | 'from' | 'before' | 'isEmpty';
export type Condition = { field: string; comparison: Comparison; value: string };

const comparisons: Record<Shape['kind'], Comparison[]> = {
  text: ['is', 'contains', 'isNot', 'isEmpty'],
  number: ['moreThan', 'lessThan', 'is', 'isEmpty'],
  time: ['before', 'from', 'isEmpty'],
  boolean: ['is'],
  list: [],
};

/** The comparisons that make sense for a kind of field, the usual one first. */
export const comparisonsFor = (kind: Shape['kind']): Comparison[] => comparisons[kind];

const operators: Record<Comparison, string> = {
  is: '=',
  isNot: '!=',
  contains: '~',
  moreThan: '>',
  lessThan: '<',
  from: '>=',
  before: '<',
  isEmpty: '=',
};

/** Whether the value can stand in a filter without quotes. */
const isPlain = (value: string) => /^[\w.-]+$/.test(value) && value !== 'null';

/** Adds a condition to a filter, in the filter language of the API. Both must then match. */
export function withCondition(query: string | undefined, { field, comparison, value }: Condition): string {
  const text = comparison === 'isEmpty' ? 'null' : isPlain(value) ? value : quoted(value);
  return allOf(query, `${field}${operators[comparison]}${text}`) ?? '';
}

import { type Fields, requireField } from '../../lists/fields.ts';
import { readFilterValue } from '../../lists/filter/filter-values.ts';
import type { Comparison, Filter } from '../../lists/filter/parse-filter.ts';
import { compareValues, keyOf, readValue, type Value } from './compared-values.ts';
import type { ComparedField, ComparedFields, RecordValues } from './record-values.ts';
import { type Day, onDay } from './relative-days.ts';

export type Predicate = (record: RecordValues) => boolean;

/**
 * A condition that every record of a query fulfils: a value that one of its fields has or contains, and a limit that
 * another one of its fields observes.
 */
export type Access = { by?: Equal | Contained | undefined; limit?: Limit | undefined };
export type Equal = { type: 'equal'; field: ComparedField; key: string; isSelective: boolean };
/** `text` has at least `gramLength` characters. */
export type Contained = { type: 'contained'; field: ComparedField; text: string };
export type Limit = { field: ComparedField; isAbove: boolean; value: Value };

/** Texts that are contained are found by parts of this many UTF-16 units. */
export const gramLength = 3;

/** `accesses`: each record of the query fulfils one of them. */
export type CompiledQuery = { matches: Predicate; accesses: Access[] };

/** `day`: the day for which `today` stands. A query that does not follow the day needs none. */
type Given = { fields: Fields; compared: ComparedFields; fold: (text: string) => string; day?: Day };

/**
 * Compiles a filter to a function that gives the same result for a record as `compileFilter` in PostgreSQL
 * (test/standing/matching.property.test.ts).
 */
export function compileQuery(filter: Filter, given: Given): CompiledQuery {
  if (filter.type === 'comparison') return compileComparison(filter, given);
  const parts = filter.parts.map((part) => compileQuery(part, given));
  const tests = parts.map(({ matches }) => matches);
  if (filter.type === 'or')
    return {
      matches: (record) => tests.some((test) => test(record)),
      accesses: parts.flatMap(({ accesses }) => accesses),
    };
  return {
    matches: (record) => tests.every((test) => test(record)),
    accesses: parts.map(({ accesses }) => accesses).reduce(narrower),
  };
}

/** Of two conditions that both hold, the one that fewer records fulfil, or both of them as one. */
function narrower(a: Access[], b: Access[]): Access[] {
  const [one] = a;
  const [other] = b;
  if (a.length === 1 && b.length === 1 && one && other)
    return [{ by: rank(one) >= rank(other) ? one.by : other.by, limit: one.limit ?? other.limit }];
  return worth(a) >= worth(b) ? a : b;
}

/** How few records have the value: an enumeration has few values, so many records have each of them. */
function rank({ by }: Access): number {
  if (!by) return 0;
  if (by.type === 'contained') return 4;
  return by.isSelective ? 6 : 2;
}

/** The condition is as wide as the widest of its alternatives. */
const worth = (accesses: Access[]) => Math.min(...accesses.map((access) => rank(access) + (access.limit ? 1 : 0)));

const anything: Access[] = [{}];

function compileComparison(comparison: Comparison, { fields, compared, fold, day }: Given): CompiledQuery {
  const found = requireField(fields, comparison.path, 'query');
  const given = readFilterValue(found, day === undefined ? comparison : onDay(found.kind, comparison, day));
  const { operator } = comparison;
  const { steps } = found;
  if (!steps) throw new Error(`The field ${comparison.path.join('.')} is not a field of a document.`);
  const kind = operator === '~' && found.kind === 'text' ? 'folded' : found.kind;
  const field = compared.of(kind, steps);
  const some =
    (test: (value: Value | null) => boolean): Predicate =>
    (record) =>
      record.of(field).some(test);
  if (given === null) {
    const isAbsent = operator === '=';
    return { matches: some((value) => (value === null) === isAbsent), accesses: anything };
  }
  const wanted = readValue(kind, given, fold);
  if (operator === '=') {
    const by = {
      type: 'equal',
      field,
      key: keyOf(wanted),
      isSelective: kind !== 'choice' && kind !== 'boolean',
    } as const;
    return { matches: some((value) => value !== null && compareValues(value, wanted) === 0), accesses: [{ by }] };
  }
  if (operator === '!=')
    return { matches: some((value) => value === null || compareValues(value, wanted) !== 0), accesses: anything };
  if (operator === '~') {
    const text = String(wanted);
    return {
      matches: some((value) => value !== null && String(value).includes(text)),
      accesses: text.length < gramLength ? anything : [{ by: { type: 'contained', field, text } }],
    };
  }
  const holds = ordered[operator];
  const limit = { field, isAbove: operator.startsWith('>'), value: wanted };
  return {
    matches: some((value) => value !== null && holds(compareValues(value, wanted))),
    accesses: [{ limit }],
  };
}

const ordered = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
};

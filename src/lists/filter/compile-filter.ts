import { type RawBuilder, sql } from 'kysely';
import { type Field, type Fields, requireField } from '../fields.ts';
import { readFilterValue } from './filter-values.ts';
import type { Comparison, Filter } from './parse-filter.ts';

/** Compiles a filter to an SQL condition. Values are always parameters. */
export function compileFilter(filter: Filter, fields: Fields): RawBuilder<boolean> {
  if (filter.type === 'comparison') return compileComparison(filter, fields);
  const parts = filter.parts.map((part) => compileFilter(part, fields));
  return sql`(${sql.join(parts, filter.type === 'and' ? sql` and ` : sql` or `)})`;
}

function compileComparison(comparison: Comparison, fields: Fields): RawBuilder<boolean> {
  const field = requireField(fields, comparison.path, 'query');
  const condition = compare(field, comparison, readFilterValue(field, comparison));
  return field.arrays.reduceRight(
    (inner, { elements, alias }) =>
      sql`exists (select from jsonb_array_elements(${elements}) ${sql.id(alias)} where ${inner})`,
    condition,
  );
}

function compare(field: Field, comparison: Comparison, value: string | null): RawBuilder<boolean> {
  const { operator } = comparison;
  if (field.compare) return field.compare(operator, value);
  if (value === null) return operator === '=' ? sql`${field.value} is null` : sql`${field.value} is not null`;
  const [left, right] = sides(field, value);
  // If the field is absent, these comparisons give null, which PostgreSQL treats as false. That is correct, because
  // filters have no negation. A coalesce would keep PostgreSQL from using indexes.
  if (operator === '~' && field.kind === 'choice') return sql`strpos(${left}, ${right}) > 0`;
  if (operator === '~') return contains(field.value, value);
  // "!=" is the exact negation of "=", so an absent field differs from every value.
  if (operator === '!=') return sql`${left} is distinct from ${right}`;
  return sql`${left} ${sql.raw(operator)} ${right}`;
}

/**
 * Tests whether a text contains the value, ignoring case and accents. The SQL function `fold_text` normalizes both
 * sides.
 */
export function contains(text: RawBuilder<unknown>, value: string): RawBuilder<boolean> {
  return sql`strpos(fold_text(${text}), fold_text(${value}::text)) > 0`;
}

/** Returns both sides of the comparison, in the type and collation in which they are compared. */
function sides(field: Field, value: string): [RawBuilder<unknown>, RawBuilder<unknown>] {
  switch (field.kind) {
    case 'number':
      return [field.value, sql`${value}::numeric`];
    case 'time':
      return [field.value, sql`${value}::timestamptz`];
    case 'boolean':
      return [field.value, sql`${value}::boolean`];
    case 'uuid':
      return [field.value, sql`${value}::uuid`];
    case 'choice':
      // The collation "C" lowercases only ASCII letters. The values of our enumerations contain no other letters.
      return [sql`lower(${field.value} collate "C")`, sql`${value}::text`];
    default:
      return [sql`${field.value} collate "C"`, sql`${value}::text`];
  }
}

import type { DataType } from '@daybook/connector-kit';
import { type RawBuilder, sql } from 'kysely';
import { documentFields, type Field, type Fields } from '../../lists/fields.ts';
import type { Operator } from '../../lists/filter/parse-filter.ts';
import { findRecordSchema } from './record-schema.ts';

/**
 * The fields for filtering and sorting, by data type. Most fields are read from the payload; the most used fields have
 * their own columns. Under row-level security, PostgreSQL uses an index only for leakproof comparisons. Comparisons of
 * text, timestamptz and float8 are leakproof; comparisons of numeric and jsonb are not.
 */
const known = new Map<string, Fields>();

export function recordFields(dataType: DataType): Fields {
  let fields = known.get(dataType.name);
  if (!fields) {
    fields = makeFields(dataType);
    known.set(dataType.name, fields);
  }
  return fields;
}

function makeFields(dataType: DataType): Fields {
  const schema = findRecordSchema(dataType.name);
  if (!schema) throw new Error(`The data type ${dataType.name} is not in the catalogue.`);
  return typedFields(documentFields(schema.stored, sql`r.payload`), dataType.columns);
}

/** The fields of a document; some of them use columns of `record`. */
export function typedFields(document: Fields, columns: DataType['columns']): Fields {
  const byPath = new Map<string, (inside: Field) => Field>([['id', byId]]);
  const { status, date1, date2, amount1, amount2, ref1 } = columns;
  if (status) byPath.set(status, byStatus);
  if (date1) byPath.set(date1, (inside) => byTime(inside, sql`r.date1`, { indexed: true }));
  if (date2) byPath.set(date2, (inside) => byTime(inside, sql`r.date2`, {}));
  if (amount1) byPath.set(amount1, (inside) => byAmount(inside, sql`r.amount1`, sql`r.amount1_f`, { indexed: true }));
  if (amount2) byPath.set(amount2, (inside) => byAmount(inside, sql`r.amount2`, sql`r.amount2_f`, {}));
  if (ref1) byPath.set(ref1, (inside) => ({ ...inside, value: sql`r.ref1` }));
  return {
    names: document.names,
    find(path) {
      const inside = document.find(path);
      const own = byPath.get(path.join('.'));
      return inside && own ? own(inside) : inside;
    },
  };
}

const byId = (inside: Field): Field => ({ ...inside, value: sql`r.record_id`, required: true });

/**
 * Filters compare with the column `status`, which contains lowercase text; the values in filters are lowercase as well.
 * Sorting uses the record's own text.
 */
function byStatus(inside: Field): Field {
  const column = sql`r.status`;
  return {
    ...inside,
    compare(operator, value) {
      if (value === null) return operator === '=' ? sql`${column} is null` : sql`${column} is not null`;
      if (operator === '~') return sql`strpos(${column}, ${value}::text) > 0`;
      return operator === '!=' ? sql`${column} is distinct from ${value}::text` : sql`${column} = ${value}::text`;
    },
  };
}

/**
 * An absent time is stored as -infinity, so that it sorts first. "Less than" filters exclude it explicitly, because an
 * absent time is not earlier than any other time.
 */
function byTime(inside: Field, column: RawBuilder<unknown>, { indexed = false }): Field {
  return {
    ...inside,
    order: { expression: column, type: sql`timestamptz`, indexed },
    compare(operator, value) {
      if (value === null) return operator === '=' ? sql`${column} = '-infinity'` : sql`${column} > '-infinity'`;
      if (operator === '!=') return sql`${column} <> ${value}::timestamptz`;
      const holds = sql<boolean>`${column} ${sql.raw(operator)} ${value}::timestamptz`;
      return operator.startsWith('<') ? sql`(${column} > '-infinity' and ${holds})` : holds;
    },
  };
}

/**
 * An amount is stored twice: exactly as numeric, and rounded as float8. The index on the float8 column finds candidates
 * (0.4 ms instead of 229 ms on a million rows). The exact amount then decides. Rounding never reverses the order of two
 * amounts, so no match is missed. Sorting uses the float8 column. Its order differs from the exact order only between
 * amounts that have the same first 15 digits.
 */
function byAmount(
  inside: Field,
  exact: RawBuilder<unknown>,
  companion: RawBuilder<unknown>,
  { indexed = false },
): Field {
  return {
    ...inside,
    order: { expression: companion, type: sql`float8`, indexed },
    compare(operator, value) {
      if (value === null)
        return operator === '='
          ? sql`(${companion} = '-Infinity' and ${exact} is null)`
          : sql`(${companion} > '-Infinity' and ${exact} is not null)`;
      if (operator === '!=') return sql`${exact} is distinct from ${value}::numeric`;
      const near = sql`${companion} ${sql.raw(nearOf[operator] ?? '=')} ${companionOf(value)}::float8`;
      return sql`(${near} and ${exact} ${sql.raw(operator)} ${value}::numeric)`;
    },
  };
}

const nearOf: Partial<Record<Operator, string>> = { '=': '=', '<': '<=', '<=': '<=', '>': '>=', '>=': '>=' };

/** Rounds an amount to float8 and clamps it to the range of float8, as was done for the stored float8 columns. */
function companionOf(amount: string): string {
  return String(Math.min(Math.max(Number(amount), -Number.MAX_VALUE), Number.MAX_VALUE));
}

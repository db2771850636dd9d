import { type RawBuilder, sql } from 'kysely';
import { type FieldKind, type Fields, requireField } from './fields.ts';
import { orderMalformed } from './refusals.ts';

/** One term of a sort order: an expression that is never null, so that any two rows are comparable. */
export type OrderTerm = {
  expression: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  descending: boolean;
  /** True if an index is sorted by this expression and then by the list's key. */
  indexed?: boolean;
};

export const orderFieldsMax = 3;

/** Parses "-created,name". Absent values come first in ascending order. */
export function parseOrder(text: string, fields: Fields): OrderTerm[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length > orderFieldsMax)
    throw refuse(text, `has ${names.length} fields, but the maximum is ${orderFieldsMax}`);
  const plain = names.map((name) => name.replace(/^-/, ''));
  if (new Set(plain).size < plain.length) throw refuse(text, 'contains a field twice');
  return plain.map((name, index) => {
    if (!/^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u.test(name))
      throw refuse(text, 'must be field names separated by commas');
    const field = requireField(fields, name.split('.'), 'orderBy');
    const order = orderable[field.kind];
    if (!order || field.arrays.length > 0)
      throw refuse(name, 'contains a field that is inside an array or has subfields');
    const descending = names[index]?.startsWith('-') ?? false;
    if (field.order) return { ...field.order, descending };
    return {
      expression: field.required ? order.whole(field.value) : order.expression(field.value),
      type: order.type,
      descending,
    };
  });
}

/**
 * `whole` is the expression for values that are never absent. It has no coalesce, because it must be identical to the
 * expression of an index.
 */
type Orderable = {
  expression: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
  whole: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
  type: RawBuilder<unknown>;
};

const orderable: Record<FieldKind, Orderable | undefined> = {
  text: textual(),
  choice: textual(),
  // Without the cast, PostgreSQL would convert '-Infinity' to an integer if the column is one, and fail.
  number: {
    ...plain(sql`'-Infinity'`, sql`numeric`),
    expression: (value) => sql`coalesce(${value}::numeric, '-Infinity')`,
  },
  time: plain(sql`'-infinity'`, sql`timestamptz`),
  boolean: plain(sql`false`, sql`boolean`),
  uuid: plain(sql`'00000000-0000-0000-0000-000000000000'`, sql`uuid`),
  structure: undefined,
};

function plain(absent: RawBuilder<unknown>, type: RawBuilder<unknown>): Orderable {
  return { expression: (value) => sql`coalesce(${value}, ${absent})`, whole: (value) => value, type };
}

/** Sorts by the first 200 characters, because cursors contain the value and must fit in a URL. */
function textual(): Orderable {
  return {
    expression: (value) => sql`left(coalesce(${value}, ''), 200) collate "C"`,
    whole: (value) => sql`${value} collate "C"`,
    type: sql`text`,
  };
}

function refuse(itemId: string, problem: string) {
  return orderMalformed({ itemId, error: `The parameter "orderBy" ${problem}.` });
}

import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '../errors.ts';
import { type FieldKind, type Fields, requireField } from './fields.ts';

/** One term of an order: an expression that is never null, so that rows compare without surprises. */
export type OrderTerm = { expression: RawBuilder<unknown>; type: RawBuilder<unknown>; descending: boolean };

export const orderFieldsMax = 3;

/** "-created,name" → terms. Absent values come first in ascending order. */
export function parseOrder(text: string, fields: Fields): OrderTerm[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length > orderFieldsMax)
    throw refuse(text, `has ${names.length} fields, at most ${orderFieldsMax} are possible`);
  const plain = names.map((name) => name.replace(/^-/, ''));
  if (new Set(plain).size < plain.length) throw refuse(text, 'names a field twice');
  return plain.map((name, index) => {
    if (!/^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u.test(name))
      throw refuse(text, 'must be field names separated by commas');
    const field = requireField(fields, name.split('.'), 'orderBy');
    const order = orderable[field.kind];
    if (!order || field.arrays.length > 0) throw refuse(name, 'names a field that holds other fields');
    return {
      expression: order.expression(field.value),
      type: order.type,
      descending: names[index]?.startsWith('-') ?? false,
    };
  });
}

type Orderable = { expression: (value: RawBuilder<unknown>) => RawBuilder<unknown>; type: RawBuilder<unknown> };

const textual: Orderable = { expression: (value) => sql`coalesce(${value}, '') collate "C"`, type: sql`text` };

const orderable: Record<FieldKind, Orderable | undefined> = {
  text: textual,
  choice: textual,
  number: { expression: (value) => sql`coalesce(${value}, '-Infinity')`, type: sql`numeric` },
  time: { expression: (value) => sql`coalesce(${value}, '-infinity')`, type: sql`timestamptz` },
  boolean: { expression: (value) => sql`coalesce(${value}, false)`, type: sql`boolean` },
  uuid: { expression: (value) => sql`coalesce(${value}, '00000000-0000-0000-0000-000000000000')`, type: sql`uuid` },
  structure: undefined,
};

function refuse(itemId: string, problem: string) {
  const error = `The parameter "orderBy" ${problem}.`;
  return badRequest({
    code: 'orderMalformed',
    error,
    items: [{ itemId, message: error, validatorName: 'OrderValidator' }],
  });
}

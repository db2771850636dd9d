import { findDataType } from '@daybook/connector-kit';
import { recordFields } from '../../data/read/record-fields.ts';
import { fieldUnknown } from '../../lists/refusals.ts';
import { teach } from '../tool-error.ts';

/** The rules of filters, for a reader who has never seen one. */
export const filterHelp = {
  operators: '= != < <= > >= and ~ (contains; ignores case and accents)',
  combine: '&& (and) binds tighter than || (or); braces group: a=1 && {b=2 || c=3}',
  values:
    'Numbers and true/false as they are; times as 2026-01-31 or 2026-01-31T12:00:00Z; text bare, or in double quotes if it contains && || { } or quotes; null for absent values (field=null).',
  nested: 'A field inside a list, such as lineItems.description, matches if any item of the list matches.',
  examples: ['status=Open && dueDate<2026-01-01', 'customerRef.companyName~"Smith & Sons"', 'totalAmount>=1000'],
};

type FieldHelp = { field: string; kind: string; values?: readonly string[] };

/** The fields that filters, `orderBy` and `fields` accept, with their kinds. */
export function fieldsOf(dataType: string): FieldHelp[] {
  const known = findDataType(dataType);
  if (!known) return [];
  const fields = recordFields(known);
  return fields.names.flatMap((field) => {
    const found = fields.find(field.split('.'));
    if (!found) return [];
    return [{ field, kind: found.kind, ...(found.choices && { values: found.choices }) }];
  });
}

/** Rejects fields that the data type does not have, and names those that it has. */
export function requireFields(dataType: string, wanted: readonly string[]): void {
  const names = fieldsOf(dataType).map(({ field }) => field);
  const unknown = wanted.filter((field) => !names.includes(field) && field !== 'metadata');
  if (unknown.length === 0) return;
  const [itemId = ''] = unknown;
  const error = `${dataType} has no field ${unknown.map((field) => `"${field}"`).join(', ')}.`;
  throw teach(fieldUnknown({ itemId, error }), `Use fields of this list: ${names.join(', ')}.`);
}

/** Keeps the chosen fields of a record, and always its id. `a.b` also reaches into lists. */
export function chooseFields(record: unknown, wanted: readonly string[]): unknown {
  const tree: Tree = {};
  for (const field of ['id', ...wanted]) {
    let at = tree;
    for (const name of field.split('.')) {
      at[name] ??= {};
      at = at[name];
    }
  }
  return pick(record, tree);
}

type Tree = { [name: string]: Tree };

function pick(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((inner) => pick(inner, tree));
  const names = Object.keys(tree);
  if (typeof value !== 'object' || value === null || names.length === 0) return value;
  const own = value as Record<string, unknown>;
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(own, name)).map((name) => [name, pick(own[name], tree[name] ?? {})]),
  );
}

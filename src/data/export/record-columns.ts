import type { TSchema } from 'typebox';
import type { CustomField } from '../../connectors/custom-fields.ts';
import { tooManyColumns } from '../../csv/csv-refusals.ts';
import { kindOf } from '../../lists/fields.ts';
import { fieldUnknown } from '../../lists/refusals.ts';
import { member, withCustomFields } from '../read/custom-record-fields.ts';
import { recordFields } from '../read/record-fields.ts';
import type { RecordSchema } from '../read/record-schema.ts';

const columnsMax = 100;

/** The fields of an export. Without a choice, all fields of a record that are not inside a list, or also the lists. */
export function columnsOf(
  text: string | undefined,
  schema: RecordSchema,
  { withLists = false, custom = [] }: { withLists?: boolean; custom?: readonly CustomField[] } = {},
): string[] {
  const chosen = text?.split(',').map((name) => name.trim());
  const own = custom.map(({ name }) => `${member}.${name}`);
  if (!chosen) return [...leavesOf(schema.stored, { withLists }), ...own];
  if (chosen.length > columnsMax) throw tooManyColumns(columnsMax);
  const fields = withCustomFields(recordFields(schema.dataType), custom);
  for (const name of chosen) {
    const field = fields.find(name.split('.'));
    if (field && field.arrays.length === 0) continue;
    const error = `The parameter "columns" contains "${name}", which is not a field of a record. Allowed: ${[...leavesOf(schema.stored, {}), ...own].join(', ')}, and lists as a whole.`;
    throw fieldUnknown({ itemId: name, error });
  }
  return chosen;
}

function leavesOf(schema: TSchema, options: { withLists?: boolean }, before = ''): string[] {
  const { properties } = schema as { properties?: Record<string, TSchema> };
  return Object.entries(properties ?? {}).flatMap(([name, inner]) => {
    const isList = (inner as { type?: string }).type === 'array';
    if (kindOf(inner) !== 'structure' || (isList && options.withLists)) return [before + name];
    return leavesOf(inner, options, `${before}${name}.`);
  });
}

/** Turns `customerRef` into `customer_ref`, the usual form of a name in databases. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

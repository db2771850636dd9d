import type { TSchema } from 'typebox';
import { tooManyColumns } from '../../csv/csv-refusals.ts';
import { kindOf } from '../../lists/fields.ts';
import { fieldUnknown } from '../../lists/refusals.ts';
import { recordFields } from '../read/record-fields.ts';
import type { RecordSchema } from '../read/record-schema.ts';

const columnsMax = 100;

/** The fields of an export. Without a choice, all fields of a record that are not inside a list. */
export function columnsOf(text: string | undefined, schema: RecordSchema): string[] {
  const chosen = text?.split(',').map((name) => name.trim());
  if (!chosen) return leavesOf(schema.stored);
  if (chosen.length > columnsMax) throw tooManyColumns(columnsMax);
  const fields = recordFields(schema.dataType);
  for (const name of chosen) {
    const field = fields.find(name.split('.'));
    if (field && field.arrays.length === 0) continue;
    const error = `The parameter "columns" contains "${name}", which is not a field of a record. Allowed: ${leavesOf(schema.stored).join(', ')}, and lists as a whole.`;
    throw fieldUnknown({ itemId: name, error });
  }
  return chosen;
}

function leavesOf(schema: TSchema, before = ''): string[] {
  const { properties } = schema as { properties?: Record<string, TSchema> };
  return Object.entries(properties ?? {}).flatMap(([name, inner]) => {
    if (kindOf(inner) !== 'structure') return [before + name];
    return leavesOf(inner, `${before}${name}.`);
  });
}

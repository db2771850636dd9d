import type { Push, PushOperation } from '@daybook/connector-kit';
import type { ConnectionIds } from '../connections/store.ts';
import { type Choice, findChoices } from '../data/read/find-choices.ts';
import type { Tx } from '../db/db.ts';
import { member } from './custom/custom-values.ts';
import type { PushableField } from './custom/find-pushable.ts';
import { showCustom } from './custom/show-custom.ts';

/**
 * Maximum number of choices in a schema. If there are more, the schema lists none, and clients must read the data set
 * itself.
 */
const choicesMax = 500;

type Schema = { [member: string]: unknown; properties?: Record<string, Schema>; items?: Schema };

/**
 * Returns the push options as JSON Schema. Choices such as accounts and tax rates are added to the connector's schema
 * from the synced data sets. If a data set is not ready or has too many records, the field has no choices, but its
 * description names the data set.
 */
export async function showOptions(
  tx: Tx,
  push: Push,
  { dataType, custom, ...place }: ConnectionIds & { dataType: string; custom: readonly PushableField[] },
): Promise<object> {
  const lists = new Map<string, Choice[]>();
  for (const of of new Set(Object.values(push.choices)))
    lists.set(of, await findChoices(tx, { ...place, dataType: of }, choicesMax + 1));
  const operations: Partial<Record<PushOperation, object>> = {};
  for (const name of ['create', 'update'] as const) {
    const schema = push.operations[name];
    if (schema) operations[name] = withCustom(withChoices(schema, push.choices, lists), custom);
  }
  if (push.operations.delete) operations.delete = {};
  return { dataType, operations };
}

function withCustom(schema: Schema, custom: readonly PushableField[]): object {
  if (custom.length === 0) return schema;
  return { ...schema, properties: { ...schema.properties, [member]: showCustom(custom) } };
}

function withChoices(schema: object, choices: Push['choices'], lists: ReadonlyMap<string, readonly Choice[]>): Schema {
  // Serialize and parse the schema, to remove the properties that TypeBox adds and that are not part of JSON Schema.
  const filled: Schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...JSON.parse(JSON.stringify(schema)),
  };
  for (const [path, dataType] of Object.entries(choices)) {
    const field = fieldAt(filled, path);
    if (!field) continue;
    field.description = [field.description, `An id from the data set ${dataType}.`].filter(Boolean).join(' ');
    const list = lists.get(dataType) ?? [];
    if (list.length === 0 || list.length > choicesMax) continue;
    field.oneOf = list.map(({ id, name }) => ({ const: id, ...(name !== null && { title: name }) }));
  }
  return filled;
}

/** In a path such as `lineItems.*.accountRef.id`, a star stands for every element of an array. */
function fieldAt(schema: Schema, path: string): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const name of path.split('.')) at = name === '*' ? at?.items : at?.properties?.[name];
  return at;
}

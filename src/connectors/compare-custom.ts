import { type CustomField, type CustomValues, readCustomFields } from './custom-fields.ts';

/** A stored record: the platform's own text, and the custom fields that readers see as JSON text, null if there are none. */
export type StoredCustom = { source: string; before: string | null };

export type CustomBatch = { records: readonly StoredCustom[]; fields: readonly CustomField[]; examplesMax: number };

/** How many records have the field, would have it with other content, or have a value that cannot be read. */
export type FieldCounts = { changed: number; present: number; unreadable: number };

/** What custom fields would change in the records of a batch. */
export type CustomChanges = {
  changed: number;
  fields: [name: string, counts: FieldCounts][];
  /** `at` is the record's place in the batch. The fields that would change are JSON texts, which keep every digit. */
  examples: { at: number; before: string; after: string }[];
};

export const noCounts = (): FieldCounts => ({ changed: 0, present: 0, unreadable: 0 });

/** Compares the custom fields of records with those that `fields` would give them. */
export function compareCustom({ records, fields, examplesMax }: CustomBatch): CustomChanges {
  const byName = new Map(fields.map(({ name }) => [name, noCounts()]));
  const of = (name: string): FieldCounts => {
    const found = byName.get(name) ?? noCounts();
    byName.set(name, found);
    return found;
  };
  const examples: CustomChanges['examples'] = [];
  let changedRecords = 0;
  for (const [at, { source, before: stored }] of records.entries()) {
    const { values, unreadable } = readCustomFields(source, fields);
    const [before, after] = [textsOf(stored === null ? {} : parseCustom(stored)), textsOf(values)];
    for (const name of after.keys()) of(name).present++;
    for (const name of unreadable) of(name).unreadable++;
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) => before.get(name) !== after.get(name),
    );
    for (const name of changed) of(name).changed++;
    if (changed.length === 0) continue;
    changedRecords++;
    if (examples.length < examplesMax)
      examples.push({ at, before: only(before, changed), after: only(after, changed) });
  }
  return { changed: changedRecords, fields: [...byName], examples };
}

const json = JSON as unknown as { rawJSON(text: string): unknown };

/** Every number keeps its text, also zeros at its end, with which a stored value differs from a computed one. */
export const parseCustom = (text: string): CustomValues =>
  JSON.parse(text, ((_name: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value) as never);

const textsOf = (values: CustomValues) =>
  new Map(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));

const only = (texts: ReadonlyMap<string, string>, names: readonly string[]) =>
  `{${names.flatMap((name) => (texts.has(name) ? [`${JSON.stringify(name)}:${texts.get(name)}`] : []))}}`;

import { compareKept, type PulledRecord, type PushedField, type PushWarning, parseExact } from '@daybook/connector-kit';
import { type CustomField, readCustomFields } from '../../connectors/custom-fields.ts';
import { member } from './custom-values.ts';

/** Compares the custom fields that were sent with those of the record that the platform has returned. */
export function compareCustom(
  sent: readonly PushedField[] | undefined,
  { source }: PulledRecord,
  fields: readonly CustomField[],
): PushWarning[] {
  if (!sent || sent.length === 0 || source === undefined) return [];
  const names = new Set(sent.map(({ name }) => name));
  const { values } = readCustomFields(
    source,
    fields.filter(({ name }) => names.has(name)),
  );
  const properties = Object.fromEntries([...names].map((name) => [name, {}]));
  return compareKept({
    sent: { [member]: Object.fromEntries(sent.map(({ name, value }) => [name, value])) },
    kept: { [member]: parseExact(JSON.stringify(values)) },
    whole: { properties: { [member]: { properties } } },
  });
}

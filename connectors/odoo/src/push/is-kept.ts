import { compareKept, findDataType, type PulledRecord, parseExact } from '@daybook/connector-kit';

/** Whether the stored record has every value of the client's record, and no further elements in the lists it names. */
export function isKept(dataType: string, sent: object, { record }: PulledRecord): boolean {
  const whole = findDataType(dataType)?.record;
  if (!whole || !record) return false;
  const kept = parseExact(JSON.stringify(record())) as Record<string, unknown>;
  return (
    compareKept({ sent, kept, whole }).length === 0 &&
    Object.entries(sent).every(([name, value]) => !isLines(name, value) || value.length === lengthOf(kept[name]))
  );
}

/** An update of addresses changes only those of the sent types. */
const isLines = (name: string, value: unknown): value is unknown[] => Array.isArray(value) && name !== 'addresses';
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);

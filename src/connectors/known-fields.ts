/** The parts of a JSON Schema that name fields. */
type Schema = { properties?: Record<string, Schema>; items?: Schema };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes the fields that the data type has but the platform's schema does not accept. `left` lists the removed fields.
 * A field that is in neither schema stays, so that validation rejects it.
 */
export function leaveOutUntaken(
  record: unknown,
  { taken, whole }: { taken: object; whole: object },
): { record: unknown; left: string[] } {
  const left: string[] = [];
  const visit = (value: unknown, has: Schema, knows: Schema, at: string): unknown => {
    if (Array.isArray(value)) {
      const { items } = has;
      if (!items) return value;
      return value.map((element, index) => visit(element, items, knows.items ?? {}, `${at}.${index}`));
    }
    const { properties } = has;
    if (!isObject(value) || !properties) return value;
    const kept = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const path = at ? `${at}.${name}` : name;
      const [own, known] = [memberOf(has, name), memberOf(knows, name)];
      if (own) return [[name, visit(inner, own, known ?? {}, path)]];
      if (!known) return [[name, inner]];
      left.push(path);
      return [];
    });
    return Object.fromEntries(kept);
  };
  return { record: visit(record, taken as Schema, whole as Schema, ''), left };
}

const memberOf = ({ properties = {} }: Schema, name: string) =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

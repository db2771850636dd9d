/** A field that differs between two JSON values. An added field has no `before`; a removed field has no `after`. */
export type Change = { path: string; before?: string; after?: string };

export function jsonChanges(before: unknown, after: unknown): Change[] {
  const [old, now] = [leaves(before), leaves(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was === is) return [];
    return [{ path, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
}

/** Returns all leaf values by path, such as "notifiers.emails.0". */
function leaves(value: unknown, path = ''): Map<string, string> {
  if (value === undefined || value === null) return path === '' ? new Map() : new Map([[path, 'null']]);
  if (typeof value !== 'object') return new Map([[path || 'value', String(value)]]);
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? new Map() : new Map([[path, Array.isArray(value) ? '[]' : '{}']]);
  return new Map(entries.flatMap(([name, part]) => [...leaves(part, path === '' ? name : `${path}.${name}`)]));
}

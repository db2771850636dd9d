/**
 * Xero describes errors in sentences and does not name the field. The patterns recognise these sentences and are tried
 * in order. If a sentence quotes a value, the group `value` captures it. That value identifies the affected document
 * line.
 */
export type Complaint = { pattern: RegExp; field: string };

/** Returns the client's field that a sentence is about, or undefined if no pattern matches. */
export function fieldOf(message: string, known: readonly Complaint[], sent: string): string | undefined {
  for (const { pattern, field } of known) {
    const found = pattern.exec(message);
    if (!found) continue;
    return field.replace('*', () => String(lineWith(found.groups?.value ?? '', sent)));
  }
  return undefined;
}

function lineWith(value: string, sent: string): number {
  const [record] = Object.values(JSON.parse(sent) as Record<string, { LineItems?: object[] }[]>).flat();
  const at = (record?.LineItems ?? []).findIndex((line) => Object.values(line).includes(value.trim()));
  return Math.max(0, at);
}

/** Version 7 UUIDs sort by time. So a time corresponds to an id, and a day to a range of ids. */

/** Returns the smallest id that can be created at this time. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns the time of an id, in milliseconds: its first 48 bits. */
export function msOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

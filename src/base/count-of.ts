/** Formats a count with its noun: "1 message", "3 messages". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a count with its noun: "1 page", "1,250 records". */
export function countOf(count: number, noun: string): string {
  return `${new Intl.NumberFormat('en').format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

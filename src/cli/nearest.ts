/**
 * Finds the name that is nearest to what was typed, by the number of letters to insert, delete, replace or swap. Names
 * in which more than a third of the letters would have to change are not considered. Returns undefined if no name is
 * left.
 */
export function findNearest(candidates: readonly { name: string; typed: string }[]): string | undefined {
  const near = candidates
    .map(({ name, typed }) => ({ name, steps: distance(name, typed), length: name.length }))
    .filter(({ steps, length }) => steps > 0 && steps <= Math.max(1, Math.floor(length / 3)));
  // Of several names at the same distance, choose the longest, because it has the most letters in common.
  return near.sort((a, b) => a.steps - b.steps || b.length - a.length)[0]?.name;
}

/** The Damerau–Levenshtein distance: swapping two adjacent letters counts as one step. */
export function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const before = rows[i - 1] ?? [];
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const steps = [(before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + change];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push((rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...steps));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

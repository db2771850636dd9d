const candidates = [';', '\t', '|', ','];

/**
 * Finds the separator of a CSV text: the one that occurs equally often in most of the first lines. Returns undefined if
 * no candidate occurs.
 */
export function findSeparator(text: string): string | undefined {
  const lines = sampleLines(text);
  let best: { separator: string; score: number } | undefined;
  for (const separator of candidates) {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
    const usual = mostFrequent(counts);
    const score = counts.filter((count) => count === usual).length * 100 + Math.min(usual, 50);
    if (counts.length > 0 && (!best || score > best.score)) best = { separator, score };
  }
  return best?.separator;
}

/** The first lines, without what stands in quotes. */
function sampleLines(text: string): string[] {
  const bare = text.slice(0, 50_000).replace(/"(?:[^"]|"")*"/g, '""');
  return bare
    .split(/\r\n|\r|\n/)
    .slice(0, 100)
    .filter((line) => line.trim());
}

export function mostFrequent(numbers: readonly number[]): number {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
}

import type { SourceFile } from './read-source.ts';

/**
 * Finds groups of files that import each other, directly or through other files. Type-only imports count, because a
 * reader follows them too. Each group is sorted, so that the result does not depend on the order of the files.
 */
export function findCircles(files: readonly SourceFile[]): string[][] {
  const known = new Set(files.map(({ path }) => path));
  const targets = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap((one) => (one.path && known.has(one.path) ? one.path : [])),
    ]),
  );
  // Tarjan: `visit` returns the number of the earliest open file that can be reached from a file.
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  function visit(path: string): number {
    const number = order.size;
    order.set(path, number);
    let lowest = number;
    open.push(path);
    for (const target of targets.get(path) ?? []) {
      if (!order.has(target)) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, order.get(target) ?? lowest);
    }
    if (lowest === number) {
      const group = open.splice(open.indexOf(path));
      if (group.length > 1) circles.push(group.sort());
    }
    return lowest;
  }

  for (const { path } of files) if (!order.has(path)) visit(path);
  return circles;
}

/**
 * In an installation with several cells, whatever reaches the service without an API key begins with the name of the
 * cell that made it, and a dot: `eu1.<secret>`. A router can then find the cell. The secrets themselves contain no dot.
 */
export type CellTag = (secret: string) => string;

const tag = /^[a-z][a-z0-9]{0,15}\./;

/** With only one cell, nothing is added: processes of an older release, which know no tags, may run next to this one. */
export function cellTagOf({ cell, cells }: { cell: string; cells: readonly unknown[] }): CellTag {
  return cells.length === 0 ? (secret) => secret : (secret) => `${cell}.${secret}`;
}

/** Removes the name of the cell, if there is one. */
export function withoutCellTag(text: string): string {
  return text.replace(tag, '');
}

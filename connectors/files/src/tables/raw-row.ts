/** A row before its header is known. `numbers` holds positions of cells that are stored as numbers. */
export type RawRow = { number: number; cells: string[]; numbers?: number[]; unreadable?: string };

export const isBlank = ({ cells, unreadable }: RawRow) => !unreadable && cells.every((cell) => cell.trim() === '');

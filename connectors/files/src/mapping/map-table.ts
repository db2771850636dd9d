import type { FileMapping, FileRecord, Problem, Table } from '../file-content.ts';

export type MappedTable = { records: FileRecord[]; problems: Problem[] };

/**
 * Maps the rows of a table to records. A row that cannot be read is a problem and never a wrong record; if it is one of
 * several rows of a record, the whole record is left out. Two records with the same id are problems, too.
 */
export function mapTable(_input: { table: Table; mapping: FileMapping }): MappedTable {
  throw new Error('Not written yet.');
}

/** What is wrong with a mapping itself: unknown fields, missing columns, required fields without a column. */
export function mappingErrors(_input: { table: Table; mapping: FileMapping }): string[] {
  throw new Error('Not written yet.');
}

/** Computes the record again from its `source`, of a table or a statement. Throws if it cannot be read. */
export function recordOfSource(_source: string): object {
  throw new Error('Not written yet.');
}

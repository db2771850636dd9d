import type { FileMapping, Table } from '../file-content.ts';

export type MappingSuggestion = {
  mapping: FileMapping;
  /** `high`: every required field has a column with a known heading, and the data type is clear. */
  confidence: 'high' | 'low';
  /** Columns that the mapping does not use. */
  unknownColumns: string[];
  /** Required fields without a column or constant. `mapTable` must not be called before they are mapped. */
  missingFields: string[];
};

/** Recognises what a table contains, by the headings in several languages and by the values. */
export function suggestMapping(_input: { table: Table; fileName?: string; dataType?: string }): MappingSuggestion {
  throw new Error('Not written yet.');
}

/** Whether a kept mapping fits a table: every column that it names exists. */
export function fitsTable(_input: { table: Table; mapping: FileMapping }): boolean {
  throw new Error('Not written yet.');
}

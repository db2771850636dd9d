import type { FoundFile, FoundSheet, FileContent as Uploaded } from '@daybook/connector-kit';
import type { Table } from './file-content.ts';
import { mappableTypes } from './mapping/fields.ts';
import { statementTypes } from './preview-file.ts';
import { readUploaded } from './read-uploaded.ts';

const samplesMax = 3;
const sampleCharsMax = 60;

/** Says what a file contains, for a person who then chooses how it is read. */
export async function describeFile(file: Uploaded): Promise<FoundFile> {
  const content = await readUploaded(file);
  const { format, notes } = content;
  if (content.kind === 'statement') return { format, notes, sheets: [], dataTypes: statementTypes };
  return { format, notes, sheets: content.sheets.map(describeSheet), dataTypes: mappableTypes };
}

function describeSheet({ name, columns, rows }: Table): FoundSheet {
  return {
    name,
    rows: rows.length,
    columns: columns.map((column, at) => ({
      name: column,
      samples: firstOf(rows.map(({ cells }) => (cells[at] ?? '').trim())),
    })),
  };
}

function firstOf(values: readonly string[]): string[] {
  const found: string[] = [];
  for (const value of values) {
    if (value !== '' && !found.includes(value)) found.push(value);
    if (found.length === samplesMax) break;
  }
  return found.map((value) => (value.length > sampleCharsMax ? `${value.slice(0, sampleCharsMax - 1)}…` : value));
}

import type { FilePreview, FileReading, FileContent as Uploaded } from '@daybook/connector-kit';
import type { FileMapping, FileRecord, Problem, StatementFile, Table } from './file-content.ts';
import { fieldsOf, mappableTypes } from './mapping/fields.ts';
import { mappingErrors, mapTable } from './mapping/map-table.ts';
import { suggestMapping } from './mapping/suggest-mapping.ts';
import { readUploaded, sheetOf } from './read-uploaded.ts';
import { mapStatement } from './statements/map-statement.ts';

/** The data types that a bank statement fills. The first one is its content, the other one follows from it. */
export const statementTypes = ['bankTransactions', 'bankAccounts'];

const problemsMax = 100;

type Wanted = { reading: FileReading; limit: number };

/** Reads a file as a sync would, and returns the first records and what cannot be read. */
export async function previewFile(file: Uploaded, { reading, limit }: Wanted): Promise<FilePreview> {
  const content = await readUploaded(file);
  if (content.kind === 'statement') return previewStatement(content, limit);
  const table = sheetOf(content, reading.sheet);
  const mapping = givenMapping(reading) ?? suggestionFor(table, file.name, reading.dataType);
  const { dataType, ...shownMapping } = mapping;
  // Another data type is one of the errors below.
  const mappable = mappableTypes.includes(dataType) ? fieldsOf(dataType) : [];
  const fields = mappable.map(({ name, label, isRequired, isLine, choices }) => ({
    ...{ name, label, isRequired, isLine },
    ...(choices && { choices }),
  }));
  const shared = {
    reading: { dataType, sheet: table.name, mapping: shownMapping },
    fills: [dataType],
    mode: 'replace',
    fields,
  } as const;
  const errors = mappingErrors({ table, mapping });
  const { records, problems } = errors.length > 0 ? { records: [], problems: [] } : mapTable({ table, mapping });
  return { ...shared, errors, ...shown({ records, total: records.length, problems, limit }) };
}

/** The mapping of a reading, whose data type stands beside it. */
export function givenMapping({ dataType = '', mapping }: FileReading): FileMapping | undefined {
  return mapping && { ...(mapping as Omit<FileMapping, 'dataType'>), dataType };
}

/** Suggests how a table is read, as the given data type if it is one that a table can contain. */
function suggestionFor(table: Table, fileName: string, dataType: string | undefined): FileMapping {
  const wanted = dataType !== undefined && mappableTypes.includes(dataType) ? { dataType } : {};
  return suggestMapping({ table, fileName, ...wanted }).mapping;
}

function previewStatement(statement: StatementFile, limit: number): FilePreview {
  const { bankAccounts, bankTransactions, problems } = mapStatement(statement);
  const total = bankAccounts.length + bankTransactions.length;
  return {
    reading: { dataType: statementTypes[0] ?? '' },
    fills: statementTypes,
    mode: 'append',
    fields: [],
    errors: [],
    ...shown({ records: bankTransactions, total, problems, limit }),
  };
}

function shown(read: { records: FileRecord[]; total: number; problems: Problem[]; limit: number }) {
  const { records, total, problems, limit } = read;
  return {
    records: records.slice(0, limit).map(({ id, record }) => JSON.stringify({ id, ...record })),
    total,
    problems: problems.slice(0, problemsMax),
    problemsTotal: problems.length,
  };
}

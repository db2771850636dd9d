import { parseExact } from '@daybook/connector-kit';
import type { FileMapping, FileRecord, Problem, Table, TableRow } from '../file-content.ts';
import { recordOfStatement, type StatementSource } from '../statements/statement-record.ts';
import { createCounter, hashOf } from '../values/content-id.ts';
import { textProblem } from '../values/parse-text.ts';
import { buildRecord } from './build-record.ts';
import { fieldsOf, mappableTypes, neededFields } from './fields.ts';
import { groupRows } from './group-rows.ts';
import { ValueProblem } from './read-value.ts';
import { sourceRow, type TableSource } from './record-source.ts';
import { isOnlyTotal, isTotal } from './total-line.ts';

export type MappedTable = { records: FileRecord[]; problems: Problem[] };
type Mapped = { rows: TableRow[]; record: FileRecord };

/**
 * Maps the rows of a table to records. A row that cannot be read is a problem and never a wrong record; if it is one of
 * several rows of a record, the whole record is left out. Two records with the same id are problems, too.
 */
export function mapTable({ table, mapping }: { table: Table; mapping: FileMapping }): MappedTable {
  const errors = mappingErrors({ table, mapping });
  if (errors.length > 0) throw new RangeError(`The mapping does not fit the table: ${errors.join(' ')}`);
  const positions = new Map(
    Object.entries(mapping.fields).map(([field, column]) => [field, table.columns.indexOf(column)]),
  );
  const problems: Problem[] = [];
  const mapped: Mapped[] = [];
  const count = createCounter();
  for (const rows of groupRows({ table, mapping, problems })) {
    // An account that is named "Total" would be read from the last line of a list of balances.
    if (rows.length === 1 && rows[0] === table.rows.at(-1) && isOnlyTotal(rows[0] as TableRow)) {
      problems.push({ row: rows[0]?.number ?? 0, message: leftOut });
      continue;
    }
    const source: TableSource = {
      mapping: pickMapping(mapping),
      rows: rows.map((row) => sourceRow({ row, positions })),
    };
    try {
      const text = JSON.stringify(source);
      const id = idOf({ rows, table, mapping }) ?? count(hashOf(text));
      mapped.push({ rows, record: { id, source: text, record: buildRecord(source) } });
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error;
      problems.push(problemOf({ error, rows, mapping }));
    }
  }
  return { records: withoutDoubles(mapped, problems), problems: problems.sort((a, b) => a.row - b.row) };
}

const leftOut = 'This looks like a line of totals. It is left out.';

/** Only what the record depends on, so that a change of the mapping of other fields does not change the source. */
function pickMapping({ dataType, constants, decimalMark, dateOrder }: FileMapping): TableSource['mapping'] {
  return { dataType, constants, decimalMark, dateOrder };
}

type Group = { rows: readonly TableRow[]; table: Table; mapping: FileMapping };

/** Undefined if the record has no id of its own. Throws ValueProblem if its id is empty. */
function idOf({ rows, table, mapping }: Group): string | undefined {
  if (mapping.idColumns.length === 0) return undefined;
  const values = mapping.idColumns.map((column) => rows[0]?.cells[table.columns.indexOf(column)]?.trim() ?? '');
  if (values.every((value) => !value))
    throw new ValueProblem(`The column "${mapping.idColumns[0]}", which identifies the record, is empty.`, { at: 0 });
  const problem = values.map(textProblem).find(Boolean);
  if (problem) throw new ValueProblem(`The id ${problem}`, { at: 0, value: values.join(' ').slice(0, 100) });
  const id = values.length === 1 ? (values[0] ?? '') : values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|');
  return id.length <= 200 ? id : hashOf(id);
}

function problemOf({ error, rows, mapping }: { error: ValueProblem; rows: TableRow[]; mapping: FileMapping }): Problem {
  const row = rows[error.at] ?? rows[0];
  const column = error.field === undefined ? undefined : (mapping.fields[error.field] ?? error.field);
  return {
    row: row?.number ?? 0,
    ...(column !== undefined && { column }),
    ...(error.value !== undefined && { value: error.value }),
    message: row && isTotal(row) ? leftOut : error.message,
  };
}

/** Of records with one id, equal ones count once. If they differ, nobody knows which is true, and none counts. */
function withoutDoubles(mapped: readonly Mapped[], problems: Problem[]): FileRecord[] {
  const byId = Map.groupBy(mapped, ({ record }) => record.id);
  return [...byId.values()].flatMap((same) => {
    const [first, ...others] = same;
    const isOne = others.every(({ record }) => record.source === first?.record.source);
    for (const { rows, record } of isOne ? others : same)
      problems.push({
        row: rows[0]?.number ?? 0,
        value: record.id.slice(0, 100),
        message: isOne ? 'The row occurs twice. It counts once.' : 'Several rows with different values have this id.',
      });
    return first && isOne ? [first.record] : [];
  });
}

/** What is wrong with a mapping itself: unknown fields, missing columns, required fields without a column. */
export function mappingErrors({ table, mapping }: { table: Table; mapping: FileMapping }): string[] {
  const { dataType, fields, constants, idColumns, groupColumns = [] } = mapping;
  if (!mappableTypes.includes(dataType)) return [`"${dataType}" is not one of ${mappableTypes.join(', ')}.`];
  const known = new Set(fieldsOf(dataType).map(({ name }) => name));
  const named = new Set([...Object.keys(fields), ...Object.keys(constants)]);
  const columns = [...new Set([...Object.values(fields), ...idColumns, ...groupColumns])];
  return [
    ...[...named].filter((name) => !known.has(name)).map((name) => `There is no field "${name}".`),
    ...columns.filter((name) => !table.columns.includes(name)).map((name) => `There is no column "${name}".`),
    ...neededFields(dataType)
      .filter((names) => !names.some((name) => named.has(name)))
      .map((names) => `Map a column to ${names.join(' or ')}.`),
    ...(mapping.lines !== 'none' && idColumns.length + groupColumns.length === 0
      ? ['Choose the columns that the rows of one record have in common.']
      : []),
  ];
}

/** Computes the record again from its `source`, of a table or a statement. Throws if it cannot be read. */
export function recordOfSource(source: string): object {
  const read = parseExact(source) as TableSource | StatementSource;
  return 'mapping' in read ? buildRecord(read) : recordOfStatement(read);
}

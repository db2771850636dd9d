import type { FileMapping, Table, TableRow } from '../file-content.ts';
import { fieldsOf, mappableTypes, neededFields } from './fields.ts';
import { groupRows } from './group-rows.ts';
import { guessMarks } from './guess-marks.ts';
import { meaningsOf } from './headings.ts';
import { meaningFields, typeSigns } from './meaning-fields.ts';

export type MappingSuggestion = {
  mapping: FileMapping;
  /** `high`: no needed field is missing, the data type is clear, and the values leave no doubt about dates and amounts. */
  confidence: 'high' | 'low';
  /** Columns that the mapping does not use. */
  unknownColumns: string[];
  /** Needed fields without a column or constant, such as `amountDue or status`. `mapTable` refuses such a mapping. */
  missingFields: string[];
};

type Input = { table: Table; fileName?: string; dataType?: string };

/** Recognises what a table contains, by the headings in several languages and by the values. */
export function suggestMapping({ table, fileName = '', dataType }: Input): MappingSuggestion {
  const meanings = table.columns.map(meaningsOf);
  const wanted = dataType === undefined ? mappableTypes : [dataType];
  const names = `${fileName} ${table.name}`;
  const scored = wanted
    .map((type) => ({ type, score: scoreOf({ type, meanings, names }) }))
    .sort((a, b) => b.score - a.score);
  const type = scored[0]?.type ?? 'invoices';
  const isClear = scored.length === 1 || (scored[0]?.score ?? 0) > (scored[1]?.score ?? 0);
  const fields = fieldsByMeaning({ table, meanings, type });
  const { decimalMark, dateOrder, isSure } = guessMarks({ table, fields, dataType: type });
  const mapping: FileMapping = {
    ...{ dataType: type, fields, constants: {}, decimalMark, dateOrder },
    ...keysOf({ table, meanings, fields, type }),
  };
  if (type === 'journalEntries') moveToLines(table, mapping);
  const missingFields = neededFields(type)
    .filter((some) => !some.some((name) => name in fields))
    .map((some) => some.join(' or '));
  const used = new Set([...Object.values(fields), ...mapping.idColumns, ...(mapping.groupColumns ?? [])]);
  return {
    mapping,
    confidence: isClear && isSure && missingFields.length === 0 ? 'high' : 'low',
    unknownColumns: table.columns.filter((column) => !used.has(column)),
    missingFields,
  };
}

type Score = { type: string; meanings: readonly string[][]; names: string };

function scoreOf({ type, meanings, names }: Score): number {
  const found = new Set(meanings.flat());
  const signs = typeSigns[type];
  const fields = new Set(
    Object.entries(meaningFields[type] ?? {}).flatMap(([meaning, field]) => (found.has(meaning) ? [field] : [])),
  );
  const missing = neededFields(type).filter((some) => !some.some((name) => fields.has(name))).length;
  const known = (signs?.meanings ?? []).filter((meaning) => found.has(meaning)).length;
  return known * 2 + fields.size * 0.5 - missing * 4 + (signs?.words.test(names) ? 5 : 0);
}

type Fields = { table: Table; meanings: readonly string[][]; type: string };

/** Each field gets the first column that means it; a column whose first meaning it is comes before others. */
function fieldsByMeaning({ table, meanings, type }: Fields): Record<string, string> {
  const known = new Set(fieldsOf(type).map(({ name }) => name));
  const fields: Record<string, string> = {};
  const used = new Set<string>();
  const places = Math.max(0, ...meanings.map((some) => some.length));
  for (let place = 0; place < places; place += 1)
    for (const [at, column] of table.columns.entries()) {
      const field = meaningFields[type]?.[meanings[at]?.[place] ?? ''];
      if (!field || !known.has(field) || field in fields || used.has(column)) continue;
      fields[field] = column;
      used.add(column);
    }
  if (type === 'journalEntries' && 'journalLines.netAmount' in fields) {
    delete fields['journalLines.debit'];
    delete fields['journalLines.credit'];
  }
  if (type === 'bankTransactions' && 'amount' in fields) {
    delete fields.moneyIn;
    delete fields.moneyOut;
  }
  return fields;
}

/** A description or reference that differs between the rows of one entry is that of its lines. */
function moveToLines(table: Table, mapping: FileMapping): void {
  const { fields } = mapping;
  const groups = groupRows({ table, mapping, problems: [] });
  for (const name of ['description', 'reference']) {
    const column = fields[name];
    if (column === undefined) continue;
    const at = table.columns.indexOf(column);
    const textsOf = (rows: readonly TableRow[]) => new Set(rows.map(({ cells }) => cells[at]?.trim()).filter(Boolean));
    if (groups.every((rows) => textsOf(rows).size <= 1)) continue;
    delete fields[name];
    fields['journalLines.description'] ??= column;
  }
}

const numberFields = ['invoiceNumber', 'creditNoteNumber', 'billCreditNoteNumber', 'nominalCode', 'code'];

/** Columns that identify a customer or supplier, in a list of them. */
const partyIds: Record<string, string[]> = {
  customers: ['customerId', 'short'],
  suppliers: ['supplierId', 'short'],
};

/** What identifies a record: a column for ids, or a number whose values are all there. */
function keysOf({
  table,
  meanings,
  fields,
  type,
}: Fields & { fields: Record<string, string> }): Pick<FileMapping, 'idColumns' | 'lines' | 'groupColumns'> {
  const own = table.columns.find((_, at) => meanings[at]?.[0] === 'id');
  const number = numberFields.map((name) => fields[name]).find((column) => column !== undefined);
  const entry = table.columns.find((_, at) => meanings[at]?.includes('entry'));
  const hasLines = Object.keys(fields).some((name) => /^(lineItems|journalLines)\./.test(name));
  const key =
    own ?? number ?? table.columns.find((_, at) => meanings[at]?.some((one) => partyIds[type]?.includes(one)));
  if (!hasLines) return { idColumns: key && isUnique(table, key) ? [key] : [], lines: 'none' };
  if (type === 'journalEntries' && entry && !own) return { idColumns: [], groupColumns: [entry], lines: 'same-id' };
  if (!key)
    return {
      idColumns: [],
      groupColumns: fields.postedOn ? [fields.postedOn] : table.columns.slice(0, 1),
      lines: 'same-id',
    };
  const values = valuesOf(table, key);
  const hasBlanks = values.some((value) => !value);
  return { idColumns: [key], lines: hasBlanks ? 'blank-id' : isUnique(table, key) ? 'none' : 'same-id' };
}

const valuesOf = (table: Table, column: string) =>
  table.rows.map(({ cells }) => cells[table.columns.indexOf(column)]?.trim() ?? '');

/** Whether most rows have a value of their own. Lines of totals and a few doubles change nothing. */
function isUnique(table: Table, column: string): boolean {
  const values = valuesOf(table, column).filter(Boolean);
  return new Set(values).size >= values.length * 0.8 && values.length >= table.rows.length * 0.8;
}

/** Whether a kept mapping fits a table: every column that it names exists. */
export function fitsTable({ table, mapping }: { table: Table; mapping: FileMapping }): boolean {
  const named = [...Object.values(mapping.fields), ...mapping.idColumns, ...(mapping.groupColumns ?? [])];
  return named.every((column) => table.columns.includes(column));
}

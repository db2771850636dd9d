import type { Table, TableFile } from '../file-content.ts';
import { type FileLimits, FileRefused, malformed } from '../file-refused.ts';
import { decodeText } from '../text/decode-text.ts';
import { readXml } from '../text/read-xml.ts';
import { type CellStyle, readStyles } from './cell-styles.ts';
import { readSheet } from './read-sheet.ts';
import { readZip } from './read-zip.ts';
import { tableOf } from './table-of.ts';

const parts = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;
const sheetsMax = 50;

/** Reads a spreadsheet: the stored values of its visible sheets. Macros, links and formulas are never looked at. */
export async function readXlsx({ bytes, limits }: { bytes: Uint8Array; limits: FileLimits }): Promise<TableFile> {
  const files = await readZip({ bytes, isWanted: (name) => parts.test(name), limits });
  const book = files.get('xl/workbook.xml');
  const relations = files.get('xl/_rels/workbook.xml.rels');
  if (!book || !relations)
    throw new FileRefused('unknownFormat', 'This archive is not an XLSX file. Save it as .xlsx or .csv.');
  const { sheets, is1904 } = readBook(book);
  const paths = readRelations(relations);
  const strings = readStrings(files.get('xl/sharedStrings.xml'), limits);
  const styles: CellStyle[] = files.has('xl/styles.xml') ? readStyles(files.get('xl/styles.xml') as Buffer) : [];
  const notes: string[] = [];
  const tables: Table[] = [];
  let rowsTotal = 0;
  for (const { name, relation, isHidden } of sheets.slice(0, sheetsMax)) {
    const content = files.get(paths.get(relation) ?? '');
    if (isHidden) notes.push(`The hidden sheet "${name}" was left out.`);
    if (isHidden || !content) continue;
    const rows = readSheet(content, { strings, styles, is1904 }, limits);
    rowsTotal += rows.length;
    if (rowsTotal > limits.rowsMax)
      throw new FileRefused('tooManyRows', `The file has more than ${limits.rowsMax} rows. Split it.`);
    const { table, notes: found } = tableOf({ name, rows, limits });
    if (table) tables.push(table);
    notes.push(...found.map((note) => `${name}: ${note}`));
  }
  if (tables.length === 0) throw malformed('No sheet with headings of columns was found.');
  return { kind: 'table', format: 'xlsx', sheets: tables, notes };
}

type Sheet = { name: string; relation: string; isHidden: boolean };

function readBook(bytes: Uint8Array): { sheets: Sheet[]; is1904: boolean } {
  const sheets: Sheet[] = [];
  let is1904 = false;
  readXml(decodeText(bytes), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      const relation = Object.entries(attributes).find(([key]) => /^\w+:id$/.test(key))?.[1];
      if (name === 'sheet' && relation !== undefined)
        sheets.push({ name: attributes.name ?? '', relation, isHidden: /hidden/i.test(attributes.state ?? '') });
    },
    text() {},
    close() {},
  });
  return { sheets, is1904 };
}

/** Paths of the parts by their relation. A target outside the file, such as an address, is never opened. */
function readRelations(bytes: Uint8Array): Map<string, string> {
  const paths = new Map<string, string>();
  readXml(decodeText(bytes), {
    open(name, { Id = '', Target = '', TargetMode = '' }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
    text() {},
    close() {},
  });
  return paths;
}

/** The texts that cells name by position. Phonetic hints (`rPh`) are not part of a text. */
function readStrings(bytes: Uint8Array | undefined, limits: FileLimits): string[] {
  const strings: string[] = [];
  if (!bytes) return strings;
  let current = '';
  let isText = false;
  let isPhonetic = false;
  readXml(decodeText(bytes), {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't';
    },
    text(text) {
      if (isText && !isPhonetic && current.length <= limits.cellMax) current += text;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') strings.push(current);
    },
  });
  return strings;
}

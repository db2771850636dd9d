import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive with these files, each deflated. `declaredSize` writes a wrong size into the archive. */
export function zipOf(files: Record<string, string | Buffer>, declaredSize?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(content), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(declaredSize ?? content.length, 8);
    const fixed = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
    const length = Buffer.from([name.length, 0, 0, 0]);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixed, sizes, length, Buffer.from(name), packed]);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset);
    const head = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), fixed, sizes, length]);
    directory.push(Buffer.concat([head, Buffer.alloc(10), place, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** A cell as XML without its tag: `{ n: '1.5' }` is a number, `{ d: '46053' }` a date, a text an inline text. */
export type SheetCell = string | { n: string } | { d: string } | { xml: string };

export function xlsxFiles(rows: readonly (readonly SheetCell[])[]): Record<string, string> {
  const sheet = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`)).join('')}</row>`,
  );
  return {
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  };
}

export const xlsxOf = (rows: readonly (readonly SheetCell[])[]) => zipOf(xlsxFiles(rows));

function cellXml(cell: SheetCell, reference: string): string {
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if ('xml' in cell) return cell.xml;
  return 'n' in cell ? `<c r="${reference}"><v>${cell.n}</v></c>` : `<c r="${reference}" s="1"><v>${cell.d}</v></c>`;
}

export const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

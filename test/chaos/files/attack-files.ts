import { camt, mt940, ofx } from '../../../connectors/files/test/write-statements.ts';
import { xlsxFiles, zipOf } from '../../../connectors/files/test/write-xlsx.ts';
import type { HostileFile } from './damage-files.ts';
import { cellsOf, csvOf, invoicesOf, keyOfEntry, keyOfInvoice, randomOf, statementOf } from './true-content.ts';

/** Files that were written to harm: bombs, entities, cycles, and forms that a reader could mistake. */
export function attackFiles(): HostileFile[] {
  const invoices = invoicesOf(randomOf(7));
  const rows = invoices.map((one) => cellsOf(one, 'plain'));
  const csv = csvOf(rows, 'plain');
  const statement = statementOf(randomOf(8));
  const truth = new Set(invoices.map(keyOfInvoice));
  const entries = new Set(statement.entries.map(keyOfEntry));
  const book = xlsxFiles([
    ['Invoice Number', 'Total'],
    ['A', { n: '1' }],
  ]);
  const sheetPath = 'xl/worksheets/sheet1.xml';
  const withSheet = (xml: string) =>
    zipOf({ ...book, [sheetPath]: `<worksheet><sheetData>${xml}</sheetData></worksheet>` });
  const laughs = `<!DOCTYPE d [<!ENTITY a "ha">${Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at} "${`&a${at - 1 < 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]>`;
  const external = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
  const files: [string, string | Uint8Array, ReadonlySet<string>?][] = [
    ['nothing', ''],
    ['only a byte order mark', '\ufeff'],
    ['only line breaks', '\n'.repeat(100_000)],
    ['only zero bytes', new Uint8Array(1_000_000)],
    ['only quotes', '"'.repeat(1_000_001)],
    ['a million columns', `${'a,'.repeat(1_000_000)}a\n`],
    ['a million columns under a header', `${csv}${','.repeat(900_000)}\r\n`, truth],
    ['a row of many megabytes', `${csv}${'x'.repeat(5_000_000)}\r\n`, truth],
    ['two million rows', `Invoice Number,Total\n${'A,1\n'.repeat(2_000_000)}`],
    ['a quote that is never closed', `${csv}"INV-1,Plain,2026-01-01,1.00,0.00\r\n`.repeat(2)],
    ['headings twice', csv.replace('Customer', 'Total'), new Set()],
    ['two separators', csv.replace(/^(INV-1001),/m, '$1;'), truth],
    [
      'UTF-16 with an odd number of bytes',
      Buffer.concat([Buffer.from(`\ufeff${csv}`, 'utf16le'), Buffer.from('x')]),
      truth,
    ],
    ['a text of another code page', Buffer.from(csv.replace(/[^\0-\x7f]/g, '\u0081'), 'latin1')],
    ['a decimal comma under a mapping with a point', csv.replace(/(\d+)\.(\d\d)/g, '"$1,$2"'), new Set()],
    ['a spreadsheet in a text file', `PK\u0003\u0004${csv}`],
    ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['a page of HTML', '<!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>'],
    ['an archive in an archive in an archive', zipOf({ a: zipOf({ b: zipOf({ c: 'x' }) }) })],
    ['a bomb that says its size', zipOf({ ...book, [sheetPath]: Buffer.alloc(90_000_000, 32) })],
    ['a bomb that hides its size', zipOf({ ...book, [sheetPath]: Buffer.alloc(90_000_000, 32) }, 1000)],
    [
      'many bombs below the limit of one',
      zipOf(
        Object.fromEntries([
          ...Object.entries(book),
          ...Array.from({ length: 120 }, (_, at) => [`xl/worksheets/s${at}.xml`, Buffer.alloc(990_000, 32)]),
        ]),
      ),
    ],
    ['five thousand parts', zipOf(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${at}`, ''])))],
    ['entities in a sheet', zipOf({ ...book, [sheetPath]: `${laughs}<worksheet>&a11;</worksheet>` })],
    [
      'an external entity in a sheet',
      zipOf({ ...book, 'xl/sharedStrings.xml': `${external}<sst><si><t>&x;</t></si></sst>` }),
    ],
    ['nested tags', withSheet('<row>'.repeat(100_000))],
    ['a cell in the last column', withSheet('<row r="1"><c r="XFD1" t="inlineStr"><is><t>Total</t></is></c></row>')],
    [
      'a cell in a column that does not exist',
      withSheet('<row r="1"><c r="A1A1" t="inlineStr"><is><t>A</t></is></c></row>'),
    ],
    ['a text that does not exist', withSheet('<row r="1"><c r="A1" t="s"><v>99999999999</v></c></row>')],
    [
      'formulas in a circle, without values',
      withSheet(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Total</t></is></c></row><row r="2"><c r="A2"><f>A3</f></c></row><row r="3"><c r="A3"><f>A2</f></c></row>',
      ),
    ],
    [
      'relations in a circle',
      zipOf({
        ...book,
        'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="workbook.xml"/></Relationships>',
      }),
    ],
    [
      'a relation out of the file',
      zipOf({
        ...book,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="../../../../etc/passwd"/></Relationships>',
      }),
    ],
    ['entities in CAMT', camt(statement, '08').replace('<Document', `${laughs}<Document`)],
    ['an external entity in CAMT', camt(statement, '02').replace('<Document', `${external}<Document`)],
    ['two currencies in CAMT', camt(statement, '08').replace(/<Ntry><Amt Ccy="EUR">/, '<Ntry><Amt Ccy="USD">')],
    ['an entry twice in CAMT', camt(statement, '08').replace(/(<Ntry>.*?<\/Ntry>)/, '$1$1')],
    ['an infinite amount in CAMT', camt(statement, '08').replace(/(<Ntry><Amt Ccy="EUR">)[\d.]+/, '$1INF')],
    ['no direction in CAMT', camt(statement, '02').replace(/<CdtDbtInd>\w+<\/CdtDbtInd><Sts>/, '<Sts>')],
    ['unclosed tags in OFX', ofx(statement, 1).replaceAll('</STMTTRN>', '')],
    ['tags closed in the wrong order in OFX', ofx(statement, 1).replace('</STMTRS>', '</STMTTRNRS>')],
    ['entities in OFX', ofx(statement, 2).replace('<OFX>', `${laughs}<OFX>`)],
    ['a document type in OFX 1', ofx(statement, 1).replace('<OFX>', `<!DOCTYPE x><OFX>`)],
    ['a hundred thousand open tags in OFX', `OFXHEADER:100\n\n<OFX>${'<A>'.repeat(100_000)}</A>`],
    [
      'two amounts in one OFX transaction',
      ofx(statement, 1).replace(/(<TRNAMT>)([^\n]+)\n/, '$1$2\n$15.00\n'),
      entries,
    ],
    ['a transaction twice in OFX', ofx(statement, 1).replace(/(<STMTTRN>[\s\S]*?<\/STMTTRN>\n)/, '$1$1'), entries],
    ['a missing transaction in MT940', mt940(statement).replace(/:61:.*\n:86:.*\n/, '')],
    ['an unknown tag in MT940', mt940(statement).replace(':28C:', ':99Z:')],
    ['a tag without a colon in MT940', mt940(statement).replace(':61:', ':61')],
    ['no closing balance in MT940', mt940(statement).replace(/:62F:.*\n/, '')],
    ['two openings in MT940', mt940(statement).replace(/(:60F:.*\n)/, '$1$1')],
    ['a date that does not exist in MT940', mt940(statement).replace(/:61:2601\d\d/, ':61:260230')],
  ];
  return files.map(([name, content, of]) => ({
    ...{ name, bytes: typeof content === 'string' ? Buffer.from(content) : content, style: 'plain' as const },
    ...{ truth: of ?? new Set<string>(), unseenMax: 0 },
  }));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TableFile } from '../src/file-content.ts';
import { mappingErrors, mapTable, recordOfSource } from '../src/mapping/map-table.ts';
import { fitsTable, suggestMapping } from '../src/mapping/suggest-mapping.ts';
import { FileRefused, readFile } from '../src/read-file.ts';
import { xlsxFiles, xlsxOf, zipOf } from './write-xlsx.ts';

const read = async (content: string | Uint8Array, name = 'file.csv') =>
  (await readFile({ name, bytes: typeof content === 'string' ? Buffer.from(content) : content })) as TableFile;

async function map(content: string | Uint8Array, dataType?: string) {
  const [table] = (await read(content)).sheets;
  assert.ok(table);
  const suggestion = suggestMapping({ table, ...(dataType && { dataType }) });
  const mapped = mapTable({ table, mapping: suggestion.mapping });
  for (const { source, record } of mapped.records)
    assert.equal(JSON.stringify(recordOfSource(source)), JSON.stringify(record), 'fromSource gives the same record');
  return { ...suggestion, ...mapped, table };
}

const refusal = (code: string) => (error: unknown) => {
  assert.ok(error instanceof FileRefused, String(error));
  assert.equal(error.code, code);
  return true;
};

const german = [
  'Rechnungen der Muster GmbH;;;;;',
  'Zeitraum: Januar;;;;;',
  '',
  'Rechnungsnummer;Kunde;Rechnungsdatum;Fällig am;Gesamtbetrag;Offen',
  'R-1;Müller;31.01.2026;28.02.2026;1.234,56;0,00',
  'R-2;"Groß; Söhne";01.02.2026;;99,90;99,90',
  'Summe;;;;1.334,46;99,90',
  '',
].join('\r\n');

test('a German export is recognised in every usual encoding, with its lines above the headings and its totals', async () => {
  const encodings = [
    Buffer.from(german),
    Buffer.from(`\ufeff${german}`),
    Buffer.from(`\ufeff${german}`, 'utf16le'),
    Buffer.from(`\ufeff${german}`, 'utf16le').swap16(),
    Buffer.from(german, 'utf16le'),
    Buffer.from(german, 'latin1'),
    Buffer.from(`sep=;\r\n${german}`),
  ];
  for (const bytes of encodings) {
    const { mapping, confidence, records, problems } = await map(bytes);
    assert.equal(mapping.dataType, 'invoices');
    assert.equal(confidence, 'high');
    assert.deepEqual([mapping.decimalMark, mapping.dateOrder, mapping.idColumns], [',', 'dmy', ['Rechnungsnummer']]);
    assert.deepEqual(
      records.map(({ id, record }) => ({ id, ...record })),
      [
        {
          ...{ id: 'R-1', invoiceNumber: 'R-1', customerRef: { companyName: 'Müller', id: 'Müller' } },
          ...{ issueDate: '2026-01-31T00:00:00Z', dueDate: '2026-02-28T00:00:00Z', totalAmount: 1234.56 },
          ...{ amountDue: 0, status: 'Paid' },
        },
        {
          ...{ id: 'R-2', invoiceNumber: 'R-2', customerRef: { companyName: 'Groß; Söhne', id: 'Groß; Söhne' } },
          ...{ issueDate: '2026-02-01T00:00:00Z', totalAmount: 99.9, amountDue: 99.9, status: 'Submitted' },
        },
      ],
    );
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['This looks like a line of totals. It is left out.'],
    );
  }
});

test('a separator, a decimal mark and an order of dates are found for each file', async () => {
  const cases = [
    ['Date,Description,Amount,Account\n2026-01-31,Coffee,-3.50,Bank\n', 'ymd', -3.5],
    ['Date\tDescription\tAmount\tAccount\n01/31/2026\tCoffee\t"1,003.50"\tBank\n', 'mdy', 1003.5],
    ["Date|Description|Amount|Account\n31.1.2026|Coffee|-1'003,50|Bank\n", 'dmy', -1003.5],
    ['Date;Description;Amount;Account\n31 Jan 2026;Coffee;(3.50);Bank\n', undefined, -3.5],
  ] as const;
  for (const [text, order, amount] of cases) {
    const { mapping, records } = await map(text, 'bankTransactions');
    if (order) assert.equal(mapping.dateOrder, order);
    const [found] = records.map(({ record }) => record as { date: string; amount: number });
    assert.deepEqual([found?.date, found?.amount], ['2026-01-31T00:00:00Z', amount], text);
  }
});

test('a value that cannot be read is a problem of its row, and the other rows become records', async () => {
  const { records, problems } = await map(
    [
      'Invoice Number,Customer,Date,Total,Amount Due',
      'I-1,A,2026-01-31,10.00,0',
      'I-2,A,2026-02-30,10.00,0',
      'I-3,A,2026-01-31,1e400,0',
      'I-4,A,2026-01-31,NaN,0',
      'I-5,"=HYPERLINK(""x"")",2026-01-31,10,0',
      'I-6,A,2026-01-31,10',
      'I-7,A,2026-01-31,10,0,0',
      'I-8,A,2026-01-31,"1,50",0',
      'I-9,A,2026-01-31,1,0',
      'I-9,A,2026-01-31,2,0',
      ',A,2026-01-31,10,0',
      'I-10,"-2+3+cmd|\' /C calc\'!A0",2026-01-31,10,0',
      'I-11,- discount,2026-01-31,-5,0',
      'I-12,A,2026-01-31,,5',
      '',
    ].join('\n'),
  );
  assert.deepEqual(
    records.map(({ id }) => id),
    ['I-1', 'I-11'],
  );
  assert.deepEqual(
    problems.map(({ row }) => row),
    [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15],
  );
});

test('amounts keep every digit', async () => {
  const { records } = await map('Invoice Number,Date,Total,Amount Due\nI-1,2026-01-31,12345678901234567.89,0.10\n');
  assert.match(JSON.stringify(records[0]?.record), /"totalAmount":12345678901234567\.89,"amountDue":0\.1/);
});

test('a spreadsheet is read by its stored values, numbers and dates', async () => {
  const { records, problems, mapping } = await map(
    xlsxOf([
      ['Invoice Number', 'Customer', 'Date', 'Total', 'Amount Due'],
      ['I-1', 'A & B', { d: '46053' }, { n: '12.300000000000001' }, { n: '0' }],
      ['I-2', 'A', { d: '46053' }, { xml: '<c r="D3"><f>1+1</f><v>2</v></c>' }, { n: '1.234' }],
      ['I-3', 'A', { d: '46053' }, { xml: '<c r="D4"><f>1+1</f></c>' }, { n: '0' }],
      ['I-4', 'A', { d: '46053' }, { xml: '<c r="D5" t="e"><v>#REF!</v></c>' }, { n: '0' }],
    ]),
  );
  assert.equal(mapping.dataType, 'invoices');
  assert.deepEqual(
    records.map(({ record }) => {
      const { issueDate, totalAmount, amountDue } = record as Record<string, unknown>;
      return [issueDate, totalAmount, amountDue];
    }),
    [
      ['2026-01-31T00:00:00Z', 12.3, 0],
      ['2026-01-31T00:00:00Z', 2, 1.234],
    ],
  );
  assert.deepEqual(
    problems.map(({ row }) => row),
    [4, 5],
  );
});

test('archives and XML that attack the reader are refused', async () => {
  const rows = xlsxFiles([['Name'], ['A']]);
  const sheet = rows['xl/worksheets/sheet1.xml'] ?? '';
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${sheet}`;
  const bomb = `${sheet}${' '.repeat(30_000_000)}`;
  await assert.rejects(read(zipOf({ ...rows, 'xl/worksheets/sheet1.xml': entities })), refusal('unsafe'));
  await assert.rejects(read(zipOf({ ...rows, 'xl/worksheets/sheet1.xml': bomb })), refusal('unsafe'));
  await assert.rejects(read(zipOf({ ...rows, 'xl/worksheets/sheet1.xml': bomb }, 900)), refusal('malformed'));
  await assert.rejects(read(zipOf({ 'inner.zip': zipOf(rows) })), refusal('unknownFormat'));
  await assert.rejects(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])), refusal('encrypted'));
  const flipped = Buffer.from(zipOf(rows));
  flipped[flipped.indexOf('sheet1.xml') + 30] = 0x55;
  await assert.rejects(read(flipped), refusal('malformed'));
});

test('files that are no tables are refused with a text that says what to do', async () => {
  await assert.rejects(read(''), refusal('empty'));
  await assert.rejects(read(Buffer.from([0, 1, 2, 3, 4, 5, 6])), refusal('unknownFormat'));
  await assert.rejects(read('%PDF-1.7'), refusal('unknownFormat'));
  await assert.rejects(read('<html><table></table></html>'), refusal('unknownFormat'));
  await assert.rejects(read('1,2,3\n4,5,6\n'), refusal('malformed'));
  await assert.rejects(read('Name,City\n"A,B\n'), refusal('malformed'));
  await assert.rejects(read(`${'a,'.repeat(2000)}a\n`), refusal('tooManyColumns'));
});

test('a UTF-8 file with a damaged byte does not become another encoding', async () => {
  const bytes = Buffer.from('Name,Email\nMüller,a@example.com\nGroß,b@example.com\n');
  bytes[bytes.indexOf(0xc3)] = 0xff;
  await assert.rejects(read(bytes), refusal('malformed'));
});

test('rows of one record become its lines, and an entry that does not balance is left out', async () => {
  const { mapping, records, problems } = await map(
    [
      'Entry Number,Date,Description,Account Code,Debit,Credit',
      '1,2026-01-31,Rent,6000,500.00,',
      '1,2026-01-31,Rent,1200,,500.00',
      '2,2026-01-31,Odd,6000,500.00,',
      '',
    ].join('\n'),
  );
  assert.equal(mapping.dataType, 'journalEntries');
  assert.deepEqual(
    records.map(({ record }) => record),
    [
      {
        postedOn: '2026-01-31T00:00:00Z',
        description: 'Rent',
        journalLines: [
          { accountRef: { id: '6000' }, netAmount: 500 },
          { accountRef: { id: '1200' }, netAmount: -500 },
        ],
      },
    ],
  );
  assert.deepEqual(
    problems.map(({ row }) => row),
    [4],
  );
});

test('rows with an empty id continue the record above them', async () => {
  const { mapping, records } = await map(
    [
      'Invoice Number,Customer,Date,Total,Amount Due,Product,Quantity,Unit Price',
      'I-1,A,2026-01-31,30.00,0,Pen,10,1.00',
      ',,,,,Book,2,10.00',
      '',
    ].join('\n'),
    'invoices',
  );
  assert.equal(mapping.lines, 'blank-id');
  assert.equal(records.flatMap(({ record }) => (record as { lineItems: unknown[] }).lineItems).length, 2);
});

test('a kept mapping is checked against the next file', async () => {
  const { mapping, table } = await map('Invoice Number,Date,Total,Amount Due\nI-1,2026-01-31,1,0\n');
  assert.ok(fitsTable({ table, mapping }));
  const other = { ...table, columns: ['Invoice Number', 'Date', 'Sum', 'Amount Due'] };
  assert.ok(!fitsTable({ table: other, mapping }));
  assert.deepEqual(mappingErrors({ table: other, mapping }), ['There is no column "Total".']);
  assert.deepEqual(mappingErrors({ table, mapping: { ...mapping, fields: { invoiceNumber: 'Date' } } }).length, 3);
});

test('a list of customers is identified by their number', async () => {
  const { mapping, records } = await map('Customer number,Customer name,E-mail\nC-1,Customer 1,c1@example.com\n');
  assert.deepEqual([mapping.dataType, mapping.idColumns], ['customers', ['Customer number']]);
  assert.deepEqual(
    records.map(({ id }) => id),
    ['C-1'],
  );
});

test('P-FILES: a currency beside an amount is read, and an amount in another currency than the record is refused', async () => {
  const head = 'Entry,Date,Account,Amount';
  const lines = (bank: string) => `${head}\n1,2026-01-02,Rent,500.00 USD\n1,2026-01-02,Bank,${bank}\n`;
  const { records } = await map(lines('-500.00 USD'), 'journalEntries');
  const [entry] = records.map(({ record }) => record as { journalLines: { currency: string }[] });
  assert.deepEqual(
    entry?.journalLines.map(({ currency }) => currency),
    ['USD', 'USD'],
  );
  const invoice = 'Invoice Number,Date,Total,Amount Due,Currency\n';
  const mixed = await map(
    `${invoice}I-1,2026-01-31,12.00 USD,0.00,EUR\nI-2,2026-01-31,EUR 12.00,0.00,EUR\n`,
    'invoices',
  );
  assert.deepEqual(
    mixed.records.map(({ id }) => id),
    ['I-2'],
  );
  assert.equal(mixed.problems[0]?.message, 'The amount is in USD, but the currency is EUR.');
});

test('P-FILES: the total below a list of balances is no account, but an account named so is one', async () => {
  const { records, problems } = await map(
    'account,balance\nTotal,5.00 EUR\nbank,7.00 EUR\ntotal,12.00 EUR\n',
    'accounts',
  );
  assert.deepEqual(
    records.map(({ record }) => (record as { name: string }).name),
    ['Total', 'bank'],
  );
  assert.deepEqual(problems, [{ row: 4, message: 'This looks like a line of totals. It is left out.' }]);
});

test('P-FILES: the headings of the exports of Odoo and Tryton are understood', async () => {
  const fieldsOf = async (content: string, dataType?: string) => (await map(`${content}\n`, dataType)).mapping.fields;
  const invoice = await fieldsOf('Number,Party/Record Name,Invoice Date,Total,Amount to Pay,Currency/Code');
  assert.equal(invoice['customerRef.companyName'], 'Party/Record Name');
  const payment = await fieldsOf('Number,Date,Customer/Vendor,Amount,Currency', 'payments');
  assert.equal(payment['customerRef.companyName'], 'Customer/Vendor');
  assert.equal((await fieldsOf('Code,Account Name,Type,Company Currency', 'accounts')).currency, 'Company Currency');
  assert.equal((await fieldsOf('Tax Name,Amount', 'taxRates')).name, 'Tax Name');
  const bank = await fieldsOf('Date,Label,Amount,Journal', 'bankTransactions');
  assert.equal(bank['bankAccountRef.name'], 'Journal');
  const items = await map('Internal Reference,Name,Product Type\nA,Set,Combo\n', 'items');
  const [item] = items.records as { record: { type?: string } }[];
  assert.deepEqual([items.problems, item?.record.type], [[], 'Unknown']);
});

test('P-FILES: a label that differs between the lines of an entry is that of the lines', async () => {
  const lines = (labels: string[]) =>
    [
      'Journal Entry,Date,Account,Label,Debit,Credit',
      `M1,2026-01-31,Rent,${labels[0]},5,0`,
      `M1,2026-01-31,Bank,${labels[1]},0,5`,
    ].join('\n');
  const differing = await map(lines(['Office', 'Paid']));
  const [entry] = differing.records as { record: { description?: string; journalLines: { description: string }[] } }[];
  assert.deepEqual(differing.problems, []);
  assert.equal(entry?.record.description, undefined);
  assert.deepEqual(
    entry?.record.journalLines.map(({ description }) => description),
    ['Office', 'Paid'],
  );
  const [same] = (await map(lines(['Office', 'Office']))).records as { record: { description?: string } }[];
  assert.equal(same?.record.description, 'Office');
});

test('P-FILES: the apostrophe with which Odoo guards a text is not part of it, except before a formula', async () => {
  const { records, problems } = await map(`Name,Phone\nA,'+44 20 7946\nB,'=1+1\nC,'quoted'\n`, 'customers');
  assert.deepEqual(problems, []);
  assert.deepEqual(
    (records as { record: { phone: string } }[]).map(({ record }) => record.phone),
    ['+44 20 7946', "'=1+1", "'quoted'"],
  );
});

import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { useApp } from '../../../../test/harness.ts';
import { filesOn } from '../../../../test/uploads/uploading.ts';
import { TrytonBooks } from '../../../tryton/test/live/tryton-books.ts';
import { newBooks, serverVersion } from '../../../tryton/test/live/tryton-server.ts';
import {
  compareRecords,
  dayOf,
  type ExactRecord,
  loadExport,
  openExports,
  plainNumber,
  testConformance,
} from './load-export.ts';

/** CSV files that Tryton's own export writes, uploaded to Daybook and compared with Tryton's data. */
const run = promisify(execFile);
const app = useApp({ config: filesOn });
const books = await TrytonBooks.open(await newBooks(50));
openExports(`Tryton ${await serverVersion()}`);

/** Tryton exports what a person has chosen, from the same URL as its client's "Export to CSV". */
async function exported(model: string, domain: unknown[], fields: string[]): Promise<string> {
  const { url, database, user, password } = books.place;
  const query = new URLSearchParams({ d: JSON.stringify(domain), c: JSON.stringify({ company: books.company }) });
  for (const field of fields) query.append('f', field);
  // Tryton 6.0 sends the header Content-Length twice, which Node.js refuses.
  const from = `${url}/${database}/data/${model}?${query}`;
  return (await run('curl', ['-fsS', '--ignore-content-length', '-u', `${user}:${password}`, from])).stdout;
}

type Row = Record<string, unknown>;
const day = (value: unknown) => dayOf(value ?? '');

test('customer invoices that Tryton exports are read as they are', async () => {
  const domain = [
    ['type', '=', 'out'],
    ['state', 'in', ['posted', 'paid']],
    ['total_amount', '>=', 0],
  ];
  const fields = ['number', 'party/rec_name', 'invoice_date', 'total_amount', 'amount_to_pay', 'currency/code'];
  const content = await exported('account.invoice', domain, fields);
  const records = await loadExport(app, await app.account(), {
    ...{ fileName: 'account.invoice.csv', content, dataType: 'invoices' },
  });
  const keyOf = (values: unknown[]) => values.map((value) => value ?? '').join('|');
  const truth = await books.read<Row>('account.invoice', domain, [
    ...['number', 'party.rec_name', 'invoice_date', 'total_amount', 'amount_to_pay', 'currency.code'],
  ]);
  compareRecords(
    'account.invoice.csv',
    records.map(({ invoiceNumber, customerRef, issueDate, totalAmount, amountDue, currency }) =>
      keyOf([
        ...[invoiceNumber, customerRef?.companyName, day(issueDate), plainNumber(totalAmount)],
        ...[plainNumber(amountDue), currency],
      ]),
    ),
    truth.map((row) => {
      const [party, currency] = [row.party, row.currency] as Row[];
      const { number, invoice_date: date, total_amount: total, amount_to_pay: due } = row;
      return keyOf([number, party?.rec_name, day(date), plainNumber(total), plainNumber(due), currency?.code]);
    }),
  );
});

test('parties that Tryton exports are read as customers', async () => {
  const content = await exported('party.party', [], ['code', 'name']);
  const records = await loadExport(app, await app.account(), {
    ...{ fileName: 'party.party.csv', content, dataType: 'customers' },
  });
  const truth = await books.read<Row>('party.party', [], ['code', 'name']);
  compareRecords(
    'party.party.csv',
    records.map(({ id, customerName }) => `${id} ${customerName}`),
    truth.map(({ code, name }) => `${code} ${name}`),
  );
});

test('the lines of moves that Tryton exports are read as journal entries', async () => {
  const domain = [['move.state', '=', 'posted']];
  const fields = ['move/id', 'date', 'account/rec_name', 'debit', 'credit'];
  const content = await exported('account.move.line', domain, fields);
  const records = await loadExport(app, await app.account(), {
    ...{ fileName: 'account.move.line.csv', content, dataType: 'journalEntries' },
  });
  const truth = new Map<string, string[]>();
  for (const row of await books.read<Row>('account.move.line', domain, [
    'move',
    'date',
    'account.rec_name',
    'debit',
    'credit',
  ])) {
    const { rec_name: account } = row.account as Row;
    const net = Number(row.debit) ? plainNumber(row.debit) : plainNumber(`-${row.credit}`);
    const key = `${row.move} ${day(row.date)}`;
    truth.set(key, [...(truth.get(key) ?? []), `${account} ${net}`]);
  }
  const lined = (date: unknown, lines: string[]) => [day(date), ...lines.sort()].join('|');
  compareRecords(
    'account.move.line.csv',
    records.map(({ postedOn, journalLines }) =>
      lined(
        postedOn,
        journalLines.map(({ accountRef, netAmount }: ExactRecord) => `${accountRef.name} ${plainNumber(netAmount)}`),
      ),
    ),
    [...truth].map(([key, lines]) => lined(key.split(' ')[1], lines)),
  );
});

test('the chart of accounts that Tryton exports is read with its balances', async () => {
  // An account without a code has nothing that identifies it: the preview says so.
  const domain = [
    ['type', '!=', null],
    ['code', '!=', null],
  ];
  const content = await exported('account.account', domain, ['code', 'name', 'balance', 'currency/code']);
  const records = await loadExport(app, await app.account(), {
    ...{ fileName: 'account.account.csv', content, dataType: 'accounts' },
  });
  const truth = await books.read<Row>('account.account', domain, ['code', 'name', 'balance', 'currency.code']);
  compareRecords(
    'account.account.csv',
    records.map(({ nominalCode, name, currentBalance, currency }) =>
      [nominalCode ?? '', name, plainNumber(currentBalance), currency].join('|'),
    ),
    truth.map((row) => [row.code ?? '', row.name, plainNumber(row.balance), (row.currency as Row).code].join('|')),
  );
});

testConformance();

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '../../src/csv/csv-text.ts';
import { useApp } from '../harness.ts';
import { parseCsv } from '../parse-csv.ts';
import { anInvoice, companyWith, publishRecords, type RecordToPublish, someInvoices } from './seed-data-set.ts';

/** `format=csv`: every record of a filter, exact, in one file. */
const app = useApp({ config: { role: 'api' } });

/** A number with its exact text. TypeScript does not know `JSON.rawJSON` yet. */
const rawJson = (text: string) => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text);

test('a line quotes what needs quotes, and makes texts harmless that a spreadsheet would run', () => {
  assert.equal(csvLine(['a', null, 'b,c', 'say "x"', 'two\r\nlines']), 'a,,"b,c","say ""x""","two\r\nlines"\r\n');
  for (const text of ['=1+1', '+49 30', '-cmd', '@sum', '\tx', '-', '+1'])
    assert.equal(csvLine([text]), `'${text}\r\n`);
  for (const text of ['-12.50', '-0.1', '1e-7', '-3E+9', '007', '']) assert.equal(csvLine([text]), `${text}\r\n`);
  assert.equal(csvLine(['=HYPERLINK("x","y")']), `"'=HYPERLINK(""x"",""y"")"\r\n`);
});

test('the file has every record of the filter once, in the order, with every digit, over many parts', async () => {
  const account = await app.account();
  const records: RecordToPublish[] = someInvoices(1300, (n) => ({
    issueDate: `2026-0${1 + (n % 9)}-15T00:00:00Z`,
    customerRef: { id: `c${n % 7}`, companyName: n % 2 ? `Müller, "${n}"\nSöhne` : '=cmd()' },
    totalAmount: rawJson(`${n}.10000000000000000${n % 10}`),
  }));
  const books = await companyWith(app.ctx.db, account, records);
  const ask = async (query: Record<string, string>) => {
    const answer = await account.send(`GET ${books.path}?${new URLSearchParams({ format: 'csv', ...query })}`);
    assert.equal(answer.status, 200, answer.text);
    return { rows: parseCsv(answer.text), headers: answer.headers };
  };
  const columns = 'invoiceNumber,totalAmount,customerRef.companyName,dueDate';
  const { rows, headers } = await ask({ columns, orderBy: '-issueDate' });
  assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="invoices-\d{4}-\d\d-\d\d\.csv"$/);
  assert.deepEqual(rows[0], columns.split(','));
  assert.equal(rows.length, 1301);
  const byNumber = new Map(rows.slice(1).map((row) => [row[0], row]));
  assert.equal(byNumber.size, 1300, 'every record once');
  for (const n of [1, 2, 499, 500, 501, 1000, 1300])
    assert.deepEqual(byNumber.get(`N${n}`), [
      `N${n}`,
      `${n}.10000000000000000${n % 10}`,
      n % 2 ? `Müller, "${n}"\nSöhne` : "'=cmd()",
      '',
    ]);
  const list = await account.send(`GET ${books.path}?orderBy=-issueDate&pageSize=1300`);
  assert.deepEqual(
    rows.slice(1).map(([number]) => number),
    list.body.results.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber),
  );
  const drafts = await ask({ query: 'status=draft && totalAmount>1000', columns: 'id,status' });
  assert.equal(drafts.rows.length - 1, 100);
  assert.ok(drafts.rows.slice(1).every(([, status]) => status === 'Draft'));
  const whole = await ask({});
  assert.ok(whole.rows[0]?.includes('customerRef.companyName') && whole.rows[0].includes('metadata.isDeleted'));
  assert.ok(!whole.rows[0]?.some((name) => name.startsWith('lineItems')), 'lists only on request');
  assert.equal((await ask({ query: 'status=void' })).rows.length, 1, 'only the names');
});

test('a file shows one published state, even if another one is published while it is read', async () => {
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(1200));
  const response = await fetch(`${app.url}${books.path}?format=csv&columns=id,status`, {
    headers: { authorization: `Basic ${Buffer.from(account.key).toString('base64')}` },
  });
  const changed = someInvoices(1200, () => ({ status: 'Void' }));
  await publishRecords(app.ctx.db, books, changed);
  const rows = parseCsv(await response.text());
  assert.equal(rows.length, 1201);
  assert.ok(rows.every(([, status]) => status !== 'Void'));
});

test('what cannot be exported is refused as JSON: unknown columns, pages, filters that are wrong, and data that is not there', async () => {
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, [{ id: 'a', record: anInvoice() }]);
  for (const [query, status] of [
    ['format=csv&columns=nothing', 400],
    ['format=csv&columns=lineItems.quantity', 400],
    ['format=csv&page=2', 400],
    ['format=csv&include=sourceData', 400],
    ['format=csv&query=status~', 400],
    ['format=xml', 400],
    ['columns=id', 400],
    ['format=csv&asOf=2020-01-01', 200],
  ] as const) {
    const answer = await account.send(`GET ${books.path}?${query}`);
    assert.equal(answer.status, status, query);
    assert.equal(answer.headers.get('content-type')?.includes('json'), status === 400, query);
  }
  const bills = `GET /companies/${books.companyId}/data/bills`;
  const [none, plain] = [await account.send(`${bills}?format=csv`), await account.send(bills)];
  assert.deepEqual([none.status, none.body.code], [plain.status, plain.body.code], 'as without format=csv');
  assert.equal(none.status, 404);
  const other = await app.account();
  assert.equal((await other.send(`GET ${books.path}?format=csv`)).status, 403);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDataType } from '@daybook/connector-kit';
import { parquetColumns, readValue } from '../../src/data/export/parquet-columns.ts';
import { findRecordSchema } from '../../src/data/read/record-schema.ts';
import { useApp } from '../harness.ts';
import { companyWith, someInvoices } from './seed-data-set.ts';

/** `npm run parquet` reads a file with Apache Arrow's own reader and compares every value with the database. */
const app = useApp({ config: { role: 'api' } });

test('a value that does not fit its Parquet column exactly is not rounded, but reported as unfit', () => {
  const unit = 10n ** 18n;
  const cases: [kind: Parameters<typeof readValue>[0], text: string | null, value: unknown][] = [
    ['decimal', '12.30', (unit * 123n) / 10n],
    ['decimal', '-0.01', -(unit / 100n)],
    ['decimal', '99999999999999999999', 99999999999999999999n * unit],
    ['decimal', '0.1234567890123456780000', 123456789012345678n],
    ['decimal', '100000000000000000000', undefined],
    ['decimal', '0.1234567890123456789', undefined],
    ['decimal', 'NaN', undefined],
    ['decimal', null, null],
    ['time', '1970-01-01T00:00:01Z', 1_000_000n],
    ['time', '1970-01-01T02:00:00.000001+02:00', 1n],
    ['time', '1969-12-31T23:59:59.5Z', -500_000n],
    ['time', '2026-01-01T00:00:00.1234560Z', BigInt(Date.UTC(2026, 0, 1)) * 1000n + 123_456n],
    ['time', '2026-01-01T00:00:00.1234567Z', undefined],
    ['time', '2026-01-01T00:00:00', undefined],
    ['time', '2026-13-01T00:00:00Z', undefined],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', 'maybe', undefined],
    ['text', '', ''],
  ];
  for (const [kind, text, value] of cases) assert.equal(readValue(kind, text), value, `${kind} ${text}`);
});

test('columns have the names of a mirror, with the kinds of their fields', () => {
  const schema = findRecordSchema('invoices') ?? assert.fail();
  assert.ok(findDataType('invoices'));
  assert.deepEqual(
    parquetColumns(schema.stored, ['customerRef.id', 'totalAmount', 'metadata.isDeleted', 'lineItems']),
    [
      { name: 'customer_ref_id', kind: 'text' },
      { name: 'total_amount', kind: 'decimal' },
      { name: 'metadata_is_deleted', kind: 'boolean' },
      { name: 'line_items', kind: 'text' },
    ],
  );
});

test('an export as Parquet begins and ends as such a file, also without records, and three of an account at once are too many', async () => {
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(1200));
  const authorization = `Basic ${Buffer.from(account.key).toString('base64')}`;
  const ask = (search = '') =>
    fetch(`${app.url}${books.path}/export?format=parquet${search}`, { headers: { authorization } });
  for (const search of ['', '&query=status=void', '&columns=id,lineItems']) {
    const response = await ask(search);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/vnd.apache.parquet');
    const file = Buffer.from(await response.arrayBuffer());
    assert.deepEqual(
      [file.toString('latin1', 0, 4), file.toString('latin1', file.length - 4)],
      ['PAR1', 'PAR1'],
      search,
    );
  }
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask()));
  const statuses = answers.map((answer) => answer.status);
  assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join());
  const refused = answers.find((answer) => answer.status === 429);
  assert.equal(refused?.headers.get('retry-after'), '30');
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  assert.equal((await ask()).status, 200, 'the threads have ended');
});

test('an export as Parquet of many large records stays within the memory of its thread', async () => {
  const account = await app.account();
  // 120 MB in one part: more than the thread may hold.
  const note = 'A note of a long invoice. '.repeat(12_000);
  const books = await companyWith(
    app.ctx.db,
    account,
    someInvoices(400, () => ({ note })),
  );
  const authorization = `Basic ${Buffer.from(account.key).toString('base64')}`;
  const response = await fetch(`${app.url}${books.path}/export?format=parquet`, { headers: { authorization } });
  const file = Buffer.from(await response.arrayBuffer());
  assert.equal(file.toString('latin1', file.length - 4), 'PAR1');
});

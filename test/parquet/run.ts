import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { type Figures, holdBar, type Report, say, writeReport } from '../../bench/report.ts';
import { startCell } from '../../bench/start-cell.ts';
import { makeChaosAccount } from '../chaos/sandbox-cell.ts';
import { anInvoice, companyWith, publishRecords, type RecordToPublish } from '../data/seed-data-set.ts';
import type { Seeded } from '../data/seed-publication.ts';
import { installPyarrow } from './install-pyarrow.ts';

/**
 * `npm run parquet [-- --json]`: exports invoices as Parquet, reads the file with Apache Arrow's own reader, and compares
 * rows, types, sums and every value with the database.
 */
const records = 25_000;
const rawJson = (text: string) => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text);

/** Values at the limits of their columns, and some beyond them. */
const amounts = ['0', '-0.01', '99999999999999999999.999999999999999999', '-1.10', '1e3', '0.000000000000000001'];
const unfit = ['123456789012345678901', '0.1234567890123456789', '-100000000000000000000.5'];
const times = ['2026-02-28T23:59:59Z', '2026-03-01T01:30:00.123456+02:00', '1969-12-31T23:59:59.000001Z'];

const invoices = (): RecordToPublish[] =>
  Array.from({ length: records }, (_, n) => ({
    id: `i${String(n).padStart(6, '0')}`,
    record: anInvoice({
      invoiceNumber: `N${n} ${'ü'.repeat(n % 5)}`,
      totalAmount: rawJson(n % 1000 === 7 ? (unfit[((n / 1000) % 3) | 0] ?? '') : (amounts[n % 6] ?? '')),
      amountDue: rawJson(`${n}.${String(n % 100).padStart(2, '0')}`),
      issueDate: times[n % 3],
      ...(n % 4 === 0 && { dueDate: times[(n + 1) % 3] }),
      ...(n % 2 === 0 && { customerRef: { id: `c${n % 97}`, companyName: 'A "B", C\n' } }),
      ...(n % 3 === 0 && { lineItems: [{ unitAmount: rawJson('1.50'), quantity: n }] }),
    }),
  }));

type Column = { type: string; nulls: number; sum: string; digest: string };
type ReadFile = { rows: number; groups: number[]; metadata: Record<string, string>; columns: Record<string, Column> };

/** How a column is computed from the database, without any code of the export. */
const fits = (value: string) =>
  `case when abs(trunc(${value})) < 1e20 and scale(trim_scale(${value})) <= 18 then ${value} end`;
const decimal = (path: string) => `trim_scale(${fits(`(payload #>> '${path}')::numeric`)})::text`;
const time = (path: string) => `(extract(epoch from (payload #>> '${path}')::timestamptz) * 1000000)::bigint::text`;
const text = (path: string) => `payload #>> '${path}'`;
const expected: Record<string, { type: string; value: string }> = {
  id: { type: 'string', value: text('{id}') },
  invoice_number: { type: 'string', value: text('{invoiceNumber}') },
  customer_ref_company_name: { type: 'string', value: text('{customerRef,companyName}') },
  issue_date: { type: 'timestamp[us, tz=UTC]', value: time('{issueDate}') },
  due_date: { type: 'timestamp[us, tz=UTC]', value: time('{dueDate}') },
  total_amount: { type: 'decimal128(38, 18)', value: decimal('{totalAmount}') },
  amount_due: { type: 'decimal128(38, 18)', value: decimal('{amountDue}') },
  status: { type: 'string', value: text('{status}') },
  metadata_is_deleted: { type: 'bool', value: text('{metadata,isDeleted}') },
  line_items: { type: 'string', value: text('{lineItems}') },
  unfit_values: {
    type: 'string',
    value: `case when ${fits("(payload #>> '{totalAmount}')::numeric")} is null
      then '{"total_amount":"' || (payload #>> '{totalAmount}') || '"}' end`,
  },
};

async function readDatabase(pool: pg.Pool, { dataSetId }: Seeded, value: string): Promise<Omit<Column, 'type'>> {
  const { rows } = await pool.query<{ value: string | null }>(
    `select ${value} as value from record where data_set_id = $1 and gen_to is null order by record_id`,
    [dataSetId],
  );
  const sum = await pool.query<{ sum: string | null }>(
    `select trim_scale(sum(value::numeric))::text as sum from unnest($1::text[]) value where value ~ '^-?[0-9.]+$'`,
    [rows.map((row) => row.value)],
  );
  return {
    nulls: rows.filter((row) => row.value === null).length,
    sum: sum.rows[0]?.sum ?? '0',
    digest: hash('sha256', rows.map((row) => `${row.value ?? '\0'}\n`).join('')),
  };
}

async function check(): Promise<Report> {
  const python = await installPyarrow();
  const folder = await mkdtemp(join(tmpdir(), 'daybook-parquet-'));
  const cell = await startCell();
  try {
    const { url } = await cell.serve();
    const account = await makeChaosAccount(cell, url);
    const books = await companyWith(cell.base.db, account, []);
    await publishRecords(cell.base.db, books, invoices());
    const file = join(folder, 'invoices.parquet');
    const headers = { authorization: `Basic ${Buffer.from(account.key).toString('base64')}` };
    const response = await fetch(`${url}${books.path}/export?format=parquet`, { headers });
    if (!response.ok) throw new Error(await response.text());
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    const { stdout } = await promisify(execFile)(python, [join(import.meta.dirname, 'read-parquet.py'), file]);
    const read: ReadFile = JSON.parse(stdout);
    let wrong = 0;
    const compare = (what: string, found: unknown, wanted: unknown) => {
      if (found === wanted) return;
      wrong++;
      say(`${what} is ${found} instead of ${wanted}`);
    };
    for (const [name, { type, value }] of Object.entries(expected)) {
      const column = read.columns[name];
      const wanted = await readDatabase(cell.base.db.pool, books, value);
      compare(`the type of ${name}`, column?.type, type);
      compare(`the number of nulls of ${name}`, column?.nulls, wanted.nulls);
      if (type.startsWith('decimal') || type.startsWith('timestamp'))
        compare(`the sum of ${name}`, column?.sum, wanted.sum);
      compare(`the digest of ${name}`, column?.digest, wanted.digest);
    }
    compare('X-Total-Results', Number(response.headers.get('x-total-results')), records);
    compare('the generation', read.metadata['daybook.generation'], response.headers.get('x-generation'));
    const figures: Figures = {
      rows: read.rows,
      columns: Object.keys(read.columns).length,
      comparedColumns: Object.keys(expected).length,
      rowGroups: read.groups.length,
      largestRowGroup: Math.max(...read.groups),
      unfitValues: records - (read.columns.unfit_values?.nulls ?? records),
      differences: wrong,
    };
    return {
      name: 'parquet',
      figures,
      bars: [
        holdBar(figures, 'rows', `>= ${records}`),
        holdBar(figures, 'rows', `<= ${records}`),
        holdBar(figures, 'unfitValues', '>= 1'),
        holdBar(figures, 'largestRowGroup', '<= 20000'),
        holdBar(figures, 'differences', '<= 0'),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await cell.stop();
  }
}

const report = await check();
process.stdout.write(writeReport(report, { json: process.argv.includes('--json') }), () =>
  process.exit(report.bars.every((bar) => bar.holds) ? 0 : 1),
);

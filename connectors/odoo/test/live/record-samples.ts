import { mkdir, writeFile } from 'node:fs/promises';
import { plainHttp, pullAll } from '@daybook/connector-kit/conformance';
import { createOdooConnector } from '../../src/odoo-connector.ts';

/**
 * Writes the samples: records of a running Odoo as it sent them, a few of every kind. Run it by hand after the fields
 * that a data type reads have changed: `start-odoo.sh up`, set its output as environment variables, then this file.
 */
const { ODOO_URL: url = '', ODOO_DB: database = '', ODOO_KEY: apiKey = '' } = process.env;
const credentials = { url, database, company: 'YourCompany', user: 'connector', apiKey };
const connector = createOdooConnector();
const folder = new URL('../samples/', import.meta.url);
await mkdir(folder, { recursive: true });

type Row = Record<string, unknown> & { line_ids?: unknown[]; currency_id?: { name: string } };

/** Rows of one kind look alike in tests. */
const kindOf = (row: Row) =>
  [row.state, row.payment_state, row.payment_type, row.account_type, row.type, row.currency_id?.name].join();
const rowsMax = 8;

for (const dataType of Object.keys(connector.pull)) {
  const pages = await pullAll(connector, { http: plainHttp({ timeoutMs: 60_000 }), credentials }, dataType);
  const rows = pages.flatMap((page) => page.records).map(({ source = '' }) => JSON.parse(source) as Row);
  const kinds = new Map(rows.map((row) => [kindOf(row), row]));
  const kept = kinds.size > 1 ? [...kinds.values()].slice(0, rowsMax) : rows.slice(-2);
  await writeFile(new URL(`${dataType}.json`, folder), `${JSON.stringify(kept, null, 2)}\n`);
}

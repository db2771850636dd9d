import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createAccount } from '../src/accounts/create-account.ts';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import { withLongStatements } from './long-statements.ts';
import { say } from './report.ts';
import type { Cell } from './start-cell.ts';

/** One data set with very many invoices among thousands of small ones, in the same account and in others. */
export type SeededRecords = {
  accountId: string;
  key: string;
  companyId: string;
  dataSetId: number;
  invoices: number;
  otherDataSets: number;
  otherRecords: number;
};

export async function seedRecords(
  cell: Pick<Cell, 'base'>,
  wanted: { invoices: number; dataSets: number; otherAccounts?: number },
): Promise<SeededRecords> {
  const { db } = cell.base;
  const { accountId } = await createAccount(cell.base, { name: 'Large', plan: 'paid' });
  const { secret } = await db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'bench' }));
  const companyId = randomUUID();
  return withLongStatements(db, async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(makeAccounts, [wanted.otherAccounts ?? 99]);
    await client.query("set session_replication_role = 'replica'");
    await client.query(makeCompanies, [wanted.dataSets, accountId]);
    await client.query(makeCompany, [accountId, companyId]);
    await client.query(makeConnections);
    await client.query(makeDataSets);
    const { rows } = await client.query('select data_set_id from data_set where company_id = $1', [companyId]);
    const dataSetId: number = rows[0].data_set_id;
    await withoutIndexes(client, async () => {
      await client.query(fillRecords, [wanted.invoices, companyId]);
      say('records written');
    });
    await client.query(publish);
    for (const table of ['record', 'data_set', 'company', 'connection']) {
      await client.query(`vacuum (analyze) ${table}`);
    }
    // Otherwise the seeded data would be flushed to disk during the measurement.
    await client.query('checkpoint');
    const counts = await client.query<{ own: number; others: number }>(
      `select count(*) filter (where company_id = $1) as own, count(*) filter (where company_id <> $1) as others from record`,
      [companyId],
    );
    const { own = 0, others = 0 } = counts.rows[0] ?? {};
    if (own !== wanted.invoices) throw new Error(`${own} invoices were seeded instead of ${wanted.invoices}.`);
    return {
      accountId,
      key: secret,
      companyId,
      dataSetId,
      invoices: own,
      otherDataSets: wanted.dataSets,
      otherRecords: others,
    };
  });
}

/** Drops the indexes during the work: building them afterwards is much faster than updating them row by row. */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'record'::regclass and not indisprimary`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '));
}

const makeAccounts = `insert into account (account_id, name, plan, created_at)
  select gen_random_uuid(), 'Other ' || n, 'paid', '2023-01-01' from generate_series(1, $1::int) n`;

/** Every tenth company belongs to the measured account. */
const makeCompanies = `insert into company (account_id, company_id, name, created_at)
  select case when n % 10 = 0 then $2::uuid else (array(select account_id from account order by account_id))[1 + n % 100] end,
    gen_random_uuid(), 'Company ' || n, '2025-01-01' from generate_series(1, $1::int) n`;

const makeCompany = `insert into company (account_id, company_id, name, created_at)
  values ($1, $2, 'Large', '2025-01-01')`;

const makeConnections = `insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at, linked_at)
  select account_id, company_id, gen_random_uuid(), 'sandbox', 'Accounting', 'Linked', created_at, created_at from company`;

const makeDataSets = `insert into data_set (account_id, company_id, connection_id, data_type, requested_at)
  select account_id, company_id, connection_id, 'invoices', created_at from connection order by connection_id`;

/**
 * About 900 characters of payload. Ids are random, so the 100 records of a page are on about 100 pages of the table.
 * One record in a hundred is void; amounts are spread evenly from 0 to 5,000.
 */
const fillRecords = `insert into record (account_id, company_id, data_set_id, record_id, gen_from, change, hash,
    status, date1, date2, amount1, amount1_f, amount2, amount2_f, ref1, payload)
  select account_id, company_id, data_set_id, id, 1, 'a', '\\x00000000000000000000000000000000', lower(status), at, at + interval '30 days',
    amount, amount, due, due, 'customer-' || h % 997,
    jsonb_build_object('id', id, 'invoiceNumber', 'INV-' || lpad(n::text, 8, '0'),
      'customerRef', jsonb_build_object('id', 'customer-' || h % 997, 'companyName', 'Customer ' || h % 997 || ' Trading Ltd'),
      'issueDate', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'dueDate', to_char(at + interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'currency', 'EUR', 'currencyRate', 1.0, 'subTotal', round(amount / 1.2, 2), 'totalTaxAmount', amount - round(amount / 1.2, 2),
      'totalDiscount', 0, 'totalAmount', amount, 'amountDue', due, 'status', status, 'note', 'Thank you for your business; payable within 30 days.',
      'lineItems', jsonb_build_array(
        jsonb_build_object('description', 'Consulting, hours of week ' || h % 52, 'unitAmount', round(amount / 2, 2), 'quantity', 1,
          'totalAmount', round(amount / 2, 2), 'accountRef', '{"id": "4000", "name": "Sales"}'::jsonb, 'itemRef', jsonb_build_object('id', 'item-' || h % 50)),
        jsonb_build_object('description', 'Licence, renewal', 'unitAmount', amount - round(amount / 2, 2), 'quantity', 1,
          'totalAmount', amount - round(amount / 2, 2), 'accountRef', '{"id": "4010", "name": "Licences"}'::jsonb)),
      'modifiedDate', '2026-11-01T00:00:00.000Z', 'sourceModifiedDate', '2026-10-31T23:59:00Z', 'metadata', '{"isDeleted": false}'::jsonb)
  from (
    select d.account_id, d.company_id, d.data_set_id, n, gen_random_uuid()::text as id, h,
      (array['Paid','Paid','Submitted','PartiallyPaid'])[1 + h % 4] as usual,
      case when h % 100 = 7 then 'Void' else (array['Paid','Paid','Submitted','PartiallyPaid'])[1 + h / 100 % 4] end as status,
      timestamptz '2020-01-01' + h % 189000000 * interval '1 second' as at, (h / 7 % 500000)::numeric / 100 as amount,
      case when h % 2 = 0 then 0 else (h / 7 % 500000)::numeric / 100 end as due
    from data_set d cross join lateral generate_series(1,
      case when d.company_id = $2::uuid then $1::int else 10 + (hashint8(d.data_set_id) & 127) end) n
    cross join lateral (select (hashint8(d.data_set_id * 4000037 + n) & 2147483647) as h) hashed
  ) made`;

const publish = `with counted as (select data_set_id, count(*) as n from record group by data_set_id),
  done as (update data_set d set published_generation = 1, published_at = now(), total = counted.n, last_successful_at = now()
    from counted where counted.data_set_id = d.data_set_id returning d.*)
  insert into publication (account_id, position, company_id, data_set_id, generation, sync_id, published_at, total, changes)
  select account_id, row_number() over (partition by account_id order by data_set_id), company_id, data_set_id, 1, gen_random_uuid(), now(), total, total from done`;

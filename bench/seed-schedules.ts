import type pg from 'pg';
import { firstMoment } from '../src/sync/schedule/schedule-moments.ts';

/** Seeds companies with a linked connection and a daily schedule, at the times that the program itself would choose. */
export async function seedSchedules(
  client: pg.Client,
  wanted: { companies: number; accounts: number; afterMs: number },
): Promise<void> {
  // Foreign key checks of a million rows take longer than the rows themselves.
  await client.query("set session_replication_role = 'replica'");
  await client.query(emptyAll);
  await client.query(makeAccounts, [wanted.accounts]);
  await client.query(makeCompanies, [wanted.companies]);
  await client.query(makeConnections);
  const { rows } = await client.query<{ account_id: string; company_id: string }>(
    'select account_id, company_id from company order by company_id',
  );
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    const moments = batch.map(
      (row) => new Date(firstMoment('daily', { companyId: row.company_id, dataType: 'invoices' }, wanted.afterMs)),
    );
    const columns = [batch.map((row) => row.account_id), batch.map((row) => row.company_id), moments];
    await client.query(makeSchedules, columns);
  }
  await client.query('create table seeded as select company_id, next_at from sync_schedule');
  await client.query("set session_replication_role = 'origin'");
  for (const table of ['account', 'company', 'connection', 'sync_schedule', 'seeded', 'data_set', 'sync'])
    await client.query(`vacuum (analyze) ${table}`);
  // Otherwise the seeded data would be flushed to disk during the measurement.
  await client.query('checkpoint');
}

const batchSize = 20_000;

const emptyAll = `truncate account, company, connection, sync_schedule, data_set, sync, pgboss.job cascade;
  drop table if exists seeded`;

const makeAccounts = `insert into account (account_id, name, plan, created_at)
  select gen_random_uuid(), 'Account ' || n, 'paid', '2023-01-01' from generate_series(1, $1::int) n`;

const makeCompanies = `with accounts as (select array_agg(account_id) as ids from account)
  insert into company (account_id, company_id, name, created_at)
  select ids[1 + n % array_length(ids, 1)], gen_random_uuid(), 'Company ' || n, '2023-01-01'
  from accounts, generate_series(1, $1::int) n`;

const makeConnections = `insert into connection
    (account_id, company_id, connection_id, platform_key, source_type, status, created_at)
  select account_id, company_id, gen_random_uuid(), 'sandbox', 'Accounting', 'Linked', created_at from company`;

const makeSchedules = `insert into sync_schedule (account_id, company_id, data_type, schedule, next_at)
  select i.account_id, i.company_id, 'invoices', 'daily', i.next_at
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) i (account_id, company_id, next_at)`;

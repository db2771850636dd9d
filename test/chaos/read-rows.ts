import pg from 'pg';

/** Everything that the writes left in PostgreSQL, in one snapshot. */
export type Rows = {
  companies: CompanyRow[];
  lists: { account_id: string; version: number; total: number }[];
  receipts: { company_id: string; is_purged: boolean }[];
  answers: { account_id: string; idempotency_key: string; status_code: number; body: string }[];
  /** Companies whose purge is queued or running. */
  jobs: Set<string>;
};

export type CompanyRow = {
  account_id: string;
  company_id: string;
  name: string;
  description: string | null;
  tags: Record<string, string>;
  is_deleted: boolean;
};

export async function readRows(databaseUrl: string): Promise<Rows> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const read = async (text: string) => (await client.query(text)).rows;
  try {
    await client.query('begin isolation level repeatable read read only');
    const jobs = await read(`select data->>'companyId' as company_id from pgboss.job
      where name = 'purge-company' and state in ('created', 'retry', 'active')`);
    return {
      companies: await read(`select account_id, company_id, name, description, tags,
        deleted_at is not null as is_deleted from company`),
      // A purge stores the last version of its company as a past version; that is not a change.
      lists: await read(`select a.account_id, coalesce(sum(l.version), 0)::bigint
          + (select count(*) from company_past p where p.account_id = a.account_id)
          - (select count(*) from purge_receipt r where r.account_id = a.account_id and r.purged_at is not null) as version,
          coalesce(sum(l.total), 0)::bigint as total
        from account a left join company_count l using (account_id) group by a.account_id`),
      receipts: await read('select company_id, purged_at is not null as is_purged from purge_receipt'),
      answers: await read('select account_id, idempotency_key, status_code, body from idempotent_request'),
      jobs: new Set(jobs.map((row) => row.company_id)),
    };
  } finally {
    await client.end();
  }
}

/** Changes that a killed server started still run in PostgreSQL; until they end, their outcome is unknown. */
export function countRunningChanges(databaseUrl: string): Promise<number> {
  return count(
    databaseUrl,
    "pg_stat_activity where application_name = 'daybook' and state <> 'idle' and backend_xid is not null",
  );
}

export function countOpenPurges(databaseUrl: string): Promise<number> {
  return count(databaseUrl, 'purge_receipt where purged_at is null');
}

async function count(databaseUrl: string, what: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as n from ${what}`);
  await client.end();
  return rows[0].n;
}

import pg from 'pg';
import type { Stage } from './open-stage.ts';

/** Statements about all records at once, with enough memory. */
export async function askDatabase<T>(stage: Stage, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(stage.cell.databaseUrl);
  await client.connect();
  try {
    await client.query("set work_mem = '256MB'");
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Keeps the records that readers see now, to compute from them what readers must see later. */
export const rememberRecords = (stage: Stage) =>
  askDatabase(stage, async (client) => {
    await client.query('create schema if not exists chaos');
    await client.query('drop table if exists chaos.before');
    await client.query(
      `create table chaos.before as select record_id, payload - 'modifiedDate' as payload, md5(source) as source
      from record where company_id = $1 and gen_to is null`,
      [stage.company.companyId],
    );
    await client.query('analyze record, chaos.before');
  });

/**
 * Counts the records that differ from what `expected` computes in SQL from the record before (`b.payload`) and the
 * platform's text (`r.source`). It shares no code with Daybook.
 */
export const countDifferences = (stage: Stage, expected: string) =>
  askDatabase(stage, async (client) => {
    const { rows } = await client.query<{ n: string }>(
      `select count(*) as n from chaos.before b full join
        (select * from record where company_id = $1 and gen_to is null) r using (record_id)
      where (r.payload - 'modifiedDate')::text is distinct from (${expected})::text or md5(r.source) is distinct from b.source`,
      [stage.company.companyId],
    );
    return Number(rows[0]?.n);
  });

export const tableMegabytes = (stage: Stage) =>
  askDatabase(stage, async (client) => {
    const { rows } = await client.query<{ mb: number }>(
      `select (sum(pg_total_relation_size(oid)) / 1048576)::int as mb from pg_class
      where relkind = 'r' and oid in (select 'record'::regclass union select inhrelid from pg_inherits where inhparent = 'record'::regclass)`,
    );
    return rows[0]?.mb ?? 0;
  });

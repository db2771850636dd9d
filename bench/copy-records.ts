import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../src/context.ts';
import type { LinkedPlace } from './link-to-sandbox.ts';

const columns = `record_id, gen_from, gen_to, change, hash, status, date1, date2, amount1, amount1_f, amount2, amount2_f,
  ref1, payload, source`;

/**
 * Prepares a second COPY of a company's rows into the same table, for another company whose rows belong to the same
 * partition. PostgreSQL reads them from a local file, so that only the COPY is measured.
 */
export async function copyRecords(ctx: Context, place: LinkedPlace) {
  const { pool } = ctx.db;
  const file = join(tmpdir(), `daybook-copy-${randomUUID()}.txt`);
  const companyId = await findNeighbour(ctx, place.companyId);
  const { rowCount: rows } = await pool.query(`copy (select account_id, '${companyId}', data_set_id, ${columns}
    from record where company_id = '${place.companyId}' order by record_id) to '${file}'`);
  return {
    rows,
    run: () => pool.query(`copy record (account_id, company_id, data_set_id, ${columns}) from '${file}'`),
    async remove() {
      await pool.query(`delete from record where company_id = '${companyId}'`);
      await pool.query('vacuum analyze record');
      await rm(file, { force: true });
    },
  };
}

/** The number of the partition of `record` that holds a company's records. */
export async function partitionOf({ db }: Pick<Context, 'db'>, companyId: string): Promise<number> {
  const { rows } = await db.pool.query(
    `select n from generate_series(0, 31) n where satisfies_hash_partition('record'::regclass, 32, n, $1::uuid)`,
    [companyId],
  );
  return rows[0]?.n as number;
}

async function findNeighbour(ctx: Context, companyId: string): Promise<string> {
  const wanted = await partitionOf(ctx, companyId);
  for (let tries = 0; tries < 5000; tries++) {
    const id = randomUUID();
    if ((await partitionOf(ctx, id)) === wanted) return id;
  }
  throw new Error('Found no company id that belongs to the same partition.');
}

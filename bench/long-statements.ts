import pg from 'pg';
import type { Db } from '../src/db/db.ts';

/** Runs `work` on a connection of its own without time limits. The pool closes a connection that is silent for too long. */
export async function withLongStatements<T>({ pool }: Db, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: pool.options.connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

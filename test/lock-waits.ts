import pg from 'pg';
import { waitFor } from './wait-for.ts';

/** Until so many statements of the database wait for a lock: whoever sent them has come as far as that. */
export async function untilWaiting(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  try {
    await waitFor(async () => ((await client.query(waiting)).rowCount ?? 0) >= count);
  } finally {
    await client.end();
  }
}

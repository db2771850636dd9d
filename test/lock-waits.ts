import pg from 'pg';
import { waitFor } from './wait-for.ts';

/** Waits until `count` statements in the database are waiting for a lock. */
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

import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/**
 * Returns a function that counts the round trips to PostgreSQL of some work, and of nothing else in the process. `stop`
 * restores pg. A Sync message ends each round trip of the extended protocol, a Query message each of the simple one.
 */
export async function countTrips(pool: pg.Pool) {
  const client = await pool.connect();
  const { connection } = client as unknown as { connection: { sync(): void; query(text: string): void } };
  const prototype = Object.getPrototypeOf(connection);
  client.release();
  const own = new AsyncLocalStorage<{ trips: number }>();
  const count = () => {
    const counter = own.getStore();
    if (counter) counter.trips++;
  };
  const { sync, query } = prototype;
  prototype.sync = function (...given: unknown[]) {
    count();
    return sync.apply(this, given);
  };
  prototype.query = function (...given: unknown[]) {
    count();
    return query.apply(this, given);
  };
  return {
    async counted(work: () => Promise<unknown>): Promise<number> {
      const counter = { trips: 0 };
      await own.run(counter, work);
      return counter.trips;
    },
    stop() {
      Object.assign(prototype, { sync, query });
    },
  };
}

import type pg from 'pg';
import { lanesSession } from '../src/webhooks/lanes/store/lane-connection.ts';
import { lockSpace } from '../src/webhooks/lanes/store/lane-store.ts';

/** How many lanes the session of each worker holds, in ascending order. */
export async function lanesPerSession(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ lanes: number }>(
    `select count(l.objid)::int as lanes from pg_stat_activity a
      left join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.classid = ${lockSpace} and l.granted
    where a.application_name = '${lanesSession}' and a.datname = current_database()
    group by a.pid order by 1`,
  );
  return rows.map(({ lanes }) => lanes);
}

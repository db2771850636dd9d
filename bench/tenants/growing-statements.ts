import type pg from 'pg';

export type Statement = { query: string; meanMs: number; blocks: number; rows: number };

/** The mean cost of each statement that was sent to this database since the last reset, by its text. */
export async function readStatements(pool: pg.Pool): Promise<Map<string, Statement>> {
  const { rows } = await pool.query<Statement>(`select query, sum(total_exec_time) / sum(calls) as "meanMs",
      (sum(shared_blks_hit + shared_blks_read) / sum(calls))::float8 as blocks, (sum(rows) / sum(calls))::float8 as rows
    from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where d.datname = current_database() and toplevel group by query`);
  return new Map(rows.map((row) => [row.query, row]));
}

/** An index of ten times as many rows may have one level more, and a page of it may be split: a few blocks are no growth. */
const blocksFree = 30;
const growthMax = 1.3;

/** Statements that read more blocks the more accounts there are. Most expensive first. */
export function growingStatements(
  small: ReadonlyMap<string, Statement>,
  large: ReadonlyMap<string, Statement>,
): { small: Statement; large: Statement }[] {
  return [...large.values()]
    .flatMap((one) => {
      const before = small.get(one.query);
      return before && one.blocks > growthMax * before.blocks + blocksFree ? [{ small: before, large: one }] : [];
    })
    .sort((a, b) => b.large.meanMs - a.large.meanMs);
}

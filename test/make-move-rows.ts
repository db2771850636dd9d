import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp } from './harness.ts';

/** Inserts the rows of a move to another cell and of one from there directly. */
export async function makeMoveRows(app: TestApp, accountId: string): Promise<void> {
  const moveId = randomUUID();
  await sql`insert into account_departure (account_id, move_id, run, state, to_cell, to_url, started_at, touched_at)
    values (${accountId}, ${moveId}, 1, 'copying', 'b', 'http://127.0.0.1:1', now(), now())`.execute(app.ctx.db.system);
  await sql`insert into departed_name (account_id, kind, name) values (${accountId}, 'company', ${moveId})`.execute(
    app.ctx.db.system,
  );
  await sql`insert into account_arrival (account_id, move_id, run, state, from_cell, from_era, cursor_key, link_key)
    values (${accountId}, ${moveId}, 1, 'copying', 'b', 0, 'sealed', 'sealed')`.execute(app.ctx.db.system);
  await sql`insert into arrived_transaction (account_id, theirs, ours) values (${accountId}, '3', '3')`.execute(
    app.ctx.db.system,
  );
}

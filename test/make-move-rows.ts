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

/** Inserts the rows of a migration and a rehearsal directly. */
export async function makeMigrationRows(app: TestApp, accountId: string): Promise<void> {
  const rehearsalId = randomUUID();
  await sql`with s as (insert into migration_step (account_id, step_id, kind, at, by_whom, source)
      values (${accountId}, ${randomUUID()}, 'declared', now(), 'secret-name', 'client')),
    r as (insert into rehearsal (account_id, rehearsal_id, started_at, until, events_max, ended_at)
      values (${accountId}, ${rehearsalId}, now(), now(), 1, now())),
    e as (insert into rehearsal_event (account_id, rehearsal_id, event_id, rule_type, at)
      values (${accountId}, ${rehearsalId}, ${randomUUID()}, 'push.failed', now()))
    insert into migration_consumer (account_id, consumer_id, plan_key, url, version, made_at)
    values (${accountId}, ${randomUUID()}, 'key', 'http://127.0.0.1:1/secret-name', 1, now())`.execute(
    app.ctx.db.system,
  );
}

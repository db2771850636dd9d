import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp } from './harness.ts';

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

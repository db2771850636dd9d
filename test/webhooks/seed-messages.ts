import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { NewEvent } from '../../src/events/event-types.ts';
import type { TestApp } from '../harness.ts';

/** Seeds messages in every state, as the application and its workers store them. The app itself runs no worker. */
export type SeedConsumer = { consumerId: string; lane: number };

export async function seedConsumer(
  app: TestApp,
  accountId: string,
  options: { eventTypes?: string[]; channels?: string[]; isEnabled?: boolean } = {},
): Promise<SeedConsumer> {
  const consumerId = randomUUID();
  const { rows } = await sql<{
    lane: number;
  }>`insert into consumer (account_id, consumer_id, name, url, event_types, channels,
      secret, is_enabled, created_at)
    values (${accountId}, ${consumerId}, 'seeded', 'http://127.0.0.1:9/', ${options.eventTypes ?? ['*']},
      ${options.channels ?? null}, 'sealed', ${options.isEnabled ?? true}, ${app.ctx.clock.now()}) returning lane`.execute(
    app.ctx.db.system,
  );
  return { consumerId, lane: rows[0]?.lane ?? 0 };
}

/** Emits events through the application itself. Returns the message ids, oldest first. */
export async function emitMessages(
  app: TestApp,
  accountId: string,
  events: readonly { companyId?: string; type?: 'company.created' | 'company.deleted' }[],
): Promise<string[]> {
  const since = await messageIds(app, accountId);
  await app.ctx.db.transaction(accountId, (tx) =>
    app.ctx.emit(
      tx,
      events.map(({ companyId, type = 'company.created' }) => {
        const event = { type, message: 'A company.', data: type === 'company.created' ? { name: 'A' } : {} };
        return { ...event, ...(companyId && { companyId }) } as NewEvent;
      }),
    ),
  );
  return (await messageIds(app, accountId)).filter((id) => !since.includes(id));
}

async function messageIds(app: TestApp, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`select message_id from message
    where account_id = ${accountId} order by message_id`.execute(app.ctx.db.system);
  return rows.map((row) => row.message_id);
}

type Ended = { messageId: string; consumerId: string };

/** Records a success as a worker does: logs the attempt and deletes the delivery. */
export async function deliver(app: TestApp, accountId: string, { messageId, consumerId }: Ended): Promise<void> {
  await sql`with gone as (delete from delivery where account_id = ${accountId} and message_id = ${messageId}
        and consumer_id = ${consumerId} returning *)
    insert into attempt (account_id, message_id, attempt_id, consumer_id, number, cause, outcome, status_code, started_at, duration_ms)
    select account_id, message_id, gen_random_uuid(), consumer_id, attempts + 1, cause, 'd', 204, ${app.ctx.clock.now()}, 12
    from gone`.execute(app.ctx.db.system);
}

/** Records a failure as a worker does: logs an attempt unless cancelled, and replaces the delivery by a failure. */
export async function fail(
  app: TestApp,
  accountId: string,
  { messageId, consumerId, reason = 'exhausted' }: Ended & { reason?: 'exhausted' | 'gone' | 'cancelled' },
): Promise<void> {
  const at = app.ctx.clock.now();
  await sql`with gone as (delete from delivery where account_id = ${accountId} and message_id = ${messageId}
        and consumer_id = ${consumerId} returning *),
    tried as (insert into attempt (account_id, message_id, attempt_id, consumer_id, number, cause, outcome, status_code, answer,
        started_at, duration_ms)
      select account_id, message_id, gen_random_uuid(), consumer_id, attempts + 1, cause, ${reason === 'gone' ? 'g' : 'x'},
        500, 'a "bad" answer', ${at}, 7 from gone where ${reason} <> 'cancelled')
    insert into failure (account_id, message_id, consumer_id, company_id, reason, ended_at)
    select g.account_id, g.message_id, g.consumer_id, m.company_id, ${reason}, ${at}
    from gone g join message m using (account_id, message_id)`.execute(app.ctx.db.system);
}

export async function pendingOf(app: TestApp, accountId: string, consumerId: string): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`select message_id from delivery where account_id = ${accountId}
    and consumer_id = ${consumerId} order by message_id`.execute(app.ctx.db.system);
  return rows.map((row) => row.message_id);
}

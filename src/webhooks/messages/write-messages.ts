import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import type { Emitted } from '../../events/emit.ts';
import { patternsFor } from '../../events/event-types.ts';
import type { LaneBell } from '../lanes/lane-bell.ts';

/**
 * Keeps events as messages, each with one delivery per consumer that it is for, in one statement of the caller's
 * transaction. Nothing else happens before the commit: no job, no lock on anything shared. Afterwards the bell is rung.
 */
export function createMessageWriter(ctx: { laneBell: LaneBell }) {
  return async (tx: Tx, events: readonly Emitted[]): Promise<void> => {
    const { rows } = await sql<{ lane: number }>`with e as (
        select * from unnest(${events.map((event) => event.eventId)}::uuid[], ${events.map((event) => event.type)}::text[],
          ${events.map((event) => patternsFor(event.type).join(' '))}::text[],
          ${events.map((event) => event.companyId)}::uuid[], ${events.map((event) => event.connectionId)}::uuid[],
          ${events.map((event) => event.at.toISOString())}::timestamptz[],
          ${events.map((event) => event.body.beforeName)}::text[], ${events.map((event) => event.body.afterName)}::text[])
          e (message_id, event_type, patterns, company_id, connection_id, at, before_name, after_name)
      ), hit as materialized (
        select e.message_id, e.at, c.consumer_id, c.lane from e join consumer c on c.account_id = ${tx.accountId}::uuid
          and c.is_enabled and c.event_types && string_to_array(e.patterns, ' ')
          and (c.channels is null or e.company_id = any (c.channels))
      ), kept as (
        insert into message (account_id, message_id, event_type, company_id, connection_id, recipients, created_at, body)
        select a.account_id, e.message_id, e.event_type, e.company_id, e.connection_id,
          (select count(*) from hit where hit.message_id = e.message_id), e.at,
          e.before_name || to_json(a.name)::text || e.after_name
        from e cross join account a where a.account_id = ${tx.accountId}::uuid
      )
      insert into delivery (account_id, message_id, consumer_id, lane, due_at)
      select ${tx.accountId}::uuid, hit.message_id, hit.consumer_id, hit.lane, hit.at from hit returning lane`.execute(
      tx,
    );
    if (rows.length > 0) tx.afterCommit(() => ctx.laneBell.ring(rows.map(({ lane }) => lane)));
  };
}

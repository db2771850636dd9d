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
    const { rows } = await sql<{ lane: number }>`select keep_messages(${tx.accountId}::uuid,
        ${events.map((event) => event.eventId)}::uuid[], ${events.map((event) => event.type)}::text[],
        ${events.map((event) => patternsFor(event.type).join(' '))}::text[],
        ${events.map((event) => event.companyId)}::uuid[], ${events.map((event) => event.connectionId)}::uuid[],
        ${events.map((event) => event.at.toISOString())}::timestamptz[],
        ${events.map((event) => event.body.beforeName)}::text[], ${events.map((event) => event.body.afterName)}::text[]
      ) as lane`.execute(tx);
    if (rows.length > 0) tx.afterCommit(() => ctx.laneBell.ring(rows.map(({ lane }) => lane)));
  };
}

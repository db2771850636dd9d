import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import type { Emitted } from '../../events/emit.ts';
import { patternsFor } from '../../events/event-types.ts';
import type { LaneBell } from '../lanes/lane-bell.ts';

/** What `keep_messages` gives in place of a lane where it has raised alerts of the older webhooks. */
const alertsRaised = 0;

/**
 * Keeps events as messages, each with one delivery per consumer that it is for, in one statement of the caller's
 * transaction. Where the older webhooks serve the account, the same statement raises alerts instead: which of the two is
 * settled under a lock that only a switch of the account conflicts with. Afterwards the bell is rung.
 */
export function createMessageWriter(ctx: { laneBell: LaneBell; ringAlerts?: () => void }) {
  return async (tx: Tx, events: readonly Emitted[]): Promise<void> => {
    const { rows } = await sql<{ lane: number }>`select keep_messages(${tx.accountId}::uuid,
        ${events.map((event) => event.eventId)}::uuid[], ${events.map((event) => event.type)}::text[],
        ${events.map((event) => patternsFor(event.type).join(' '))}::text[],
        ${events.map((event) => event.companyId)}::uuid[], ${events.map((event) => event.connectionId)}::uuid[],
        ${events.map((event) => event.at.toISOString())}::timestamptz[],
        ${events.map((event) => event.body.beforeName)}::text[], ${events.map((event) => event.body.afterName)}::text[]
      ) as lane`.execute(tx);
    if (rows.length === 0) return;
    // Alerts and lanes both: a rehearsal of the migration.
    const lanes = rows.map(({ lane }) => lane).filter((lane) => lane !== alertsRaised);
    tx.afterCommit(() => {
      if (lanes.length < rows.length) ctx.ringAlerts?.();
      if (lanes.length > 0) ctx.laneBell.ring(lanes);
    });
  };
}

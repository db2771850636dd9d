import { sql } from 'kysely';
import { frequent, type Tx } from '../../db/db.ts';
import type { Emitted } from '../../events/emit.ts';
import { patternsFor } from '../../events/event-types.ts';
import type { LaneWakeups } from '../lanes/lane-wakeups.ts';

/** `keep_messages` returns this instead of a lane if it has raised alerts (older webhooks). */
const alertsRaised = 0;

/**
 * Stores events as messages, each with one delivery per matching consumer, in one statement of the caller's
 * transaction. If the older webhooks serve the account, the same statement raises alerts instead. It takes a lock that
 * conflicts only with switching the account to the other webhook generation. Workers are notified after the commit.
 */
export function createMessageWriter(ctx: { laneWakeups: LaneWakeups; wakeAlerts?: () => void }) {
  return async (tx: Tx, events: readonly Emitted[]): Promise<void> => {
    const { rows } = await sql<{ lane: number }>`${frequent} select keep_messages(${tx.accountId}::uuid,
        ${events.map((event) => event.eventId)}::uuid[], ${events.map((event) => event.type)}::text[],
        ${events.map((event) => patternsFor(event.type).join(' '))}::text[],
        ${events.map((event) => event.companyId)}::uuid[], ${events.map((event) => event.connectionId)}::uuid[],
        ${events.map((event) => event.at.toISOString())}::timestamptz[],
        ${events.map((event) => event.body.beforeName)}::text[], ${events.map((event) => event.body.afterName)}::text[]
      ) as lane`.execute(tx);
    if (rows.length === 0) return;
    // In a rehearsal of the webhook migration, both alerts and lanes are returned.
    const lanes = rows.map(({ lane }) => lane).filter((lane) => lane !== alertsRaised);
    tx.afterCommit(() => {
      if (lanes.length < rows.length) ctx.wakeAlerts?.();
      if (lanes.length > 0) ctx.laneWakeups.wake(lanes);
    });
  };
}

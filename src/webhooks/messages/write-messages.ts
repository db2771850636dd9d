import { sql } from 'kysely';
import { binaryTexts } from '../../db/array-text.ts';
import type { Tx } from '../../db/db.ts';
import { fixedStatement } from '../../db/wire/fixed-statement.ts';
import type { Emitted } from '../../events/emit.ts';
import { patternsFor } from '../../events/event-types.ts';
import type { LaneWakeups } from '../lanes/lane-wakeups.ts';

/** `keep_messages` returns this number among the lane numbers if it has raised alerts (older webhooks). */
const alertsRaised = 0;

const keepMessages = fixedStatement(
  ({ accountId, events }: { accountId: string; events: readonly Emitted[] }) => [
    accountId,
    events.map((event) => event.eventId),
    events.map((event) => event.type),
    events.map((event) => patternsFor(event.type).join(' ')),
    events.map((event) => event.companyId),
    events.map((event) => event.connectionId),
    events.map((event) => event.at.toISOString()),
    binaryTexts(events.map((event) => event.body.beforeName)),
    binaryTexts(events.map((event) => event.body.afterName)),
  ],
  ([account, ids, types, patterns, companies, connections, times, before, after]) => sql<{ lane: number }>`select
    keep_messages(${account}::uuid, ${ids}::uuid[], ${types}::text[], ${patterns}::text[], ${companies}::uuid[],
      ${connections}::uuid[], ${times}::timestamptz[], ${before}::text[], ${after}::text[]) as lane`,
);

/** For a single event, which is the usual case. */
const keepMessage = fixedStatement(
  ({ accountId, event }: { accountId: string; event: Emitted }) => [
    accountId,
    event.eventId,
    event.type,
    patternsFor(event.type),
    event.companyId,
    event.connectionId,
    event.at.toISOString(),
    event.body.beforeName,
    event.body.afterName,
  ],
  ([account, id, type, patterns, company, connection, at, before, after]) => sql<{ lane: number }>`select
    keep_message(${account}::uuid, ${id}::uuid, ${type}::text, ${patterns}::text[], ${company}::uuid,
      ${connection}::uuid, ${at}::timestamptz, ${before}::text, ${after}::text) as lane`,
);

/**
 * Maximum number of events per statement. Counting the recipients takes time in proportion to the square of the number
 * of events: 9 s for 10,000 events and one consumer, and more than the statement timeout of 30 s for ten consumers.
 */
const eventsAtOnce = 100;

/**
 * Stores events as messages, each with one delivery per matching consumer, in the caller's transaction. If the older
 * webhooks serve the account, the same statement raises alerts instead. The statement takes a lock that conflicts only
 * with switching the account to the other webhook generation. It is sent with the commit, which saves a round trip and
 * holds the lock as briefly as possible. Workers are notified after the commit.
 */
export function createMessageWriter(ctx: { laneWakeups: LaneWakeups; wakeAlerts?: () => void }) {
  return async (tx: Tx, events: readonly Emitted[]): Promise<void> => {
    const { accountId } = tx;
    for (let from = 0; from < events.length; from += eventsAtOnce) {
      const [event, ...more] = events.slice(from, from + eventsAtOnce);
      if (!event) return;
      const statement =
        more.length === 0
          ? keepMessage(tx, { accountId, event })
          : keepMessages(tx, { accountId, events: [event, ...more] });
      tx.atCommit(statement, (rows) => {
        // In a rehearsal of the webhook migration, the statement returns both `alertsRaised` and lanes.
        const lanes = rows.map(({ lane }) => lane).filter((lane) => lane !== alertsRaised);
        if (lanes.length < rows.length) ctx.wakeAlerts?.();
        if (lanes.length > 0) ctx.laneWakeups.wake(lanes);
      });
    }
  };
}

import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/db.ts';
import { type EventBody, eventBody } from './event-body.ts';
import type { EventName, NewEvent } from './event-types.ts';

/** An event as it is stored, with its id and its final body. */
export type Emitted = {
  eventId: string;
  type: EventName;
  companyId: string | null;
  connectionId: string | null;
  at: Date;
  body: EventBody;
};

/**
 * Writes events in the same database transaction as the changes that they report, so that both are committed or neither
 * is.
 */
export type Emit = (tx: Tx, events: readonly NewEvent[]) => Promise<void>;

/**
 * `keep` stores the events and notifies workers. It is a parameter to avoid a circular import: its implementation
 * imports this module.
 */
export function createEmit(ctx: { clock: Clock }, keep: (tx: Tx, events: readonly Emitted[]) => Promise<void>): Emit {
  return async (tx, events) => {
    if (events.length === 0) return;
    const at = ctx.clock.now();
    await keep(
      tx,
      events.map((event) => {
        const eventId = newId(ctx.clock);
        return {
          eventId,
          type: event.type,
          companyId: event.companyId ?? null,
          connectionId: event.connectionId ?? null,
          at,
          body: eventBody(event, { eventId, accountId: tx.accountId, at }),
        };
      }),
    );
  };
}

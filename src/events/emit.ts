import type { Clock } from '../clock.ts';
import type { Tx } from '../db/db.ts';
import { newId } from '../ids.ts';
import { type EventBody, eventBody } from './event-body.ts';
import type { EventData, EventName } from './event-types.ts';

/** A fact. `message` is for people. */
export type NewEvent = {
  [Name in EventName]: {
    type: Name;
    companyId?: string;
    connectionId?: string;
    message: string;
    data: EventData<Name>;
  };
}[EventName];

/** An event as it is kept: with its id, and its body rendered for good. */
export type Emitted = {
  eventId: string;
  type: EventName;
  companyId: string | null;
  connectionId: string | null;
  at: Date;
  body: EventBody;
};

/** Writes events for whoever listens, in the transaction of the facts that they tell: both are there, or neither. */
export type Emit = (tx: Tx, events: readonly NewEvent[]) => Promise<void>;

/** Whoever listens stands above; what is given here keeps the events and passes them on. */
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

import Type, { type TSchema } from 'typebox';
import { exampleId } from './event-data.ts';
import { type EventName, eventTypes, type NewEvent } from './event-types.ts';
import { RenderedJson } from './rendered-json.ts';

/** The body of an event in two parts. PostgreSQL inserts the account's name between them. */
export type EventBody = { beforeName: string; afterName: string };

/** Builds the body of an event. `RuleType` is the event type. The older webhooks add `AlertId` and `RuleId`. */
export function eventBody(
  event: NewEvent,
  { eventId, accountId, at }: { eventId: string; accountId: string; at: Date },
): EventBody {
  const before = { EventId: eventId, RuleType: event.type, GeneratedAt: at.toISOString(), ClientId: accountId };
  const after = {
    ...(event.companyId && { CompanyId: event.companyId }),
    ...(event.connectionId && { DataConnectionId: event.connectionId }),
    Message: event.message,
  };
  const data = event.data instanceof RenderedJson ? event.data.json : JSON.stringify(event.data);
  return {
    beforeName: `${JSON.stringify(before).slice(0, -1)},"ClientName":`,
    afterName: `,${JSON.stringify(after).slice(1, -1)},"Data":${data}}`,
  };
}

/** Returns the JSON Schema of an event type's body, for the catalogue of event types. */
export function bodySchema(type: EventName): TSchema {
  const { about, data } = eventTypes[type];
  const id = Type.String({ format: 'uuid' });
  return Type.Object({
    EventId: id,
    RuleType: Type.Literal(type),
    GeneratedAt: Type.String({ format: 'date-time' }),
    ClientId: id,
    ClientName: Type.String(),
    ...(about !== 'account' && { CompanyId: id }),
    ...(about === 'connection' && { DataConnectionId: id }),
    Message: Type.String(),
    Data: data,
  });
}

/** Returns an example of an event type's body, with made-up ids. */
export function exampleBody(name: EventName): Record<string, unknown> {
  const { message, about, example } = eventTypes[name];
  const event = {
    type: name,
    ...(about !== 'account' && { companyId: exampleId(11) }),
    ...(about === 'connection' && { connectionId: exampleId(12) }),
    message,
    data: example,
  } as NewEvent;
  const { beforeName, afterName } = eventBody(event, {
    eventId: exampleId(10),
    accountId: exampleId(13),
    at: new Date('2026-11-15T10:00:00Z'),
  });
  return JSON.parse(`${beforeName}"Example Ltd"${afterName}`);
}

import type { Clock } from '../../base/clock.ts';
import { badRequest } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Tx } from '../../db/db.ts';
import { eventBody } from '../../events/event-body.ts';
import { type EventName, eventNames, eventTypes, type NewEvent, patternsFor } from '../../events/event-types.ts';
import type { LaneWakeups } from '../lanes/lane-wakeups.ts';
import { requireEnabled } from './require-enabled.ts';
import { insertTestMessage, lockConsumer } from './store.ts';

/** Placeholder for the connection's id in the body, and for the company's id if the consumer has no channels. */
const exampleId = '0198c5a0-0000-7000-8000-000000000001';

/** Sends an example event to one consumer. The message is signed, retried and logged like any other message. */
export async function sendTest(
  ctx: { clock: Clock; laneWakeups: LaneWakeups },
  tx: Tx,
  { consumerId, eventType }: { consumerId: string; eventType?: string | undefined },
): Promise<{ messageId: string; eventType: EventName; consumerId: string }> {
  const consumer = requireEnabled(await lockConsumer(tx, consumerId));
  const type = eventType === undefined ? firstWanted(consumer.event_types) : requireName(eventType);
  const messageId = newId(ctx.clock);
  const at = ctx.clock.now();
  const channel = consumer.channels?.[0];
  const { about, example } = eventTypes[type];
  const event = {
    type,
    ...(about !== 'account' && { companyId: channel ?? exampleId }),
    ...(about === 'connection' && { connectionId: exampleId }),
    message: 'This is a test message with an example of the event.',
    data: example,
  } as NewEvent;
  await insertTestMessage(tx, {
    messageId,
    eventType: type,
    companyId: about === 'account' ? null : (channel ?? null),
    at,
    consumerId,
    lane: consumer.lane,
    body: eventBody(event, { eventId: messageId, accountId: tx.accountId, at }),
  });
  tx.afterCommit(() => ctx.laneWakeups.wake([consumer.lane]));
  return { messageId, eventType: type, consumerId };
}

function firstWanted(patterns: readonly string[]): EventName {
  const wanted = eventNames.find((name) => patternsFor(name).some((pattern) => patterns.includes(pattern)));
  return wanted ?? 'company.created';
}

function requireName(text: string): EventName {
  const known = eventNames.find((name) => name === text);
  if (known) return known;
  const message = `The field "eventType" is not a known event type. Allowed values: ${eventNames.join(', ')}.`;
  const items = [{ itemId: 'eventType', message, validatorName: 'EventTypeValidator' }];
  throw badRequest({ service: 'webhooks', items });
}

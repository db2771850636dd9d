import Type, { type Static } from 'typebox';
import { uuid } from '../../lists/wire.ts';
import { Attempt } from '../messages/read-message.ts';
import { attemptsMax } from '../sending/retry-schedule.ts';

export const AttemptParams = Type.Object({ messageId: uuid, attemptId: uuid });

const UpcomingAttempt = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: attemptsMax }),
  earliest: Type.String({
    format: 'date-time',
    description: 'When the attempt is made at the earliest. For the next attempt, this is its exact time.',
  }),
  latest: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'When the attempt is due at the latest: the waits vary by up to a tenth, at most by 3 minutes. Absent if the attempt is made only if there is time for it before the 28 hours end.',
    }),
  ),
});

const ScheduledDelivery = Type.Object({
  messageId: uuid,
  consumerId: uuid,
  eventType: Type.String(),
  attempts: Type.Integer({ minimum: 0, description: 'Number of attempts made.' }),
  upcoming: Type.Array(UpcomingAttempt, {
    description:
      'The attempts still to come, if each of them fails. A `Retry-After` header of the consumer can delay them. After the last one, the delivery is `exhausted`. Empty if the delivery waits for an earlier one, or if the consumer is disabled.',
  }),
  waitsFor: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'For an ordered consumer: the message that has to be delivered, or to fail, before this one is sent.',
    }),
  ),
});

export const Schedule = Type.Object(
  {
    deliveries: Type.Array(ScheduledDelivery, { description: 'Pending deliveries, the next one first; at most 100.' }),
    hasMore: Type.Boolean({ description: 'Whether there are more pending deliveries.' }),
    disablesAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the consumer is disabled, unless a delivery succeeds before. Only for a failing consumer.',
      }),
    ),
  },
  { title: 'Schedule' },
);
export type Schedule = Static<typeof Schedule>;

const SentHeader = Type.Object({
  name: Type.String(),
  value: Type.Optional(
    Type.String({ description: 'Absent for `Authorization` and for custom headers: their values are never shown.' }),
  ),
});

export const AttemptDetails = Type.Object(
  {
    ...Attempt.properties,
    request: Type.Object({
      method: Type.Enum(['POST']),
      url: Type.Optional(Type.String({ description: 'Absent if the consumer has been changed since the attempt.' })),
      headers: Type.Array(SentHeader),
      body: Type.String({ description: 'The body, byte for byte as it was signed and sent.' }),
      isComplete: Type.Boolean({
        description:
          'Whether `headers` has all headers that Daybook sets. False if the consumer has been changed since the attempt: the signature, custom headers and `Authorization` are then left out, because they are computed again and not stored. `traceparent` is never included.',
      }),
    }),
  },
  { title: 'AttemptDetails' },
);
export type AttemptDetails = Static<typeof AttemptDetails>;

export const MessageParams = Type.Object({ messageId: uuid });
export const ConsumerParams = Type.Object({ consumerId: uuid });

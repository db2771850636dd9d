import Type from 'typebox';
import { messageStatuses } from './message-fields.ts';

const id = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

const messageProperties = {
  messageId: Type.String({
    format: 'uuid',
    description: 'The body contains the same id as `EventId`, and every attempt sends it as the header `webhook-id`.',
  }),
  eventType: Type.String({ description: 'The `RuleType` of the body. More values may be added later.' }),
  companyId: Type.Optional(id),
  connectionId: Type.Optional(id),
  channels: Type.Array(id, { description: 'The `companyId` of a message about a company. Empty for other messages.' }),
  created: time,
  status: Type.Enum([...messageStatuses], {
    description:
      '`failed`: delivery to at least one consumer failed and is not retried. `pending`: delivery is in progress or waits for a retry. `delivered`: the message was delivered to every consumer that it was sent to. `unmatched`: no consumer subscribed to the event. More values may be added later.',
  }),
  recipients: Type.Integer({
    minimum: 0,
    description: 'Number of consumers that the message was sent to, including those whose delivery is still pending.',
  }),
  isTest: Type.Boolean({ description: 'True for a test message, which was sent to one consumer on request.' }),
};

export const Message = Type.Object(messageProperties, { title: 'Message' });

export const MessageDetails = Type.Object(
  {
    ...messageProperties,
    body: Type.Record(Type.String(), Type.Unknown(), { description: 'The body that every attempt sends.' }),
    deliveries: Type.Array(
      Type.Object({
        consumerId: id,
        status: Type.Enum(['pending', 'delivered', 'exhausted', 'gone', 'cancelled'], {
          description:
            '`exhausted`: the last attempt failed. `gone`: the consumer responded with 410 and was therefore disabled. `cancelled`: the consumer was disabled while the delivery was pending. More values may be added later.',
        }),
        attempts: count,
        nextAttempt: Type.Optional(time),
        lastAttempt: Type.Optional(time),
      }),
      { description: 'One entry for each consumer that the message was sent to.' },
    ),
  },
  { title: 'MessageDetails' },
);

export const Attempt = Type.Object(
  {
    attemptId: id,
    consumerId: id,
    number: Type.Integer({
      minimum: 1,
      description: 'Number of the attempt within its schedule of attempts. A resend starts again at 1.',
    }),
    cause: Type.Enum(['event', 'test', 'resent', 'recovered', 'replayed'], {
      description: 'Why the message was sent. More values may be added later.',
    }),
    outcome: Type.Enum(['delivered', 'failed', 'exhausted', 'gone'], {
      description:
        '`failed`: the attempt failed, and another one was scheduled. `exhausted`: the last attempt of the schedule failed. `gone`: the consumer responded with 410, and `disableOn410` was set. More values may be added later.',
    }),
    statusCode: Type.Optional(Type.Integer({ description: 'HTTP status. Absent if there was no response.' })),
    error: Type.Optional(Type.String({ description: 'Why there was no response.' })),
    answer: Type.Optional(Type.String({ description: 'The beginning of the response body. Absent for a 2xx status.' })),
    started: time,
    durationMs: count,
    nextAttempt: Type.Optional(time),
  },
  { title: 'Attempt' },
);

export const MessageParams = Type.Object({ messageId: id });
export const ConsumerParams = Type.Object({ consumerId: id });
export const RedeliveryParams = Type.Object({ redeliveryId: id });

export const Resend = Type.Object(
  {
    consumerId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The consumer that the message is sent to. The default is all enabled consumers that it was sent to before or that subscribe to its event type now.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const Resent = Type.Object(
  {
    messageId: id,
    consumerIds: Type.Array(id, {
      description:
        'Consumers that the message is sent to now. Consumers for which an attempt is already due or in progress are left out, because nothing is added for them.',
    }),
  },
  { title: 'Resent' },
);

export const Retried = Type.Object(
  {
    consumerId: id,
    total: Type.Integer({
      minimum: 0,
      description:
        'Number of waiting messages that are sent now. For an ordered consumer, the number includes the messages behind the failed one.',
    }),
    redeliveryId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Id of the redelivery that sends the messages. Absent if there are no more than 2,000.',
      }),
    ),
  },
  { title: 'Retried' },
);

export const RedeliveryRequest = Type.Object(
  {
    since: Type.String({ format: 'date-time', description: 'Only messages created at this time or later are sent.' }),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only messages created before this time are sent. The default is now.',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'If true, the messages are only counted, and nothing is sent.' }),
    ),
  },
  { additionalProperties: false },
);

export const DryRun = Type.Object(
  { consumerId: id, kind: Type.Enum(['recover', 'replay']), since: time, until: time, total: count },
  { title: 'DryRun' },
);

export const Redelivery = Type.Object(
  {
    redeliveryId: id,
    consumerId: id,
    kind: Type.Enum(['recover', 'replay', 'retry'], {
      description:
        '`recover`: messages that failed. `replay`: messages that were never sent to the consumer. `retry`: messages that were waiting for their next attempt when the retry was requested; `since` and `until` are then the time of the request. More values may be added later.',
    }),
    since: time,
    until: time,
    status: Type.Enum(['Queued', 'Running', 'Complete', 'Cancelled'], {
      description: 'More values may be added later.',
    }),
    requested: time,
    completed: Type.Optional(time),
    total: Type.Integer({ minimum: 0, description: 'Number of messages found when the redelivery was requested.' }),
    done: Type.Integer({ minimum: 0, description: 'Number of messages queued for sending so far.' }),
  },
  { title: 'Redelivery' },
);

import Type from 'typebox';
import { messageStatuses } from './message-fields.ts';

const id = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

const messageProperties = {
  messageId: Type.String({
    format: 'uuid',
    description: 'Also the `EventId` of the body and the header `webhook-id` of every attempt.',
  }),
  eventType: Type.String({ description: 'The `RuleType` of the body. New values may appear.' }),
  companyId: Type.Optional(id),
  connectionId: Type.Optional(id),
  channels: Type.Array(id, { description: 'The companyId of a company-specific message; empty for others.' }),
  created: time,
  status: Type.Enum([...messageStatuses], {
    description:
      '`failed`: delivery to at least one consumer failed and is not retried; `pending`: delivery is in progress or waits for a retry; `delivered`: delivered to every consumer it was sent to; `unmatched`: no consumer subscribed to it. New values may appear.',
  }),
  recipients: Type.Integer({ minimum: 0, description: 'Number of consumers it was sent to, including pending ones.' }),
  isTest: Type.Boolean({ description: 'True for an example that was sent to one consumer on request.' }),
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
            '`exhausted`: the last attempt failed; `gone`: the consumer responded with 410 and was therefore disabled; `cancelled`: the consumer was disabled. New values may appear.',
        }),
        attempts: count,
        nextAttempt: Type.Optional(time),
        lastAttempt: Type.Optional(time),
      }),
      { description: 'One for each consumer it was sent to.' },
    ),
  },
  { title: 'MessageDetails' },
);

export const Attempt = Type.Object(
  {
    attemptId: id,
    consumerId: id,
    number: Type.Integer({ minimum: 1, description: 'Number within its schedule of attempts; a resend starts at 1.' }),
    cause: Type.Enum(['event', 'test', 'resent', 'recovered', 'replayed'], {
      description: 'Why the message was sent. New values may appear.',
    }),
    outcome: Type.Enum(['delivered', 'failed', 'exhausted', 'gone'], {
      description:
        '`exhausted`: failed, and it was the last attempt of its schedule; `gone`: the consumer responded with 410, which disables a consumer that has `disableOn410`. New values may appear.',
    }),
    statusCode: Type.Optional(Type.Integer({ description: 'Absent if there was no response.' })),
    error: Type.Optional(Type.String({ description: 'Why there was no response.' })),
    answer: Type.Optional(Type.String({ description: 'The beginning of a response that was not 2xx.' })),
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
        description: 'Default: all enabled consumers it was sent to, and those that subscribe to its event type now.',
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
        'Consumers that it is sent to now. Consumers for which an attempt is already due or in progress are left out: nothing is added for them.',
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
        'Number of waiting messages that are sent now. For an ordered consumer, it includes those behind the failed one.',
    }),
    redeliveryId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The job that sends them, if there are more than 2,000.' }),
    ),
  },
  { title: 'Retried' },
);

export const RedeliveryRequest = Type.Object(
  {
    since: Type.String({ format: 'date-time', description: 'Messages created at this time or later.' }),
    until: Type.Optional(
      Type.String({ format: 'date-time', description: 'Messages created before this time. Default: now.' }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only count the messages; send nothing.' })),
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
        '`recover`: messages that failed; `replay`: messages that were never sent to the consumer; `retry`: messages that were waiting for their next attempt when the retry was requested (`since` and `until` are that time). New values may appear.',
    }),
    since: time,
    until: time,
    status: Type.Enum(['Queued', 'Running', 'Complete', 'Cancelled'], { description: 'New values may appear.' }),
    requested: time,
    completed: Type.Optional(time),
    total: Type.Integer({ minimum: 0, description: 'Number of messages when the redelivery was requested.' }),
    done: Type.Integer({ minimum: 0, description: 'Number of messages queued for sending so far.' }),
  },
  { title: 'Redelivery' },
);

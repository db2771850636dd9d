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
      '`failed`: it has not reached a consumer and is tried no more; `pending`: on its way; `delivered`: it has reached every consumer that it went to; `unmatched`: no consumer wanted it. New values may appear.',
  }),
  recipients: Type.Integer({ minimum: 0, description: 'Consumers that it has gone to.' }),
  isTest: Type.Boolean({ description: 'An example that was sent to one consumer on request.' }),
};

export const Message = Type.Object(messageProperties, { title: 'Message' });

export const MessageDetails = Type.Object(
  {
    ...messageProperties,
    body: Type.Record(Type.String(), Type.Unknown(), { description: 'What every attempt sends.' }),
    deliveries: Type.Array(
      Type.Object({
        consumerId: id,
        status: Type.Enum(['pending', 'delivered', 'exhausted', 'gone', 'cancelled'], {
          description:
            '`exhausted`: the last attempt has failed; `gone`: the consumer answered 410 and is disabled by that; `cancelled`: the consumer was disabled. New values may appear.',
        }),
        attempts: count,
        nextAttempt: Type.Optional(time),
        lastAttempt: Type.Optional(time),
      }),
      { description: 'One for each consumer that it went to.' },
    ),
  },
  { title: 'MessageDetails' },
);

export const Attempt = Type.Object(
  {
    attemptId: id,
    consumerId: id,
    number: Type.Integer({ minimum: 1, description: 'In its schedule; what is sent again begins at 1.' }),
    cause: Type.Enum(['event', 'test', 'resent', 'recovered', 'replayed'], {
      description: 'Why the message was sent. New values may appear.',
    }),
    outcome: Type.Enum(['delivered', 'failed', 'exhausted', 'gone'], {
      description:
        '`exhausted`: failed, and the last of its schedule; `gone`: answered 410, which disables a consumer that has `disableOn410`. New values may appear.',
    }),
    statusCode: Type.Optional(Type.Integer({ description: 'Absent where no answer came.' })),
    error: Type.Optional(Type.String({ description: 'Why no answer came.' })),
    answer: Type.Optional(Type.String({ description: 'The beginning of an answer that was not 2xx.' })),
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
        description: 'Default: all enabled consumers that it went to, and those that want its event type now.',
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
        'Consumers that it is sent to now. Where an attempt is due or under way already, nothing is added, and the consumer is not among them.',
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
        'Messages that waited and are sent now; of an ordered consumer also those behind the one that had failed.',
    }),
    redeliveryId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The job that sends them, where they are more than 2,000.' }),
    ),
  },
  { title: 'Retried' },
);

export const RedeliveryRequest = Type.Object(
  {
    since: Type.String({ format: 'date-time', description: 'Messages created at this time or later.' }),
    until: Type.Optional(Type.String({ format: 'date-time', description: 'Messages created before. Default: now.' })),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only counts them.' })),
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
        '`recover`: messages that failed; `replay`: messages that never went to the consumer; `retry`: messages that waited for their next attempt when it was asked for (`since` and `until` are that time). New values may appear.',
    }),
    since: time,
    until: time,
    status: Type.Enum(['Queued', 'Running', 'Complete', 'Cancelled'], { description: 'New values may appear.' }),
    requested: time,
    completed: Type.Optional(time),
    total: Type.Integer({ minimum: 0, description: 'Messages, counted when it was asked for.' }),
    done: Type.Integer({ minimum: 0, description: 'Messages that have been queued for sending so far.' }),
  },
  { title: 'Redelivery' },
);

import Type from 'typebox';
import { uuid as id, ListQuery, time } from '../../lists/wire.ts';

const count = Type.Integer({ minimum: 0 });

export const MessageParams = Type.Object({ messageId: id });
export const ConsumerParams = Type.Object({ consumerId: id });
export const RedeliveryParams = Type.Object({ redeliveryId: id });

export const MessagesQuery = Type.Object(
  {
    ...ListQuery.properties,
    include: Type.Optional(
      Type.Enum(['summary'], {
        description: '`summary`: also return what each message is about, and its deliveries.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const CountQuery = Type.Object(
  {
    query: Type.Optional(
      Type.String({
        maxLength: 2048,
        description: 'Filter, as for `listMessages`; `status` can be compared only by =.',
      }),
    ),
    since: Type.Optional(
      Type.String({ format: 'date-time', description: 'Start of the period. The default is a day before `until`.' }),
    ),
    until: Type.Optional(Type.String({ format: 'date-time', description: 'End of the period. The default is now.' })),
    buckets: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 120, default: 48, description: 'Number of equal spans of time.' }),
    ),
  },
  { additionalProperties: false },
);

export const MessageCounts = Type.Object(
  {
    since: time,
    until: time,
    buckets: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time', description: 'Start of the span.' }),
        delivered: count,
        failed: count,
        pending: count,
        unmatched: count,
      }),
    ),
    isEstimated: Type.Boolean({ description: 'Whether some of the numbers are estimates.' }),
  },
  { title: 'MessageCounts' },
);

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
        'Consumers that the message is sent to now. Consumers for which an attempt is already due or in progress are not listed, because the message is not queued for them a second time.',
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
        description: 'Id of the redelivery that sends the messages. Absent if there are at most 2,000 messages.',
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

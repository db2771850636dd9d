import Type, { type Static } from 'typebox';
import { openValues } from '../../base/open-values.ts';
import { sealedPlace } from '../../base/secrets.ts';
import { uuid } from '../../lists/wire.ts';
import { signatureKinds } from './secret.ts';

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^\\S+$',
  description:
    'Deliveries are sent to this URL by POST. The URL must lead to a public address and must not contain a user name or password.',
});
const eventTypes = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'Names of event types, prefixes such as `sync.*`, or `*` for all event types, including future ones.',
});
const channels = Type.Array(uuid, {
  maxItems: 1000,
  uniqueItems: true,
  description:
    'Ids of the companies whose events the consumer receives (company-specific). If the list is empty, the consumer receives the events of all companies and of the account itself (company-agnostic).',
});
const filter = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'Only events that match are sent to the consumer: comparisons in the filter language of lists over the fields of the event, for example `Data.dataType=invoices && Data.added>0`. Allowed are the fields of the event types that the consumer subscribes to (`GET /webhooks/event-types`). An event without a field matches `=null`, and `!=` with any value. Absent if there is no filter.',
});
const fields = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description:
    'The fields of the event that are sent, as dotted paths such as `Data.syncId`; `Data` means all of its fields. `EventId`, `RuleType`, `GeneratedAt`, `ClientId`, `CompanyId` and `DataConnectionId` are always sent. Absent if all fields are sent.',
});
const headers = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2000 }), {
  maxProperties: 20,
  description:
    'Custom headers that are sent with each delivery. Headers that the service sets itself are rejected. `Authorization` is rejected, too, because it can be set only in the portal.',
});
const rateLimitPerSecond = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: 'Maximum number of deliveries per second. Absent if there is no limit.',
});
const concurrencyMax = Type.Integer({
  minimum: 1,
  maximum: 256,
  description: 'Maximum number of concurrent deliveries. If it is absent, the service chooses a number up to 256.',
});
const isOrdered = Type.Boolean({
  description:
    'Whether deliveries are made one at a time, in the order of the events. If true, a failed delivery blocks later ones until it succeeds or its attempts are exhausted.',
});

const disableOn410 = Type.Boolean({
  description:
    'Whether a 410 response ends the delivery and disables the consumer. If false, a 410 response counts as a failed attempt like any other.',
});

const signature = Type.Enum([...signatureKinds], {
  description: openValues(
    '`sharedSecret`, the default: deliveries are signed with a secret that your endpoint also knows (`v1`). `ed25519`: they are signed with a private key that never leaves the service, and verified with `publicKey` (`v1a`).',
  ),
});

/** The settings that clients can choose. */
export const consumerSettings = {
  name,
  url,
  eventTypes,
  channels,
  filter,
  fields,
  headers,
  rateLimitPerSecond,
  concurrencyMax,
  isOrdered,
  disableOn410,
  signature,
};

export const NewConsumer = Type.Object(
  {
    name,
    url,
    eventTypes: Type.Optional(eventTypes),
    channels: Type.Optional(channels),
    filter: Type.Optional(filter),
    fields: Type.Optional(fields),
    headers: Type.Optional(headers),
    rateLimitPerSecond: Type.Optional(rateLimitPerSecond),
    concurrencyMax: Type.Optional(concurrencyMax),
    isOrdered: Type.Optional(isOrdered),
    disableOn410: Type.Optional(disableOn410),
    signature: Type.Optional(signature),
  },
  { additionalProperties: false, title: 'ConsumerInput' },
);
export type NewConsumer = Static<typeof NewConsumer>;

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const ConsumerChange = Type.Object(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    eventTypes: Type.Optional(eventTypes),
    channels: Type.Optional(channels),
    filter: Type.Optional(nullable(filter)),
    fields: Type.Optional(nullable(fields)),
    headers: Type.Optional(headers),
    rateLimitPerSecond: Type.Optional(nullable(rateLimitPerSecond)),
    concurrencyMax: Type.Optional(nullable(concurrencyMax)),
    isOrdered: Type.Optional(isOrdered),
    disableOn410: Type.Optional(disableOn410),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    title: 'ConsumerChange',
    description:
      'Omitted fields stay unchanged. `null` removes a limit, the filter or the choice of fields. `eventTypes`, `channels`, `fields` and `headers` replace the previous values completely. New `eventTypes`, `channels` and `filter` apply only to events that happen afterwards. All other new settings also apply to pending deliveries.',
  },
);
export type ConsumerChange = Static<typeof ConsumerChange>;

export const ConsumerParams = Type.Object({ consumerId: uuid });

/** Default time for which deliveries are also signed with the previous secret after a rotation. */
export const overlapDefaultSeconds = 86_400;
export const SecretRotation = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: overlapDefaultSeconds,
        description:
          'Number of seconds for which deliveries are also signed with the previous secret or key. With 0, it is dropped immediately.',
      }),
    ),
    signature: Type.Optional(
      Type.Enum([...signatureKinds], {
        description:
          'How deliveries are signed from now on: `sharedSecret` or `ed25519`. The default is the kind that the consumer has.',
      }),
    ),
  },
  { additionalProperties: false, title: 'SecretRotation' },
);

export const TestEvent = Type.Object(
  {
    eventType: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The event type whose example is sent. The default is a type that the consumer subscribes to.',
      }),
    ),
  },
  { additionalProperties: false, title: 'TestEvent' },
);

export const SentTest = Type.Object(
  { messageId: uuid, eventType: Type.String(), consumerId: uuid },
  { title: 'SentTest', description: 'The test message. The message log shows whether it was delivered.' },
);

export const secretPlace = (accountId: string, consumerId: string) => sealedPlace('consumer', accountId, consumerId);
export const headersPlace = (accountId: string, consumerId: string) =>
  sealedPlace('consumer', accountId, consumerId, 'headers');
export const oauthPlace = (accountId: string, consumerId: string) =>
  sealedPlace('consumer', accountId, consumerId, 'oauth');
export const authorizationPlace = (accountId: string, consumerId: string) =>
  sealedPlace('consumer', accountId, consumerId, 'authorization');

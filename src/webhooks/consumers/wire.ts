import Type, { type Static } from 'typebox';
import { type Sealer, sealedPlace } from '../../secrets.ts';

const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^\\S+$',
  description: 'Where deliveries are sent by POST. Must lead to a public address, and have no user name or password.',
});
const eventTypes = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'Names of event types, prefixes such as `sync.*`, or `*` for all, those to come included.',
});
const channels = Type.Array(uuid, {
  maxItems: 1000,
  uniqueItems: true,
  description:
    'The `companyId`s of a company-specific webhook: it gets the events of these companies only. Empty: company-agnostic, it gets the events of all companies and of the account itself.',
});
const headers = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2000 }), {
  maxProperties: 20,
  description:
    'Custom headers, sent with each delivery. Names that the service sets itself are refused, and so is `Authorization`, which is set in the portal.',
});
const rateLimitPerSecond = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: 'At most so many deliveries a second. Absent: no limit.',
});
const concurrencyMax = Type.Integer({
  minimum: 1,
  maximum: 64,
  description: 'At most so many deliveries at once. Absent: as many as the service finds good, at most 64.',
});
const isOrdered = Type.Boolean({
  description:
    'Strict order: one delivery at a time, in the order of the events; one that fails holds back those behind it until it has succeeded or ended.',
});

const disableOn410 = Type.Boolean({
  description:
    'Whether an answer 410 ends the delivery and disables the consumer. Without it a 410 is a failed attempt like any other.',
});

const fields = {
  consumerId: uuid,
  name,
  url,
  eventTypes,
  channels,
  headers,
  hasAuthorization: Type.Boolean({ description: 'Whether an `Authorization` header has been set in the portal.' }),
  rateLimitPerSecond: Type.Optional(rateLimitPerSecond),
  concurrencyMax: Type.Optional(concurrencyMax),
  isOrdered,
  disableOn410,
  status: Type.String({ description: '`enabled` or `disabled`. New values may appear.' }),
  disabledReason: Type.Optional(
    Type.String({
      description:
        '`client`: by you. `failing`: nothing succeeded for 5 days. `gone`: it answered 410, and `disableOn410` was set. New values may appear.',
    }),
  ),
  disabledAt: Type.Optional(time),
  failingSince: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'The first attempt that failed since the last one that succeeded.',
    }),
  ),
  previousSecretExpires: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until then deliveries are signed with the previous secret, too.',
    }),
  ),
  created: time,
};

export const Consumer = Type.Object(fields, { title: 'Consumer' });
export type Consumer = Static<typeof Consumer>;

const secret = Type.String({
  description: 'The signing secret of Standard Webhooks. It is shown in this answer and not again.',
});
export const ConsumerWithSecret = Type.Object({ ...fields, secret }, { title: 'ConsumerWithSecret' });

export const NewConsumer = Type.Object(
  {
    name,
    url,
    eventTypes: Type.Optional(eventTypes),
    channels: Type.Optional(channels),
    headers: Type.Optional(headers),
    rateLimitPerSecond: Type.Optional(rateLimitPerSecond),
    concurrencyMax: Type.Optional(concurrencyMax),
    isOrdered: Type.Optional(isOrdered),
    disableOn410: Type.Optional(disableOn410),
  },
  { additionalProperties: false, title: 'NewConsumer' },
);
export type NewConsumer = Static<typeof NewConsumer>;

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const ConsumerChange = Type.Object(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    eventTypes: Type.Optional(eventTypes),
    channels: Type.Optional(channels),
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
      'What is left out stays as it is; `null` removes a limit; `eventTypes`, `channels` and `headers` replace what was there. Pending deliveries go by the new settings; which consumers an event goes to was settled when it happened.',
  },
);
export type ConsumerChange = Static<typeof ConsumerChange>;

export const ConsumerParams = Type.Object({ consumerId: uuid });

/** How long the previous secret goes on signing; a week is the longest. */
export const overlapDefaultSeconds = 86_400;
export const SecretRotation = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: overlapDefaultSeconds,
        description: 'How long deliveries are signed with the previous secret, too. 0: it ends at once.',
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
        description: 'The event type whose example is sent. Absent: one that the consumer subscribes to.',
      }),
    ),
  },
  { additionalProperties: false, title: 'TestEvent' },
);

export const SentTest = Type.Object(
  { messageId: uuid, eventType: Type.String(), consumerId: uuid },
  { title: 'SentTest', description: 'The message log shows what became of it.' },
);

/** A consumer as PostgreSQL writes it: its headers are still sealed. */
export type SealedConsumer = Omit<Consumer, 'headers'> & { headers: string | null };

export const secretPlace = (accountId: string, consumerId: string) => sealedPlace('consumer', accountId, consumerId);
export const headersPlace = (accountId: string, consumerId: string) =>
  sealedPlace('consumer', accountId, consumerId, 'headers');
export const authorizationPlace = (accountId: string, consumerId: string) =>
  sealedPlace('consumer', accountId, consumerId, 'authorization');

/** The one way from a row to the wire. */
export function toConsumer(
  { sealer, nowMs }: { sealer: Sealer; nowMs: number },
  accountId: string,
  sealed: SealedConsumer,
): Consumer {
  const { headers: text, previousSecretExpires, created, ...rest } = sealed;
  const isOverlapping = previousSecretExpires !== undefined && new Date(previousSecretExpires).getTime() > nowMs;
  const place = headersPlace(accountId, rest.consumerId);
  return {
    ...rest,
    headers: text === null ? {} : JSON.parse(sealer.unseal(text, place)),
    ...(isOverlapping && { previousSecretExpires }),
    created,
  };
}

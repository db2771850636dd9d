import Type, { type Static } from 'typebox';

const count = Type.Integer({ minimum: 0 });
const ms = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'Latency of delivered attempts in milliseconds. It is estimated from a histogram and accurate to about 20 %. Absent if no attempt was delivered.',
  }),
);
const hoursDefault = 24;

export const StatsQuery = Type.Object(
  {
    hours: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 168, default: hoursDefault, description: 'Number of hours to look back.' }),
    ),
    every: Type.Optional(
      Type.Enum(['hour', 'quarter'], {
        default: 'hour',
        description: 'Length of a bucket. `quarter` means a quarter of an hour.',
      }),
    ),
  },
  { additionalProperties: false },
);
export const hoursOf = ({ hours = hoursDefault }: Static<typeof StatsQuery>) => hours;

export const ConsumerStats = Type.Object(
  {
    buckets: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time', description: 'Start of the bucket, in UTC.' }),
        delivered: count,
        failed: count,
        p50Ms: ms,
        p95Ms: ms,
      }),
      { description: 'Oldest first, up to the end of the current hour. The last buckets may therefore be incomplete.' },
    ),
    totals: Type.Object({
      attempts: count,
      delivered: count,
      failed: count,
      successRate: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Share of attempts that were delivered. Absent if there were no attempts.',
        }),
      ),
      p50Ms: ms,
      p95Ms: ms,
    }),
    pending: Type.Integer({ minimum: 0, description: 'Number of pending deliveries. Counting stops at 10,000.' }),
    waiting: Type.Integer({
      minimum: 0,
      description:
        'Number of pending deliveries that wait for a later attempt. Counting stops at 10,000. `retry` sends these deliveries now.',
    }),
    oldestPending: Type.Optional(
      Type.String({ format: 'date-time', description: 'Due time of the first pending delivery. Can be in the past.' }),
    ),
    failed: Type.Integer({
      minimum: 0,
      description:
        'Number of messages that were created in the last `hours` hours and failed for this consumer. Counting stops at 10,000. `recover` sends these messages again.',
    }),
  },
  { title: 'ConsumerStats' },
);
export type ConsumerStats = Static<typeof ConsumerStats>;

const visible = '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$';
export const ConsumerOauth = Type.Object(
  {
    tokenUrl: Type.String({
      minLength: 1,
      maxLength: 2048,
      pattern: '^\\S+$',
      description: 'The token endpoint. It must lead to a public address, as the URL of the consumer.',
    }),
    clientId: Type.String({ minLength: 1, maxLength: 500, pattern: visible }),
    clientSecret: Type.String({
      minLength: 1,
      maxLength: 2000,
      pattern: visible,
      description: 'The secret is stored encrypted and never shown.',
    }),
    scope: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: visible,
        description: 'The scopes to ask for, separated by spaces.',
      }),
    ),
  },
  { additionalProperties: false, title: 'ConsumerOauth' },
);
export type ConsumerOauth = Static<typeof ConsumerOauth>;

export const ConsumerAuthorization = Type.Object(
  {
    value: Type.String({
      minLength: 1,
      maxLength: 4000,
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
      description: 'The complete header value, such as `Bearer …`. The value is stored encrypted and never shown.',
    }),
  },
  { additionalProperties: false, title: 'ConsumerAuthorization' },
);

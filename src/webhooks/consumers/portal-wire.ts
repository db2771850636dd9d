import Type, { type Static } from 'typebox';

const count = Type.Integer({ minimum: 0 });
const ms = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'Of attempts that were delivered; from a histogram, so within about a fifth.',
  }),
);
const hoursDefault = 24;

export const StatsQuery = Type.Object(
  {
    hours: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 168, default: hoursDefault, description: 'How far it reaches back.' }),
    ),
    every: Type.Optional(
      Type.Enum(['hour', 'quarter'], {
        default: 'hour',
        description: 'The length of a bucket; a quarter has 15 minutes.',
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
        at: Type.String({ format: 'date-time', description: 'The beginning of the hour or quarter, in UTC.' }),
        delivered: count,
        failed: count,
        p50Ms: ms,
        p95Ms: ms,
      }),
      { description: 'The oldest first; the last one or ones are not over.' },
    ),
    totals: Type.Object({
      attempts: count,
      delivered: count,
      failed: count,
      successRate: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Delivered attempts of all. Absent where there were none.',
        }),
      ),
      p50Ms: ms,
      p95Ms: ms,
    }),
    pending: Type.Integer({ minimum: 0, description: 'Deliveries that wait, counted up to 10,000.' }),
    waiting: Type.Integer({
      minimum: 0,
      description: 'Of them those that `retry` would send now, counted up to 10,000: their next attempt is later.',
    }),
    oldestPending: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the first of them is, or was, due.' }),
    ),
    failed: Type.Integer({
      minimum: 0,
      description: 'Messages of this time that have ended without success, counted up to 10,000: recovery brings them.',
    }),
  },
  { title: 'ConsumerStats' },
);
export type ConsumerStats = Static<typeof ConsumerStats>;

export const ConsumerAuthorization = Type.Object(
  {
    value: Type.String({
      minLength: 1,
      maxLength: 4000,
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
      description: 'The whole value, such as `Bearer …`. It is sealed and never shown.',
    }),
  },
  { additionalProperties: false, title: 'ConsumerAuthorization' },
);

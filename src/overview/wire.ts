import Type, { type Static } from 'typebox';
import { planNames } from '../accounts/plans.ts';
import { openValues } from '../base/open-values.ts';

const id = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const open = openValues();

export const hoursMax = 168;
const hoursDefault = 24;

export const OverviewQuery = Type.Object(
  {
    hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: hoursMax,
        default: hoursDefault,
        description: 'Number of hours that `activity` covers.',
      }),
    ),
    every: Type.Optional(
      Type.Enum(['hour', 'quarter'], {
        default: 'hour',
        description: 'Length of a span of `activity`. `quarter` means a quarter of an hour.',
      }),
    ),
  },
  { additionalProperties: false },
);
export const hoursOf = ({ hours = hoursDefault }: Static<typeof OverviewQuery>) => hours;

const Activity = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'Start of the hour or quarter of an hour, in UTC.' }),
    syncsCompleted: count,
    syncsFailed: count,
    delivered: Type.Integer({ minimum: 0, description: 'Successful deliveries of the older and the newer webhooks.' }),
    failedAttempts: count,
    pushesSucceeded: count,
    pushesFailed: Type.Integer({ minimum: 0, description: 'Pushes that failed or timed out.' }),
  },
  { title: 'Activity' },
);
export type Activity = Static<typeof Activity>;

export const attentionKinds = [
  'connectionDeauthorized',
  'syncFailed',
  'deletionsHeld',
  'syncWaiting',
  'pushUnknown',
  'consumerDisabled',
  'consumerFailing',
  'deliveriesLate',
  'requestLimit',
  'planLimit',
  'planExpiry',
] as const;

const Attention = Type.Object(
  {
    kind: Type.Enum([...attentionKinds], { description: open }),
    severity: Type.Enum(['error', 'warning'], {
      description: `\`error\`: something does not work until someone fixes it. ${open}`,
    }),
    message: Type.String({ description: 'What happened, and how to fix it.' }),
    since: Type.Optional(time),
    companyId: Type.Optional(id),
    companyName: Type.Optional(Type.String()),
    connectionId: Type.Optional(id),
    consumerId: Type.Optional(id),
    consumerName: Type.Optional(Type.String()),
    syncId: Type.Optional(id),
    pushId: Type.Optional(id),
    dataType: Type.Optional(Type.String()),
    count: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of problems that this entry stands for.' })),
  },
  { title: 'Attention' },
);
export type Attention = Static<typeof Attention>;

export const Overview = Type.Object(
  {
    companies: Type.Object({
      total: count,
      linked: Type.Integer({ minimum: 0, description: 'Companies with a linked connection.' }),
      needingAttention: count,
    }),
    activity: Type.Array(Activity, {
      description: 'One entry per hour or quarter of an hour, oldest first. The last hour is still in progress.',
    }),
    isSampled: Type.Boolean({
      description:
        'True if the counts of syncs or pushes may be too low, because counting stops at 50,000 per entry. Counts of delivery attempts are always exact.',
    }),
    attention: Type.Array(Attention, { description: 'At most 100 entries, the most severe first.' }),
    isAttentionCut: Type.Boolean({
      description: 'True if there may be further problems that `attention` does not list.',
    }),
    health: Type.Object({
      status: Type.Enum(['ok', 'degraded'], {
        description: `\`degraded\`: an entry of \`attention\` has the severity \`error\`. ${open}`,
      }),
      oldestDueSeconds: Type.Optional(
        Type.Integer({ minimum: 0, description: 'How long the oldest due delivery has been waiting, in seconds.' }),
      ),
    }),
    firstSteps: Type.Object(
      {
        keyUsed: Type.Boolean({ description: 'A request with an existing API key of the account was answered.' }),
        companyLinked: Type.Boolean({ description: 'A company has a linked connection.' }),
        consumerReached: Type.Boolean({
          description: 'A consumer has received a message. Counted as long as delivery counts are kept.',
        }),
        recordPushed: Type.Boolean({
          description: 'A record was pushed. Counted as long as the push is kept.',
        }),
      },
      { description: 'What a new account does first. The portal shows it as a checklist.' },
    ),
  },
  { title: 'Overview' },
);
export type Overview = Static<typeof Overview>;

const Against = Type.Object({
  used: count,
  max: Type.Optional(Type.Integer({ minimum: 0, description: 'Absent if there is no limit.' })),
});
const Window = Type.Object({ limit: count, remaining: count, reset: time });

export const Usage = Type.Object(
  {
    plan: Type.Enum([...planNames], { description: open }),
    created: time,
    expires: Type.Optional(Type.String({ format: 'date-time', description: 'When the plan ends.' })),
    companies: Against,
    linkedCompanies: count,
    apiKeys: Against,
    consumers: Against,
    snapshots: Type.Object(
      {
        used: count,
        max: count,
        daysMax: Type.Integer({ minimum: 1, description: 'How many days a snapshot is kept at the longest.' }),
        bytesMax: Type.Integer({
          minimum: 0,
          description: 'If snapshots hold as many bytes, no new one is taken, and none is kept longer.',
        }),
        held: Type.Object(
          { versions: count, bytes: Type.Integer({ minimum: 0, description: 'Without indexes.' }) },
          {
            description:
              'What all snapshots hold on disk: versions of records that would have been removed by now. Counted whenever old versions are removed.',
          },
        ),
      },
      { description: 'Snapshots of companies that have not ended.' },
    ),
    members: Type.Integer({ minimum: 0, description: 'Number of people in the team.' }),
    requests: Type.Object({ minute: Window, day: Window }),
    deprecatedCalls: Type.Array(
      Type.Object({
        endpoint: Type.String(),
        keyName: Type.String(),
        calls: count,
        lastAt: time,
      }),
      { description: 'Calls to deprecated operations in the last 30 days, by API key, latest first.' },
    ),
  },
  { title: 'Usage' },
);
export type Usage = Static<typeof Usage>;
